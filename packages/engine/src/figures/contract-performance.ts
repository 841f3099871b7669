import { inCents } from '../rounding/in-cents.ts';
import { dayNumber, periodGrowth, type SubPeriod, timeWeightedReturn } from './cash-flow-returns.ts';
import { largestDrawdown } from './drawdown.ts';
import { yearlyRate } from './yearly-rate.ts';

/** A valuation of a contract; euros, paid in up to that day. */
export interface Valuation {
  readonly date: string;
  readonly value: number;
  readonly paidIn: number;
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
 * valuations counts from the earlier one on, what empties a contract at the later one. Null without two valuations of positive value on different days.
 */
export function performanceOf(valuations: readonly Valuation[]): PerformanceFigures | null {
  const started = valuations.slice(
    Math.max(
      0,
      valuations.findIndex((valuation) => valuation.value > 0),
    ),
  );
  const [from] = started;
  const to = started.at(-1);
  if (!from || !to || from === to || from.value <= 0) return null;
  const periods = periodsBetween(started);
  const earned = periods.map(earning);
  const growths = earned.map(periodGrowth);
  if (growths.includes(null)) return null;
  const days = (dayNumber(to.date) ?? 0) - (dayNumber(from.date) ?? 0);
  const timeWeighted = timeWeightedReturn(earned);
  let index = 1;
  const curve = [1, ...growths.map((growth) => (index *= growth ?? 1))];
  return {
    from,
    to,
    paid: inCents(to.paidIn - from.paidIn),
    gain: inCents(to.value - from.value - (to.paidIn - from.paidIn)),
    timeWeighted,
    timeWeightedYearly: days >= 365 ? (1 + timeWeighted) ** (365 / days) - 1 : null,
    moneyWeighted: moneyWeighted(from, to, periods),
    // The engine measures the depth of the fall; a loss is written with its sign.
    drawdown: 0 - largestDrawdown(curve),
  };
}

/** A period between two valuations, the day it begins, and the one its flow counts on. */
export interface DatedPeriod extends SubPeriod {
  readonly date: string;
  readonly paidOn: string;
}

/** Whether everything was taken out between two valuations: it was there, and earned, until the later one. */
const isEmptied = (before: Valuation, after: Valuation): boolean =>
  after.value === 0 && after.paidIn < before.paidIn;

/** The day on which what is paid in or out between two valuations counts: that of the earlier one, of what empties the contract the later. */
const paidDay = (before: Valuation, after: Valuation): string =>
  (isEmptied(before, after) ? after : before).date;

/** What a value becomes between two valuations of a contract that earns something else with the contract's payments; those with their day. */
export function withSamePayments(
  value: number,
  earned: number,
  before: Valuation,
  after: Valuation,
): { readonly value: number; readonly paid: number; readonly paidOn: string } {
  const paid = after.paidIn - before.paidIn;
  return {
    value: isEmptied(before, after) ? value * (1 + earned) + paid : (value + paid) * (1 + earned),
    paid,
    paidOn: paidDay(before, after),
  };
}

/** The periods between valuations, each with the day its payments count on. */
export const periodsBetween = (valuations: readonly Valuation[]): DatedPeriod[] =>
  valuations.slice(1).map((valuation, index) => {
    // As many valuations before it as its index says.
    const before = valuations[index] as Valuation;
    return {
      start: before.value,
      flow: valuation.paidIn - before.paidIn,
      end: valuation.value,
      date: before.date,
      paidOn: paidDay(before, valuation),
    };
  });

/** What a period earned: a contract that is emptied in it was worth what was taken out last. */
export function earning({ start, flow, end }: SubPeriod): SubPeriod {
  return end === 0 && flow < 0 ? { start, flow: 0, end: -flow } : { start, flow, end };
}

function moneyWeighted(
  from: Valuation,
  to: Valuation,
  periods: readonly Pick<DatedPeriod, 'flow' | 'paidOn'>[],
): number | null {
  const at = (date: string) => dayNumber(date) ?? 0;
  return yearlyRate([
    { day: at(from.date), amount: -from.value },
    ...periods
      .filter(({ flow }) => flow !== 0)
      .map(({ flow, paidOn }) => ({ day: at(paidOn), amount: -flow })),
    { day: at(to.date), amount: to.value },
  ]);
}
