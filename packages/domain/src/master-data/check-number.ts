import type { FieldIssue } from './field-issue.ts';

/** A share as a fraction (0.025 = 2.5 %), an amount of money, or something counted. */
export type NumberUnit = 'percent' | 'money' | 'count';

/** Percent are exact to four decimals of a percent, amounts to the cent: what the database keeps. */
const decimals = { percent: 6, money: 2, count: 0 } as const;

interface NumberRule {
  readonly key: string;
  readonly unit?: NumberUnit;
  readonly most?: number;
}

/** What is wrong with a number that is given: between 0 and `most`, and no more decimals than are kept. */
export function checkNumber(
  { key: path, unit = 'count', most }: NumberRule,
  value: number,
): FieldIssue | null {
  const isExact = Number(value.toFixed(decimals[unit])) === value;
  if (unit === 'count') {
    if (!isExact) return { path, code: 'wholeNumber' };
    return value < 0 || (most !== undefined && value > most)
      ? { path, code: 'outOfRange', params: { limit: most ?? Number.MAX_SAFE_INTEGER } }
      : null;
  }
  const isPercent = unit === 'percent';
  if (value < 0) return { path, code: isPercent ? 'tooSmallPercent' : 'tooSmallMoney', params: { limit: 0 } };
  if (most !== undefined && value > most) {
    return { path, code: isPercent ? 'tooLargePercent' : 'tooLargeMoney', params: { limit: most } };
  }
  const limit = isPercent ? decimals.percent - 2 : decimals.money;
  return isExact ? null : { path, code: 'precision', params: { limit } };
}
