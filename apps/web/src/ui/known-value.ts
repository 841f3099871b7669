import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../texts/texts.ts';

/** A value of a contract in words: of one that was never valued nothing is known, and a nought would be a statement. */
export const knownValueText = (
  { isValueUnknown }: { readonly isValueUnknown?: boolean | undefined },
  value: number,
): string => (isValueUnknown ? t('common.unknownValue') : formatMoney(value));

/** What is known of the worth of several contracts: of those nobody ever valued the sum knows nothing. */
export const knownSumText = (
  sum: number,
  contractCount: number,
  unvaluedCount = 0,
  format: (value: number) => string = formatMoney,
): string => {
  if (unvaluedCount === 0) return format(sum);
  return unvaluedCount >= contractCount && sum === 0
    ? t('common.unknownValue')
    : t('common.atLeast', { value: format(sum) });
};

/** How many contracts a sum leaves out, null where it leaves out none. */
export const unvaluedText = (unvaluedCount = 0): string | null =>
  unvaluedCount === 0
    ? null
    : t('contracts.stats.unvalued', { count: unvaluedCount, number: formatNumber(unvaluedCount) });
