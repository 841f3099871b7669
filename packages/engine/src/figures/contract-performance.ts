import { inCents } from '../rounding/in-cents.ts';
import { dayNumber, periodGrowth, type SubPeriod, timeWeightedReturn } from './cash-flow-returns.ts';
import { largestDrawdown } from './drawdown.ts';
import { leastDaysOfYear, yearlyRate } from './yearly-rate.ts';

/** A valuation of a contract; euros, paid in up to that day. */
export interface Valuation {
  readonly date: string;
  readonly value: number;
  readonly paidIn: number;
}

/** Money paid in, below 0 taken out, on a day somebody knows; euros. */
export interface DatedPayment {
  readonly date: string;
  readonly amount: number;
}

export interface PerformanceFigures {
  readonly from: Valuation;
  readonly to: Valuation;
  /** Paid in between the two; negative where more was taken out. */
  readonly paid: number;
  readonly gain: number;
  /** Over the whole time, contributions taken out; and a year, when it is at least one. */
  readonly timeWeighted: number;
  readonly timeWeightedYearly: number | null;
  /** A year; null when there is no such rate. */
  readonly moneyWeighted: number | null;
  readonly drawdown: number;
}

/**
 * Returns between the first and the last valuation, by the engine's rules (section 4): money paid between two
 * valuations counts from the earlier one on, what empties a contract at the later one; in the money-weighted one payments whose
 * day is known count on it. Null without a value and a later valuation, or the payment it came from.
 */
export function performanceOf(
  valuations: readonly Valuation[],
  payments: readonly DatedPayment[] = [],
): PerformanceFigures | null {
  const started = sinceBeginning(valuations);
  const [from] = started;
  const to = started.at(-1);
  if (!from || !to || from === to) return null;
  const earned = periodsBetween(started).map(earning);
  const growths = earned.map(periodGrowth);
  if (growths.includes(null)) return null;
  const days = dayOf(to.date) - dayOf(from.date);
  const timeWeighted = timeWeightedReturn(earned);
  let index = 1;
  const curve = [1, ...growths.map((growth) => (index *= growth ?? 1))];
  return {
    from,
    to,
    paid: inCents(to.paidIn - from.paidIn),
    gain: inCents(to.value - from.value - (to.paidIn - from.paidIn)),
    timeWeighted,
    timeWeightedYearly: days >= leastDaysOfYear ? (1 + timeWeighted) ** (365 / days) - 1 : null,
    moneyWeighted: moneyWeighted(from, to, paidSince(started, payments)),
    // The engine measures the depth of the fall; a loss is written with its sign.
    drawdown: 0 - largestDrawdown(curve),
  };
}

/**
 * The valuations returns are told of: from the first value on, or from the empty one before it where money came in between the two.
 * What it earned by the first value is part of the gain. None without a value.
 */
export function sinceBeginning<V extends Valuation>(valuations: readonly V[]): readonly V[] {
  const index = valuations.findIndex(({ value }) => value > 0);
  const [before, first] = [valuations[index - 1], valuations[index]];
  if (!first) return [];
  return valuations.slice(before && first.paidIn > before.paidIn ? index - 1 : index);
}

/** A period between two valuations, and the day it begins. */
export interface DatedPeriod extends SubPeriod {
  readonly date: string;
}

/** Whether everything was taken out between two valuations: it was there, and earned, until the later one. */
const isEmptied = (before: Valuation, after: Valuation): boolean =>
  after.value === 0 && after.paidIn < before.paidIn;

/**
 * What is paid in or out between two valuations, on the days it counts: known payments on their own, the rest on that of the earlier
 * valuation, of what empties the contract on that of the later one. Where the rest takes back what the payments say, all that was paid
 * by the later valuation contradicts them (it was stated anew), and no day is known.
 */
function paidBetween(
  before: Valuation,
  after: Valuation,
  payments: readonly DatedPayment[],
): readonly DatedPayment[] {
  const known = payments.filter(({ date }) => date > before.date && date <= after.date);
  const sum = known.reduce((total, { amount }) => total + amount, 0);
  const flow = inCents(after.paidIn - before.paidIn);
  const isEmpty = isEmptied(before, after);
  const rest = inCents(flow - sum);
  const date = (isEmpty ? after : before).date;
  if (!isEmpty && rest * sum < 0) return flow === 0 ? [] : [{ date, amount: flow }];
  return rest === 0 ? known : [...known, { date, amount: rest }];
}

/** What is paid in or out from the first valuation on, on the days it counts. */
export const paidSince = (
  valuations: readonly Valuation[],
  payments: readonly DatedPayment[],
): readonly DatedPayment[] =>
  valuations
    .slice(1)
    // As many valuations before it as its index says.
    .flatMap((valuation, index) => paidBetween(valuations[index] as Valuation, valuation, payments));

/**
 * What a value becomes between two valuations of a contract that earns something else, evenly, with the contract's payments; those on
 * the days they count.
 */
export function withSamePayments(
  value: number,
  earned: number,
  before: Valuation,
  after: Valuation,
  payments: readonly DatedPayment[],
): { readonly value: number; readonly paid: readonly DatedPayment[] } {
  const paid = paidBetween(before, after, payments);
  const end = dayOf(after.date);
  const length = end - dayOf(before.date);
  return {
    value: paid.reduce(
      (sum, { date, amount }) => sum + amount * (1 + earned) ** ((end - dayOf(date)) / length),
      value * (1 + earned),
    ),
    paid,
  };
}

const dayOf = (date: string): number => dayNumber(date) ?? 0;

/** The periods between valuations. */
export const periodsBetween = (valuations: readonly Valuation[]): DatedPeriod[] =>
  valuations.slice(1).map((valuation, index) => {
    // As many valuations before it as its index says.
    const before = valuations[index] as Valuation;
    return {
      start: before.value,
      flow: valuation.paidIn - before.paidIn,
      end: valuation.value,
      date: before.date,
    };
  });

/**
 * Part of the money between two valuations that counts from the first one on though it may have come with the last one; below 0 for
 * money taken out. Between others in between it counts for as long as lies between those.
 */
export function paidEarly(valuations: readonly Valuation[]): number {
  const [first, last] = [valuations[0], valuations.at(-1)];
  const length = first && last ? dayOf(last.date) - dayOf(first.date) : 0;
  if (length === 0) return 0;
  return periodsBetween(valuations).reduce((sum, period, index) => {
    const { start, flow } = earning(period);
    // As many valuations after it as its index says.
    const days = dayOf((valuations[index + 1] as Valuation).date) - dayOf(period.date);
    return start + flow > 0 ? sum + ((flow / (start + flow)) * days) / length : sum;
  }, 0);
}

/** What a period earned: a contract that is emptied in it was worth what was taken out last. */
export function earning({ start, flow, end }: SubPeriod): SubPeriod {
  return end === 0 && flow < 0 ? { start, flow: 0, end: -flow } : { start, flow, end };
}

function moneyWeighted(from: Valuation, to: Valuation, paid: readonly DatedPayment[]): number | null {
  return yearlyRate([
    { day: dayOf(from.date), amount: -from.value },
    ...paid.map(({ date, amount }) => ({ day: dayOf(date), amount: -amount })),
    { day: dayOf(to.date), amount: to.value },
  ]);
}
