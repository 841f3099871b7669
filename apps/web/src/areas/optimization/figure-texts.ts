import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { costsOnce } from '@depotwerk/engine/advice/recommended-advice';
import { said, t } from '../../texts/texts.ts';

/** Percentage points as percent: 12.3 → "12,3 %". */
export const pointsText = (points: number, decimals = 1): string =>
  formatPercent(points / 100, decimals, decimals);

/** The share of equities in points; "unbekannt" where funds without a known quota are held. */
export const quotaText = (points: number | null): string =>
  points === null ? said(unknownText) : pointsText(points);

/** Fraction as percent: 0.123 → "12,3 %". */
export const shareText = (fraction: number): string => formatPercent(fraction, 1, 1);

/** Costs spent once; "unbekannt" where nobody knows what the contract takes. */
export function onceText(costs: Parameters<typeof costsOnce>[0]): string {
  const once = costsOnce(costs);
  return once === null ? said(unknownText) : formatMoney(once);
}

/** What a year's return gains or loses by costs, in points; "unbekannt" where nobody knows. */
export const returnEffectText = (points: number | null): string =>
  points === null
    ? said(unknownText)
    : t('optimization.costs.points', { points: formatNumber(points, 2, 2) });

/** Months until saved costs have paid the costs spent once; null when they never do, nobody knows, or nothing was spent. */
export function monthsToBreakEven(once: number | null, savedPerYear: number | null): number | null {
  if (once === null || once <= 0 || savedPerYear === null || savedPerYear <= 0) return null;
  return Math.ceil((once / savedPerYear) * 12);
}
