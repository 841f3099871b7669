import { isSumKnown, leastSum } from '@depotwerk/domain/contracts/known-costs';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { said, t } from '../texts/texts.ts';

/** A value of a contract in words: of one that was never valued nothing is known, and a nought would be a statement. */
export const knownValueText = (
  { isValueUnknown }: { readonly isValueUnknown?: boolean | undefined },
  value: number,
): string => (isValueUnknown ? t('common.unknownValue') : formatMoney(value));

/** What is known of the worth of several contracts: of those nobody ever valued the sum knows nothing. */
export function knownSumText(
  sum: number,
  unvaluedCount = 0,
  format: (value: number) => string = formatMoney,
): string {
  const isWhole = unvaluedCount === 0;
  return isSumKnown(sum, isWhole) ? said(leastSum(format(sum), isWhole)) : t('common.unknownValue');
}

/** How many contracts a sum leaves out, null where it leaves out none. */
export const unvaluedText = (unvaluedCount = 0): string | null =>
  unvaluedCount === 0
    ? null
    : t('contracts.stats.unvalued', { count: unvaluedCount, number: formatNumber(unvaluedCount) });
