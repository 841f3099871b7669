import { stable } from '../rounding/stable.ts';
import { type RankableFund, type RankingFigure, type RankingType, rankingFigure } from './ranking-figures.ts';

/** Fewer eligible funds than this stay unrated. */
const minimumGroupSize = 5;

/** How to rank. */
export interface RankingRule {
  readonly type: RankingType;
  readonly periodsPerYear: number;
  readonly riskFree: ArrayLike<number>;
  /** For COMPOSITE: weight of each other type in percent, together 100. */
  readonly composite?: readonly { readonly type: RankingType; readonly weight: number }[];
}

/** A fund's place in its peer group. */
export interface FundRanking {
  readonly id: string;
  readonly peerGroup: string;
  /** The figure of the ranking type; null without sufficient history. */
  readonly value: number | null;
  /** (average position - 0.5) / n, 0 best; null if unrated. */
  readonly percentile: number | null;
  /** 1 to 5, 5 best; null if unrated. */
  readonly rank: number | null;
}

/** Stars of a percentile: distribution 10 / 22.5 / 35 / 22.5 / 10 percent. */
export function rankOfPercentile(percentile: number): number {
  if (percentile <= 0.1) return 5;
  if (percentile <= 0.325) return 4;
  if (percentile <= 0.675) return 3;
  return percentile <= 0.9 ? 2 : 1;
}

/** Percentiles of keys (higher is better) with average positions for ties; all null in a group too small. */
export function percentilesOf(keys: readonly (number | null)[]): (number | null)[] {
  const order = keys.flatMap((key, i) => (key === null ? [] : [{ key, i }])).sort((a, b) => b.key - a.key);
  const result = keys.map((): number | null => null);
  if (order.length < minimumGroupSize) return result;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]!.key === order[from]!.key) to += 1;
    const position = (from + to) / 2 + 1;
    for (let k = from; k <= to; k++) result[order[k]!.i] = (position - 0.5) / order.length;
    from = to + 1;
  }
  return result;
}

/** Mean return of the funds of a group over the last `window` periods; null if none has that much history. */
export function groupIndex(funds: readonly RankableFund[], window: number): Float64Array | null {
  const members = funds.filter((fund) => fund.returns.length >= window);
  if (members.length === 0) return null;
  const index = new Float64Array(window);
  for (const { returns } of members) {
    const start = returns.length - window;
    for (let t = 0; t < window; t++) index[t]! += returns[start + t]!;
  }
  return index.map((value) => value / members.length);
}

/**
 * Ranks funds inside their peer groups (engine.md section 5), each currency class of a group for itself. Eligible are
 * funds with 36 months of own history; a group of fewer than five eligible funds stays unrated. COMPOSITE sums weight x (1 - percentile) of its parts.
 */
export function rankFunds(funds: readonly RankableFund[], rule: RankingRule): FundRanking[] {
  const groups = new Map<string, number[]>();
  funds.forEach((fund, i) => {
    const key = JSON.stringify([fund.peerGroup, fund.currencyClass ?? '']);
    const members = groups.get(key);
    if (members) members.push(i);
    else groups.set(key, [i]);
  });
  const result: FundRanking[] = funds.map(({ id, peerGroup }) => ({
    id,
    peerGroup,
    value: null,
    percentile: null,
    rank: null,
  }));
  const window = Math.round(rule.periodsPerYear * 3);
  for (const indices of groups.values()) {
    const members = indices.map((i) => funds[i]!);
    const index = needsIndex(rule) ? groupIndex(members, window) : null;
    const isEligible = (i: number) => members[i]!.returns.length >= window;
    /** Percentiles among those that are ranked: figures that need no history are known of younger funds as well. */
    const ranked = (figures: readonly (RankingFigure | null)[]) =>
      // What differs only in its last digit is equal: the order of a sum must not decide a rank.
      percentilesOf(figures.map((figure, i) => (figure && isEligible(i) ? stable(figure.key) : null)));
    const figures =
      rule.type === 'COMPOSITE'
        ? compositeFigures(members, rule, index, ranked)
        : figuresOf(members, rule.type, rule, index);
    const percentiles = ranked(figures);
    indices.forEach((at, i) => {
      const percentile = percentiles[i] ?? null;
      result[at] = {
        id: members[i]!.id,
        peerGroup: members[i]!.peerGroup,
        value: figures[i]?.value ?? null,
        percentile,
        rank: percentile === null ? null : rankOfPercentile(percentile),
      };
    });
  }
  return result;
}

const needsIndex = (rule: RankingRule) =>
  rule.type === 'INFO_RATIO_3Y' || (rule.composite ?? []).some(({ type }) => type === 'INFO_RATIO_3Y');

function figuresOf(
  funds: readonly RankableFund[],
  type: RankingType,
  rule: RankingRule,
  index: Float64Array | null,
): (RankingFigure | null)[] {
  return funds.map((fund) => rankingFigure(fund, type, rule.periodsPerYear, rule.riskFree, index));
}

/**
 * A fund that lacks one part has no composite figure: a missing figure must not look like an average one.
 *
 * @param ranked percentiles of a part among the funds that are ranked
 */
function compositeFigures(
  funds: readonly RankableFund[],
  rule: RankingRule,
  index: Float64Array | null,
  ranked: (figures: readonly (RankingFigure | null)[]) => (number | null)[],
): (RankingFigure | null)[] {
  const sums: (number | null)[] = funds.map(() => 0);
  for (const { type, weight } of rule.composite ?? []) {
    const percentiles = ranked(figuresOf(funds, type, rule, index));
    percentiles.forEach((percentile, i) => {
      const sum = sums[i] ?? null;
      sums[i] = percentile === null || sum === null ? null : sum + weight * (1 - percentile);
    });
  }
  return sums.map((sum) => (sum === null ? null : { value: sum, key: sum }));
}

/**
 * Stars over several horizons: three years alone below 60 months; then 60 % five years and 40 % three; from 120
 * months 50 % ten, 30 % five, 20 % three. Rounded half up. A horizon without stars leaves its weight to the others.
 */
export function multiHorizonRank(ranks: {
  three: number | null;
  five: number | null;
  ten: number | null;
}): number | null {
  const { three, five, ten } = ranks;
  if (three === null) return null;
  if (five === null) return three;
  const value = ten === null ? 0.6 * five + 0.4 * three : 0.5 * ten + 0.3 * five + 0.2 * three;
  return Math.floor(value + 0.5 + 1e-9);
}
