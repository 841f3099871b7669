import { businessDaysBetween, type DatedPrice } from '../estimation/price-grid.ts';

/**
 * What was found in a series of prices and how it was treated:
 * - `spike`: a price far off that the next one takes back; left out.
 * - `split`: a step by a usual split ratio without a distribution that explains it; earlier prices are divided by it.
 * - `jump`: a step to double or half and more that nothing explains; prices before it are not used.
 * - `stale`: the same price for more than four weeks in a series that otherwise moves; the repetitions are left out.
 * - `gap`: more than 45 days without a price; the weeks and months in it stay unknown.
 * - `ended`: the last price is more than ten business days older than the newest of the market.
 */
export type SeriesFindingKind = 'spike' | 'split' | 'jump' | 'stale' | 'gap' | 'ended';

/** A finding and the days it concerns (day numbers since 1970-01-01, both included). */
export interface SeriesFinding {
  readonly kind: SeriesFindingKind;
  readonly fromDay: number;
  readonly toDay: number;
}

export interface CleanSeries {
  /** In the order of their days, one a day. */
  readonly prices: readonly DatedPrice[];
  readonly findings: readonly SeriesFinding[];
}

/** Usual ratios of splits (new units for one old); their inverses are joins of units. */
const splitRatios = [1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 50, 100];
/** A split hides the return of its day: so far may the step be off the ratio, as log. */
const splitTolerance = 0.04;
/** Steps smaller than this (as log) are returns, however calm the series. */
const smallestSpike = Math.log(1.25);
const smallestSplit = Math.log(1.4);
const smallestJump = Math.log(2);
/** Steps must stand out against the series' own: so many times its typical step. */
const unusual = 8;
const longestGapDays = 45;
const longestRepetitionDays = 28;
const longestSilence = 10;

const step = (from: DatedPrice, to: DatedPrice): number => Math.log(to.price / from.price);

/** Median of absolute steps, scaled to a standard deviation of the normal distribution; 0 of a series without steps. */
function typicalStep(prices: readonly DatedPrice[]): number {
  const steps: number[] = [];
  for (let at = 1; at < prices.length; at++) steps.push(Math.abs(step(prices[at - 1]!, prices[at]!)));
  steps.sort((a, b) => a - b);
  return 1.4826 * (steps[Math.floor(steps.length / 2)] ?? 0);
}

function withoutSpikes(
  prices: readonly DatedPrice[],
  findings: SeriesFinding[],
  typical: number,
): DatedPrice[] {
  const limit = Math.max(smallestSpike, unusual * typical);
  const kept: DatedPrice[] = [];
  prices.forEach((entry, at) => {
    const before = kept.at(-1);
    const after = prices[at + 1];
    if (before && after && Math.abs(step(before, entry)) > limit) {
      const isTakenBack = Math.abs(step(before, after)) < Math.abs(step(before, entry)) / 4;
      if (isTakenBack) {
        findings.push({ kind: 'spike', fromDay: entry.day, toDay: entry.day });
        return;
      }
    }
    kept.push(entry);
  });
  return kept;
}

/** The split ratio that explains a step (new over old price), or null. */
function splitOf(value: number): number | null {
  for (const ratio of splitRatios) {
    if (Math.abs(value + Math.log(ratio)) <= splitTolerance) return 1 / ratio;
    if (Math.abs(value - Math.log(ratio)) <= splitTolerance) return ratio;
  }
  return null;
}

/** Earlier prices on the level of the latest; what lies before an unexplained jump is cut off. */
function onOneLevel(prices: readonly DatedPrice[], findings: SeriesFinding[], typical: number): DatedPrice[] {
  const result: DatedPrice[] = [];
  let factor = 1;
  for (let at = prices.length - 1; at >= 0; at--) {
    const entry = prices[at]!;
    result.push({ day: entry.day, price: entry.price * factor });
    const before = prices[at - 1];
    if (!before) break;
    const value = step(before, entry);
    const size = Math.abs(value);
    if (size < Math.max(smallestSplit, unusual * typical)) continue;
    const ratio = splitOf(value);
    if (ratio !== null) {
      findings.push({ kind: 'split', fromDay: entry.day, toDay: entry.day });
      factor *= ratio;
    } else if (size > smallestJump) {
      findings.push({ kind: 'jump', fromDay: before.day, toDay: entry.day });
      break;
    }
  }
  return result.reverse();
}

/** Leaves out the repetitions of a price that stood still for more than four weeks. */
function withoutRepetitions(prices: readonly DatedPrice[], findings: SeriesFinding[]): DatedPrice[] {
  const kept: DatedPrice[] = [];
  for (let from = 0; from < prices.length; ) {
    const first = prices[from]!;
    let to = from;
    while (to + 1 < prices.length && prices[to + 1]!.price === first.price) to += 1;
    const last = prices[to]!;
    kept.push(first);
    if (last.day - first.day > longestRepetitionDays) {
      findings.push({ kind: 'stale', fromDay: first.day, toDay: last.day });
    } else {
      for (let at = from + 1; at <= to; at++) kept.push(prices[at]!);
    }
    from = to + 1;
  }
  return kept;
}

/**
 * Treats the faults of a series so that one wrong price cannot become a risk or a rank. A price that never moves at all
 * stays as it is (an account may stand still). Own rules: no standard says how to clean prices of funds.
 *
 * @param prices total-return prices in the order of their days, one a day, all above 0
 * @param newestDay day of the market's newest price
 */
export function cleanSeries(prices: readonly DatedPrice[], newestDay: number): CleanSeries {
  const findings: SeriesFinding[] = [];
  const typical = typicalStep(prices);
  const moves = prices.some(({ price }) => price !== prices[0]?.price);
  const leveled = onOneLevel(withoutSpikes(prices, findings, typical), findings, typical);
  const kept = moves ? withoutRepetitions(leveled, findings) : leveled;
  for (let at = 1; at < kept.length; at++) {
    const from = kept[at - 1]!.day;
    const to = kept[at]!.day;
    if (to - from > longestGapDays) findings.push({ kind: 'gap', fromDay: from, toDay: to });
  }
  const last = prices.at(-1);
  if (
    last &&
    newestDay - last.day > longestSilence &&
    businessDaysBetween(last.day, newestDay) > longestSilence
  )
    findings.push({ kind: 'ended', fromDay: last.day, toDay: newestDay });
  return { prices: kept, findings };
}
