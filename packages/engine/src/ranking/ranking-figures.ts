import { ratioKey, realDeviation, riskRatio } from '../figures/risk-ratio.ts';
import { stable } from '../rounding/stable.ts';

/** How funds of a peer group are ordered (engine.md section 5). */
export const rankingTypes = [
  'SHARPE_3Y',
  'SORTINO_3Y',
  'INFO_RATIO_3Y',
  'MRAR_3Y',
  'RETURN_3Y',
  'RETURN_5Y',
  'VOL_3Y',
  'MDD_5Y',
  'TER',
  'ESG_SCORE',
  'COMPOSITE',
] as const;

export type RankingType = (typeof rankingTypes)[number];

/** Types where a low figure is good. */
export const isLowGood = (type: RankingType): boolean => type === 'VOL_3Y' || type === 'TER';

/** A fund as the ranking sees it. */
export interface RankableFund {
  readonly id: string;
  readonly peerGroup: string;
  /** Funds are compared with those of their own currency class only (hedged with hedged); default one class for all. */
  readonly currencyClass?: string;
  /** Own simple returns per period, newest last; never completed with an index. */
  readonly returns: ArrayLike<number>;
  /** Part of its period the first of the returns covers; default 1, the whole. */
  readonly firstPeriod?: number;
  /** Ongoing costs per year as a fraction; null if unknown. */
  readonly ter: number | null;
  /** Higher is better; null if unknown. */
  readonly esgScore: number | null;
}

/** A figure to show and the key to sort by (higher is better); null if the history is too short. */
export interface RankingFigure {
  /** null for a ratio without risk to divide by, which is infinite. */
  readonly value: number | null;
  readonly key: number;
}

const same = (value: number): RankingFigure => ({ value, key: value });

/**
 * Figures of one fund for one ranking type. Three-year figures need 36 months of own history, five-year figures 60.
 * Negative Sharpe and information ratios are sorted by their mean excess: there a higher risk would look better.
 *
 * @param riskFree returns of the money market per period, newest last, at least as long as the window
 * @param index mean return of the peer group per period over the three-year window, newest last
 */
export function rankingFigure(
  fund: RankableFund,
  type: RankingType,
  periodsPerYear: number,
  riskFree: ArrayLike<number>,
  index: ArrayLike<number> | null,
): RankingFigure | null {
  if (type === 'TER') return fund.ter === null ? null : { value: fund.ter, key: -fund.ter };
  if (type === 'ESG_SCORE') return fund.esgScore === null ? null : same(fund.esgScore);
  const window = Math.round(periodsPerYear * (type === 'RETURN_5Y' || type === 'MDD_5Y' ? 5 : 3));
  const { returns } = fund;
  if (returns.length < window) return null;
  const start = returns.length - window;
  const rest = riskFree.length - window;
  if (type === 'RETURN_3Y' || type === 'RETURN_5Y') {
    let growth = 1;
    for (let t = start; t < returns.length; t++) growth *= 1 + returns[t]!;
    // Years that were not there would make a gain look smaller, and a loss too.
    const periods = start === 0 ? window - 1 + (fund.firstPeriod ?? 1) : window;
    return same(stable(Math.max(0, growth) ** (periodsPerYear / periods) - 1));
  }
  if (type === 'MDD_5Y') return same(-lossOf(returns, start));
  if (type === 'MRAR_3Y') {
    let sum = 0;
    for (let t = 0; t < window; t++) {
      const growth = (1 + returns[start + t]!) / (1 + riskFree[rest + t]!);
      sum += 1 / (growth * growth);
    }
    return same(stable((sum / window) ** (-periodsPerYear / 2) - 1));
  }
  if (type === 'INFO_RATIO_3Y')
    return index ? ratioOf(returns, start, index, index.length - window, window, periodsPerYear) : null;
  if (type === 'SHARPE_3Y') return ratioOf(returns, start, riskFree, rest, window, periodsPerYear);
  if (type === 'SORTINO_3Y') return sortinoOf(returns, start, riskFree, rest, window, periodsPerYear);
  const volatility = realDeviation(deviationOf(returns, start, window)) * Math.sqrt(periodsPerYear);
  return { value: volatility, key: -volatility };
}

function lossOf(returns: ArrayLike<number>, start: number): number {
  let level = 1;
  let high = 1;
  let loss = 0;
  for (let t = start; t < returns.length; t++) {
    level *= 1 + returns[t]!;
    if (level > high) high = level;
    else loss = Math.max(loss, 1 - level / high);
  }
  return loss;
}

function deviationOf(returns: ArrayLike<number>, start: number, window: number): number {
  let mean = 0;
  for (let t = 0; t < window; t++) mean += returns[start + t]! / window;
  let sum = 0;
  for (let t = 0; t < window; t++) {
    const gap = returns[start + t]! - mean;
    sum += gap * gap;
  }
  return Math.sqrt(sum / (window - 1));
}

function ratioOf(
  returns: ArrayLike<number>,
  start: number,
  reference: ArrayLike<number>,
  offset: number,
  window: number,
  periodsPerYear: number,
): RankingFigure {
  let mean = 0;
  for (let t = 0; t < window; t++) mean += (returns[start + t]! - reference[offset + t]!) / window;
  let sum = 0;
  for (let t = 0; t < window; t++) {
    const gap = returns[start + t]! - reference[offset + t]! - mean;
    sum += gap * gap;
  }
  return annualRatio(mean, Math.sqrt(sum / (window - 1)), periodsPerYear);
}

function sortinoOf(
  returns: ArrayLike<number>,
  start: number,
  riskFree: ArrayLike<number>,
  offset: number,
  window: number,
  periodsPerYear: number,
): RankingFigure {
  let mean = 0;
  let below = 0;
  for (let t = 0; t < window; t++) {
    const gap = returns[start + t]! - riskFree[offset + t]!;
    mean += gap / window;
    if (gap < 0) below += (gap * gap) / window;
  }
  return annualRatio(mean, Math.sqrt(below), periodsPerYear);
}

function annualRatio(mean: number, risk: number, periodsPerYear: number): RankingFigure {
  const ratio = riskRatio(mean, risk);
  const value = ratio === null ? null : ratio * Math.sqrt(periodsPerYear);
  return { value, key: ratioKey(value, mean) };
}
