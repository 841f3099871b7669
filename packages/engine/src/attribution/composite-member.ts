import { periodGrowth } from '../figures/cash-flow-returns.ts';
import {
  type DatedPayment,
  earning,
  paidEarly,
  paidSince,
  periodsBetween,
  type Valuation,
} from '../figures/contract-performance.ts';

/** A month of a contract, from its last valuation before the month to its last one in it. */
export interface MemberMonth<V extends Valuation> {
  /** `YYYY-MM` */
  readonly month: string;
  readonly start: V;
  readonly end: V;
  /** Money in it at the beginning, with what was paid in then; 0 in a month without money. */
  readonly invested: number;
  readonly growth: number;
  /** Part of the money in it that counts from its beginning though it may have come later. */
  readonly paidEarly: number;
}

/** A contract as part of a composite. */
export interface Member<V extends Valuation> {
  readonly months: readonly MemberMonth<V>[];
  /** Paid in below 0, with its day. */
  readonly flows: readonly { readonly date: string; readonly amount: number }[];
  /** What was paid in on known days, below 0 taken out. */
  readonly payments: readonly DatedPayment[];
}

const monthOf = ({ date }: Valuation): string => date.slice(0, 7);
/** Months since year 0. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/**
 * A contract's months from the last valuation of the first month with a value on. Null where the history is not whole: a
 * month without valuation, fewer than two ends of months, or a period without money that ends with a value.
 *
 * @param valuations by day, one a day
 */
export function memberOf<V extends Valuation>(
  valuations: readonly V[],
  payments: readonly DatedPayment[] = [],
): Member<V> | null {
  const isMonthEnd = (k: number) => {
    const [own, next] = [valuations[k], valuations[k + 1]];
    return own !== undefined && (next === undefined || monthOf(next) !== monthOf(own));
  };
  const firstIndex = valuations.findIndex(({ value }, k) => value > 0 && isMonthEnd(k));
  const history = valuations.slice(Math.max(0, firstIndex));
  const [first] = history;
  const last = history.at(-1);
  if (firstIndex < 0 || !first || !last || first === last) return null;
  const ends = history.filter((_, k) => isMonthEnd(firstIndex + k));
  if (ends.length !== numberOf(monthOf(last)) - numberOf(monthOf(first)) + 1) return null;
  const periods = periodsBetween(history);
  const months: MemberMonth<V>[] = [];
  for (const [k, end] of ends.slice(1).entries()) {
    const start = ends[k] as V;
    const earned = periods.filter(({ date }) => date >= start.date && date < end.date).map(earning);
    const growths = earned.map(periodGrowth);
    if (growths.includes(null)) return null;
    months.push({
      month: monthOf(end),
      start,
      end,
      invested: earned.map((period) => period.start + period.flow).find((money) => money > 0) ?? 0,
      growth: growths.reduce<number>((product, growth) => product * (growth ?? 1), 1),
      paidEarly: paidEarly(history.filter(({ date }) => date >= start.date && date <= end.date)),
    });
  }
  const flows = [
    { date: first.date, amount: -first.value },
    ...paidSince(history, payments).map(({ date, amount }) => ({ date, amount: -amount })),
    { date: last.date, amount: last.value },
  ].filter(({ amount }) => amount !== 0);
  return { months, flows, payments };
}
