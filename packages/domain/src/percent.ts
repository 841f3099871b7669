import { germanPercent, germanPercentFigure, germanPercentSigned, numberFormat } from './german-figures.ts';
import { asReadersWrite } from './notation.ts';
import type { NumberRules, ParsedNumber } from './number-text.ts';
import { parseNumber } from './number-text.ts';

/** Fraction as percent with a non-breaking space before the sign: 0.125 → "12,5 %", or as the reader writes it (`notation.ts`). */
export const formatPercent = (fraction: number, minimum?: number, maximum?: number): string =>
  asReadersWrite(germanPercent(fraction, minimum, maximum));

/** A figure that is written already, as percent: "12,5" → "12,5 %". */
export const withPercentSign = (figure: string): string => `${figure}${asReadersWrite('0\u00a0%').slice(1)}`;

/** Share of a holding or of a contribution in a column of them: always two decimals, 0.125 → "12,50 %". */
export const formatShare = (fraction: number): string => formatPercent(fraction, 2, 2);

/** With a sign, for gains and losses: 0.073 → "+7,3 %". */
export const formatPercentSigned = (fraction: number, decimals?: number): string =>
  asReadersWrite(germanPercentSigned(fraction, decimals));

/** Percentage points without their name, for a column that says it: 0.0024 → "+0,24". */
export function formatPointsColumn(fraction: number, decimals = 2): string {
  const figure = numberFormat({
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  }).format(fraction * 100);
  return asReadersWrite(figure);
}

/** A difference of two rates, which is no percentage of either: 0.0024 → "+0,24 Prozentpunkte". */
export const formatPointsSigned = (fraction: number, decimals = 1): string =>
  `${formatPointsColumn(fraction, decimals)} Prozentpunkte`;

/**
 * What lies between two rates as they are shown beside it: 8.14 % and 7.25 % stand as 8,1 and 7,3, so 0.8 points lie between
 * them and not the 0.9 of the exact figures, which nobody could follow.
 */
export function shownDifference(own: number, other: number, decimals: number): number {
  // Without the digits a multiplication makes up: 7.25 must not be 7.249999.
  const shown = (fraction: number) => Math.round(Number((fraction * 100 * 10 ** decimals).toPrecision(12)));
  return (shown(own) - shown(other)) / (100 * 10 ** decimals);
}

/** The figure alone, for input fields: 0.125 → "12,5". Exact to twelve decimals of the fraction. */
export const formatPercentInput = (fraction: number, minimum?: number, maximum?: number): string =>
  asReadersWrite(germanPercentFigure(fraction, minimum, maximum));

/**
 * Reads percent as a fraction: "12,5 %" and "12,5" → 0.125. `min`, `max` and `precision` count in percent.
 * The decimal point is moved in the text, so 12.3 % is 0.123 and not 0.12300000000000001.
 */
export function parsePercent(text: string, rules: Omit<NumberRules, 'shift'> = {}): ParsedNumber {
  const figure = text.replace(/%\s*$/, '');
  if (figure.trim() === '' && text.trim() !== '') return { ok: false, reason: 'format' };
  return parseNumber(figure, { ...rules, precision: rules.precision ?? 2, shift: -2 });
}
