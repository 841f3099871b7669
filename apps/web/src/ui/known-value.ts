import { formatMoney } from '@depotwerk/domain/money';
import { t } from '../texts/texts.ts';

/** A value of a contract in words: of one that was never valued nothing is known, and a nought would be a statement. */
export const knownValueText = (
  { isValueUnknown }: { readonly isValueUnknown?: boolean | undefined },
  value: number,
): string => (isValueUnknown ? t('common.unknownValue') : formatMoney(value));
