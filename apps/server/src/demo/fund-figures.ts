/** Key figures, ranks and covariance computed from the simulated series as the engine rules say. */
import { fundRanks } from '@depotwerk/engine/fund-rank';
import {
  annualRatio,
  annualReturn,
  excessReturns,
  maximumDrawdown,
  riskAdjustedReturn,
  sampleDeviation,
  sortinoRatio,
} from '@depotwerk/engine/performance';
import {
  marketRiskMeasure,
  returnMoments,
  valueAtRiskEquivalentVolatility,
} from '@depotwerk/engine/risk-indicator';
import { shrunkCovariance } from '@depotwerk/engine/shrinkage';
import type { DemoFund } from './demo-funds.ts';
import { peergroups } from './market-parameters.ts';

/** Ranking types by id (completions G-49); 11 is made of the others. */
export const rankingTypeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
export type RankingTypeId = (typeof rankingTypeIds)[number];
const lowIsGood: ReadonlySet<RankingTypeId> = new Set([7, 9]);
const compositeWeights: readonly (readonly [RankingTypeId, number])[] = [
  [4, 0.4],
  [1, 0.2],
  [8, 0.15],
  [9, 0.25],
];

export interface FundFigures {
  readonly weeks: number;
  readonly isProxy: boolean;
  /** Fractions per year. */
  readonly volatility: number;
  readonly trackingError: number;
  readonly vev: number;
  readonly sri: number;
  readonly maxDrawdown: number;
  readonly return1y: number | null;
  /** Figures by ranking type; null without the history it needs. */
  readonly ranking: Readonly<Record<RankingTypeId, number | null>>;
}

export interface MarketFigures {
  readonly funds: readonly FundFigures[];
  /** Rank 1 to 5 by fund index and ranking type. */
  readonly ranks: readonly Readonly<Record<RankingTypeId, number | null>>[];
  /** Annualised shrunk covariance of the peer groups. */
  readonly covariance: readonly (readonly number[])[];
  readonly weeks: number;
}

/** Indexes of the last bank day of each week, or of each month, in the sample. */
export function periodEnds(days: readonly string[], period: 'week' | 'month'): number[] {
  const key = (day: string): string =>
    period === 'month'
      ? day.slice(0, 7)
      : String(Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 3) / 7));
  const ends: number[] = [];
  for (let day = 0; day < days.length; day += 1)
    if (day === days.length - 1 || key(days[day] ?? '') !== key(days[day + 1] ?? '')) ends.push(day);
  return ends;
}

/** Compounded returns between consecutive period ends; null where the fund did not live all the period. */
function periodReturns(fund: DemoFund, ends: readonly number[]): (number | null)[] {
  const result: (number | null)[] = [];
  for (let index = 1; index < ends.length; index += 1) {
    const from = ends[index - 1] ?? 0;
    const to = ends[index] ?? 0;
    if (from < fund.firstDay || to > fund.lastDay) {
      result.push(null);
      continue;
    }
    let product = 1;
    for (let day = from + 1; day <= to; day += 1) product *= 1 + (fund.returns[day] ?? 0);
    result.push(product - 1);
  }
  return result;
}

function meanAcross(series: readonly (readonly (number | null)[])[], length: number): number[] {
  return Array.from({ length }, (_, period) => {
    const values = series.map((returns) => returns[period] ?? null).filter((value) => value !== null);
    return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}

function* levels(fund: DemoFund): Generator<number> {
  let level = 1;
  for (let day = fund.firstDay; day <= fund.lastDay; day += 1) yield (level *= 1 + (fund.returns[day] ?? 0));
}

/** The last `count` values, or null when one is missing. */
function lastComplete(series: readonly (number | null)[], count: number): number[] | null {
  const tail = series.slice(-count).filter((value) => value !== null);
  return tail.length === count ? tail : null;
}

function figuresOf(
  fund: DemoFund,
  weekly: readonly (number | null)[],
  monthly: readonly (number | null)[],
  groupWeekly: readonly number[],
  groupMonthly: readonly number[],
  riskless: readonly number[],
): FundFigures {
  const ownWeeks = weekly.filter((value) => value !== null).length;
  const completed = weekly.map((value, week) => value ?? groupWeekly[week] ?? 0);
  const logReturns = Array.from(fund.returns.subarray(fund.firstDay + 1, fund.lastDay + 1), (value) =>
    Math.log1p(value),
  );
  const vev = valueAtRiskEquivalentVolatility({ ...returnMoments(logReturns), observations: 5 * 252 }, 5);
  const own = weekly.flatMap((value, week) => (value === null ? [] : [value - (groupWeekly[week] ?? 0)]));
  const months36 = lastComplete(monthly, 36);
  const months59 = lastComplete(monthly, 59);
  const excess = months36 && excessReturns(months36, riskless.slice(-36));
  const maxDrawdown = maximumDrawdown(levels(fund));
  const months12 = lastComplete(monthly, 12);
  return {
    weeks: ownWeeks,
    isProxy: ownWeeks < weekly.length,
    volatility: sampleDeviation(completed) * Math.sqrt(52),
    trackingError: own.length > 2 ? sampleDeviation(own) * Math.sqrt(52) : 0,
    vev,
    sri: marketRiskMeasure(vev),
    maxDrawdown,
    return1y: months12 && annualReturn(months12),
    ranking: {
      1: excess && annualRatio(excess),
      2: excess && sortinoRatio(excess),
      3: months36 && annualRatio(excessReturns(months36, groupMonthly.slice(-36))),
      4: months36 && riskAdjustedReturn(months36, riskless.slice(-36)),
      5: months36 && annualReturn(months36),
      6: months59 && annualReturn(months59),
      7: months36 && sampleDeviation(months36) * Math.sqrt(12),
      8: months59 && maxDrawdown,
      // ranked like the others only with a history of its own
      9: months36 && fund.ter,
      10: months36 && fund.esgScore,
      11: null,
    },
  };
}

const rounded = (value: number): number => Math.round(value * 1e12) / 1e12;

/** Share of the group that is better, as 1 − p of the engine's ranking rule; null stays null. */
function percentiles(figures: readonly (number | null)[], isLowGood: boolean): (number | null)[] {
  const known = figures.filter((figure) => figure !== null);
  return figures.map((figure) => {
    if (figure === null || known.length < 5) return null;
    const better = known.filter((other) => (isLowGood ? other < figure : other > figure)).length;
    const equal = known.filter((other) => other === figure).length;
    return 1 - (better + (equal + 1) / 2 - 0.5) / known.length;
  });
}

/** All figures of the market; `days` are the bank days of the sample. */
export function marketFigures(funds: readonly DemoFund[], days: readonly string[]): MarketFigures {
  const weeks = periodEnds(days, 'week');
  // a month that has not ended yet counts nothing
  const months = periodEnds(days, 'month').slice(0, -1);
  const weekly = funds.map((fund) => periodReturns(fund, weeks));
  const monthly = funds.map((fund) => periodReturns(fund, months));
  const members = peergroups.map((_, group) =>
    funds.flatMap((fund, index) => (fund.peergroupId === group + 1 ? [index] : [])),
  );
  const seriesOf = (all: readonly (readonly (number | null)[])[], indexes: readonly number[]) =>
    indexes.map((index) => all[index] ?? []);
  const groupWeekly = members.map((indexes) => meanAcross(seriesOf(weekly, indexes), weeks.length - 1));
  const groupMonthly = members.map((indexes) => meanAcross(seriesOf(monthly, indexes), months.length - 1));
  const moneyMarket = peergroups.findIndex((group) => group.key === 'GELD_EUR');
  const riskless = groupMonthly[moneyMarket] ?? [];
  const figures = funds.map((fund, index) =>
    figuresOf(
      fund,
      weekly[index] ?? [],
      monthly[index] ?? [],
      groupWeekly[fund.peergroupId - 1] ?? [],
      groupMonthly[fund.peergroupId - 1] ?? [],
      riskless,
    ),
  );
  const ranking = figures.map((figure) => ({ ...figure.ranking }));
  const ranks = funds.map(
    (): Record<RankingTypeId, number | null> => ({
      1: null,
      2: null,
      3: null,
      4: null,
      5: null,
      6: null,
      7: null,
      8: null,
      9: null,
      10: null,
      11: null,
    }),
  );
  for (const indexes of members) {
    const column = (type: RankingTypeId): (number | null)[] =>
      indexes.map((index) => {
        const value = ranking[index]?.[type] ?? null;
        return value === null ? null : rounded(value);
      });
    const parts = compositeWeights.map(([type, weight]) => ({
      weight,
      values: percentiles(column(type), lowIsGood.has(type)),
    }));
    for (const [place, index] of indexes.entries()) {
      const values = parts.map((part) => part.values[place] ?? null);
      const target = ranking[index];
      if (target && values.every((value) => value !== null))
        target[11] = parts.reduce((sum, part) => sum + part.weight * 100 * (part.values[place] ?? 0), 0);
    }
    for (const type of rankingTypeIds)
      for (const [place, rank] of fundRanks(column(type), lowIsGood.has(type)).entries()) {
        const target = ranks[indexes[place] ?? -1];
        if (target) target[type] = rank;
      }
  }
  return {
    funds: figures.map((figure, index) => ({ ...figure, ranking: ranking[index] ?? figure.ranking })),
    ranks,
    covariance: shrunkCovariance(groupWeekly, 52),
    weeks: weeks.length - 1,
  };
}
