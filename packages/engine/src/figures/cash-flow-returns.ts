import { EngineError } from '../engine-error.ts';
import { findRoot } from './find-root.ts';

/** Money moved on a day (day number); positive and negative as the caller sees it. */
export interface CashFlow {
  readonly day: number;
  readonly amount: number;
}

/** Day number of a date `YYYY-MM-DD` (days since 1970-01-01); null for anything that is no date. */
export function dayNumber(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return null;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  if (days === undefined || day < 1 || day > days) return null;
  // Civil-from-days, Howard Hinnant's public-domain algorithm.
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/**
 * Money-weighted return per year (XIRR): sum CF_i (1 + x)^(-d_i / 365) = 0 with d_i days after the first flow,
 * in (-0.9999, 10); of several roots the one nearest to 0.
 *
 * @throws EngineError SIGNS_DO_NOT_ALTERNATE if all flows have one sign; NOT_CONVERGED without a root in the bracket
 */
export function moneyWeightedReturn(flows: readonly CashFlow[]): number {
  const first = flows.reduce((day, flow) => Math.min(day, flow.day), Number.POSITIVE_INFINITY);
  return internalRate(flows.map(({ day, amount }) => ({ time: (day - first) / 365, amount })));
}

/** An amount at a time in periods. */
interface TimedAmount {
  readonly time: number;
  readonly amount: number;
}

/** Times of equally spaced flows, or the ones given. */
const timed = (amounts: readonly number[], times?: readonly number[]): TimedAmount[] =>
  amounts.map((amount, t) => ({ time: times?.[t] ?? t, amount }));

/**
 * Internal rate of return per period, exact to rounding.
 *
 * @param times of the flows in periods; 0, 1, 2 ... by default
 */
export function periodicReturn(amounts: readonly number[], times?: readonly number[]): number {
  return internalRate(timed(amounts, times));
}

function internalRate(flows: readonly TimedAmount[]): number {
  if (!flows.some(({ amount }) => amount > 0) || !flows.some(({ amount }) => amount < 0)) {
    throw new EngineError('SIGNS_DO_NOT_ALTERNATE', 'cash flows need payments in both directions', 'flows');
  }
  const value = (rate: number) =>
    flows.reduce((sum, { time, amount }) => sum + amount * (1 + rate) ** -time, 0);
  const slope = (rate: number) =>
    flows.reduce((sum, { time, amount }) => sum - time * amount * (1 + rate) ** (-time - 1), 0);
  const size = (rate: number) =>
    flows.reduce((sum, { time, amount }) => sum + Math.abs(amount) * (1 + rate) ** -time, 0);
  const coarse = [
    -0.9999, -0.99, -0.9, -0.75, -0.5, -0.3, -0.15, -0.05, 0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6, 10,
  ];
  // There are no more roots than changes of sign (Descartes, Laguerre): only many of them hide between coarse steps.
  const grid = signChanges(flows) > 2 ? refined(coarse) : coarse;
  const roots = grid.slice(1).flatMap((right, k) => rootsBetween(grid[k]!, right));
  if (roots.length === 0)
    throw new EngineError('NOT_CONVERGED', 'no internal rate between -0.9999 and 10', 'flows');
  // Flows that change their sign several times may have several roots; the one nearest to zero is the one people mean.
  return roots.reduce((best, root) => (Math.abs(root) < Math.abs(best) ? root : best));

  /** One root where the value changes its sign; none or two where it does not but turns back towards 0 in between. */
  function rootsBetween(left: number, right: number): number[] {
    const [first, last] = [value(left), value(right)];
    if (first * last <= 0) return [findRoot(value, left, right)];
    if (!(first * slope(left) < 0 && last * slope(right) > 0)) return [];
    const turn = findRoot(slope, left, right);
    const nearest = value(turn);
    if (Math.abs(nearest) <= 1e-14 * size(turn)) return [turn];
    return first * nearest < 0 ? [findRoot(value, left, turn), findRoot(value, turn, right)] : [];
  }
}

/** How often the flows change their sign in the order of time, those of one time taken together. */
function signChanges(flows: readonly TimedAmount[]): number {
  const sums = new Map<number, number>();
  for (const { time, amount } of flows) sums.set(time, (sums.get(time) ?? 0) + amount);
  const signs = [...sums]
    .filter(([, sum]) => sum !== 0)
    .toSorted(([a], [b]) => a - b)
    .map(([, sum]) => Math.sign(sum));
  return signs.filter((sign, k) => k > 0 && sign !== signs[k - 1]).length;
}

/** Each step of a grid in so many equal ones. */
const refinement = 16;
const refined = (grid: readonly number[]): number[] => [
  ...grid
    .slice(1)
    .flatMap((right, k) =>
      Array.from({ length: refinement }, (_, part) => grid[k]! + ((right - grid[k]!) * part) / refinement),
    ),
  grid.at(-1)!,
];

/** A sub-period: value after its opening flow is `start + flow`, value at its end `end`. */
export interface SubPeriod {
  readonly start: number;
  readonly flow: number;
  readonly end: number;
}

/** Whether a sub-period begins after everything was taken out, and nothing came in. */
export const isEmptyPeriod = ({ start, flow, end }: SubPeriod): boolean =>
  end === 0 && Math.abs(start + flow) <= 1e-9 * Math.abs(start);

/** Growth over one sub-period, 1 for a contract that is empty; null where there is a value but no money that earned it. */
export function periodGrowth(period: SubPeriod): number | null {
  if (isEmptyPeriod(period)) return 1;
  const invested = period.start + period.flow;
  return invested > 0 && Number.isFinite(invested) ? period.end / invested : null;
}

/**
 * Time-weighted return over all sub-periods: prod end / (start + flow) - 1, not annualised. An empty contract earns nothing.
 *
 * @throws EngineError INPUT_INVALID for a sub-period without money that ends with a value
 */
export function timeWeightedReturn(periods: readonly SubPeriod[]): number {
  let growth = 1;
  periods.forEach((period, i) => {
    const own = periodGrowth(period);
    if (own === null) {
      throw new EngineError('INPUT_INVALID', `sub-period ${i} starts without money`, `periods[${i}]`);
    }
    growth *= own;
  });
  return growth - 1;
}

/**
 * Modified Dietz return (EV - BV - sum CF) / (BV + sum CF w), w = (days - day) / days for a flow at the end of `day`.
 * Bacon (2008).
 */
export function modifiedDietz(start: number, end: number, flows: readonly CashFlow[], days: number): number {
  let sum = 0;
  let weighted = 0;
  for (const { day, amount } of flows) {
    sum += amount;
    weighted += (amount * (days - day)) / days;
  }
  if (!(start + weighted > 0))
    throw new EngineError('INPUT_INVALID', 'the average capital is not positive', 'start');
  return (end - start - sum) / (start + weighted);
}
