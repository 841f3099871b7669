import { annualVolatility, completeHistory, type Observations } from '../estimation/returns.ts';
import { percentilesOf, rankOfPercentile } from '../ranking/rank-funds.ts';
import {
  type RankableFund,
  type RankingFigure,
  type RankingType,
  rankingFigure,
  rankingTypes,
} from '../ranking/ranking-figures.ts';
import { marketRiskMeasure, valueAtRiskEquivalentVolatility } from '../risk-indicator.ts';
import { stable } from '../rounding/stable.ts';
import { type FundSeries, monthsInWindow, weeksInWindow } from './fund-series.ts';
import { leastWeeks, type MarketCovariance, marketCovariance, meanReturns } from './group-index.ts';

/** A fund as its market sees it. */
export interface MarketFund {
  readonly id: number;
  /** Null: the fund belongs to no peer group and is compared with nobody. */
  readonly groupId: number | null;
  /** Ongoing costs per year as a fraction; null if unknown. */
  readonly ter: number | null;
  readonly esgScore: number | null;
  /** Recommended holding period in years; null counts as 5. */
  readonly holdingYears: number | null;
  readonly series: FundSeries;
}

export interface MarketGroup {
  readonly id: number;
  /** Its index is the riskless rate. */
  readonly isMoneyMarket: boolean;
  readonly isAppraisalSmoothed: boolean;
}

/** Figures of a fund as fractions per year; null is unknown. */
export interface FundFigures {
  readonly id: number;
  /** Own weekly returns within the window. */
  readonly weeks: number;
  /** The group's index stands in for missing weeks. */
  readonly isProxy: boolean;
  readonly volatility: number | null;
  readonly trackingError: number | null;
  /** VaR-equivalent volatility (Delegated Regulation (EU) 2017/653, Annex II). */
  readonly vev: number | null;
  /** Market risk measure 1 to 7 of it: the SRI of a fund without credit risk. */
  readonly sri: number | null;
  readonly return1y: number | null;
  readonly ranking: Readonly<Record<RankingType, number | null>>;
  /** 1 to 5, 5 is best. */
  readonly ranks: Readonly<Record<RankingType, number | null>>;
}

export interface MarketFigures {
  readonly funds: readonly FundFigures[];
  readonly covariance: MarketCovariance;
}

/** Below one year of own history nothing is annualised (engine.md section 1). */
const leastOwnWeeks = 52;
const yearlyWindow = 12;
const rankingWindow = 36;
const defaultHoldingYears = 5;

/** Parts of the overall rank: type and weight. Together 1. */
export const compositeWeights: readonly (readonly [RankingType, number])[] = [
  ['MRAR_3Y', 0.4],
  ['SHARPE_3Y', 0.2],
  ['MDD_5Y', 0.15],
  ['TER', 0.25],
];

const nothing = (): Record<RankingType, number | null> => ({
  SHARPE_3Y: null,
  SORTINO_3Y: null,
  INFO_RATIO_3Y: null,
  MRAR_3Y: null,
  RETURN_3Y: null,
  RETURN_5Y: null,
  VOL_3Y: null,
  MDD_5Y: null,
  TER: null,
  ESG_SCORE: null,
  COMPOSITE: null,
});

/** The returns of an index over its last `window` periods; null when one of them is unknown. */
function lastOf(index: Observations, window: number): number[] | null {
  const tail = index.slice(-window);
  return tail.length === window && tail.every((value) => value !== null)
    ? tail.map((value) => value ?? 0)
    : null;
}

const needsRiskFree: ReadonlySet<RankingType> = new Set(['SHARPE_3Y', 'SORTINO_3Y', 'MRAR_3Y']);

/** Keys by which funds of one group are ordered: figures of whoever has three years of own history; a step for each figure. */
function* rankingKeys(
  members: readonly MarketFund[],
  riskFree: readonly number[] | null,
  index: readonly number[] | null,
): Generator<undefined, Record<RankingType, (RankingFigure | null)[]>> {
  const groupReturns = index && Float64Array.from(index);
  const keyOf = (type: RankingType, { id, groupId, ter, esgScore, series }: MarketFund) => {
    if (series.monthly.length < rankingWindow) return null;
    if (needsRiskFree.has(type) && riskFree === null) return null;
    const fund: RankableFund = {
      id: String(id),
      peerGroup: String(groupId),
      returns: series.monthly,
      firstPeriod: series.firstMonth,
      ter,
      esgScore,
    };
    return rankingFigure(fund, type, 12, riskFree ?? [], groupReturns);
  };
  const keys = Object.fromEntries(
    rankingTypes.map((type): [RankingType, (RankingFigure | null)[]] => [type, []]),
    // The names are those of the type, one entry each.
  ) as Record<RankingType, (RankingFigure | null)[]>;
  for (const type of rankingTypes)
    if (type !== 'COMPOSITE')
      for (const member of members) {
        keys[type].push(keyOf(type, member));
        yield;
      }
  const parts = compositeWeights.map(([type, weight]) => ({
    weight,
    percentiles: percentilesOf(keys[type].map((figure) => figure && stable(figure.key))),
  }));
  keys.COMPOSITE = members.map((_, at) => {
    let sum = 0;
    for (const { weight, percentiles } of parts) {
      const percentile = percentiles[at] ?? null;
      // Whoever lacks a part has no overall rank: a missing figure must not look like an average one.
      if (percentile === null) return null;
      sum += 100 * weight * (1 - percentile);
    }
    return { value: sum, key: sum };
  });
  return keys;
}

/** Figures that need no ranking. */
function riskOf(fund: MarketFund, groupWeekly: Observations | null) {
  const { weekly, monthly, moments } = fund.series;
  const own = weekly.filter((value) => value !== null);
  const index = groupWeekly && lastOf(groupWeekly, weeksInWindow);
  const isKnown = own.length >= leastOwnWeeks;
  const completed = index && own.length < weekly.length ? completeHistory(weekly, index) : null;
  const gaps = weekly.flatMap((value, week) => {
    const reference = groupWeekly?.[week] ?? null;
    return value === null || reference === null ? [] : [value - reference];
  });
  const vev =
    moments &&
    valueAtRiskEquivalentVolatility(
      moments.values,
      fund.holdingYears ?? defaultHoldingYears,
      moments.periodsPerYear,
    );
  const year = monthly.length >= yearlyWindow ? monthly.slice(-yearlyWindow) : null;
  return {
    weeks: own.length,
    isProxy: completed !== null,
    // Without an index to complete it, a history below three years is too short for a risk.
    volatility:
      isKnown && (completed !== null || own.length >= leastWeeks)
        ? annualVolatility(completed?.returns ?? own, 52)
        : null,
    trackingError: isKnown && gaps.length >= leastOwnWeeks ? annualVolatility(gaps, 52) : null,
    vev,
    sri: vev === null ? null : marketRiskMeasure(vev),
    return1y: year && stable(year.reduce((product, value) => product * (1 + value), 1) - 1),
  };
}

/**
 * Everything the product derives from prices: risk of the funds, covariance of the peer groups, figures and ranks inside
 * the groups (engine.md sections 1 and 3 to 5). A fund without usable prices stays in the answer with unknown figures.
 */
export function marketFigures(funds: readonly MarketFund[], groups: readonly MarketGroup[]): MarketFigures {
  const steps = marketFigureSteps(funds, groups);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same piece by piece, a fund or a group at a time: whoever drives it may let others of the process have their turn in between. */
export function* marketFigureSteps(
  funds: readonly MarketFund[],
  groups: readonly MarketGroup[],
): Generator<undefined, MarketFigures> {
  const membersOf = Map.groupBy(funds, ({ groupId }) => groupId);
  const indexes: (MarketGroup & Record<'weekly' | 'monthly', Observations>)[] = [];
  for (const group of groups) {
    const members = membersOf.get(group.id) ?? [];
    const mean = (period: 'weekly' | 'monthly', window: number) =>
      meanReturns(
        members.map(({ series }) => series[period]),
        window,
      );
    indexes.push({
      ...group,
      weekly: mean('weekly', weeksInWindow),
      monthly: mean('monthly', monthsInWindow),
    });
    yield;
  }
  const moneyMarket = indexes.find(({ isMoneyMarket }) => isMoneyMarket);
  const riskFree = moneyMarket ? lastOf(moneyMarket.monthly, rankingWindow) : null;
  const ranked = new Map<
    number,
    { ranking: Record<RankingType, number | null>; ranks: Record<RankingType, number | null> }
  >();
  for (const group of indexes) {
    const members = membersOf.get(group.id) ?? [];
    const keys = yield* rankingKeys(members, riskFree, lastOf(group.monthly, rankingWindow));
    for (const type of rankingTypes) {
      const percentiles = percentilesOf(keys[type].map((figure) => figure && stable(figure.key)));
      members.forEach(({ id }, at) => {
        const row = ranked.get(id) ?? { ranking: nothing(), ranks: nothing() };
        const percentile = percentiles[at] ?? null;
        row.ranking[type] = keys[type][at]?.value ?? null;
        row.ranks[type] = percentile === null ? null : rankOfPercentile(percentile);
        ranked.set(id, row);
      });
      yield;
    }
  }
  const indexOf = new Map(indexes.map((group) => [group.id, group]));
  const figures: FundFigures[] = [];
  for (const fund of funds) {
    figures.push({
      id: fund.id,
      ...riskOf(fund, (fund.groupId !== null && indexOf.get(fund.groupId)?.weekly) || null),
      ...(ranked.get(fund.id) ?? { ranking: nothing(), ranks: nothing() }),
    });
    yield;
  }
  return { funds: figures, covariance: marketCovariance(indexes) };
}
