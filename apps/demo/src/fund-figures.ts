/** Key figures, ranks and covariance of the demo, computed from its stored prices as the product computes them. */
import type { DatedPrice, Distribution } from '@depotwerk/engine/estimation/price-grid';
import { fundSeries, marketCalendar } from '@depotwerk/engine/market/fund-series';
import {
  type FundFigures as EngineFigures,
  marketFigures as figuresOfMarket,
} from '@depotwerk/engine/market/market-figures';
import type { RankingType } from '@depotwerk/engine/ranking/ranking-figures';
import {
  marketRiskMeasure,
  returnMoments,
  valueAtRiskEquivalentVolatility,
} from '@depotwerk/engine/risk-indicator';
import { rankingTypeIdOf } from '@depotwerk/server/public';
import { type DemoFund, priceScale } from './demo-funds.ts';
import { peergroups } from './market-parameters.ts';

/** Ranking types by id; 11 is made of the others. */
export const rankingTypeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
export type RankingTypeId = (typeof rankingTypeIds)[number];

export interface FundFigures extends Omit<EngineFigures, 'ranking' | 'ranks' | 'sri'> {
  /** As the product computes and stores them. */
  readonly computed: EngineFigures;
  /** As its company states it. */
  readonly sri: number;
  /** Figures by ranking type; null without the history it needs. */
  readonly ranking: Readonly<Record<RankingTypeId, number | null>>;
}

export interface MarketFigures {
  /** By fund index; null for a fund that is not offered. */
  readonly funds: readonly (FundFigures | null)[];
  /** Rank 1 to 5 by fund index and ranking type. */
  readonly ranks: readonly (Readonly<Record<RankingTypeId, number | null>> | null)[];
  /** Annualised shrunk covariance of the peer groups. */
  readonly covariance: readonly (readonly number[])[];
  readonly weeks: number;
}

/** Peer group whose index is the riskless rate. */
export const moneyMarketKey = 'GELD_EUR';

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

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** Prices as they are stored: four decimals, two for what is no ETF (the simulation rounds them so). */
function storedPrices(fund: DemoFund, dayNumbers: readonly number[]): DatedPrice[] {
  const prices: DatedPrice[] = [];
  for (let day = fund.firstDay; day <= fund.lastDay; day += 1)
    prices.push({ day: dayNumbers[day] ?? 0, price: (fund.prices[day] ?? 0) / priceScale });
  return prices;
}

const storedDistributions = (fund: DemoFund): Distribution[] =>
  fund.distributions.map(({ date, amount }) => ({ day: dayNumber(date), amount }));

/** SRI a company states of a fund too young for the product to compute one. */
function statedSri(fund: DemoFund): number {
  const returns = Array.from(fund.returns.subarray(fund.firstDay + 1, fund.lastDay + 1), (value) =>
    Math.log1p(value),
  );
  const volatility = valueAtRiskEquivalentVolatility(returnMoments(returns), 5, 252);
  // Returns too wild for the formula are the greatest risk there is.
  return marketRiskMeasure(volatility ?? Number.POSITIVE_INFINITY);
}

function byId<Value>(values: Readonly<Record<RankingType, Value>>): Record<RankingTypeId, Value> {
  const entries = Object.entries(rankingTypeIdOf).map(([type, id]) => [id, values[type as RankingType]]);
  // Every type has an id and every id a type.
  return Object.fromEntries(entries) as Record<RankingTypeId, Value>;
}

/**
 * All figures of a market.
 *
 * @param funds those offered, in any order
 * @param days bank days of the sample
 * @param count funds there are, offered or not
 */
export function marketFigures(
  funds: readonly DemoFund[],
  days: readonly string[],
  count = funds.length,
): MarketFigures {
  const dayNumbers = days.map(dayNumber);
  const calendar = marketCalendar(dayNumbers.at(-1) ?? 0);
  const { funds: figures, covariance } = figuresOfMarket(
    funds.map((fund) => ({
      id: fund.id,
      groupId: fund.peergroupId,
      ter: fund.ter,
      esgScore: fund.esgScore,
      holdingYears: 5,
      series: fundSeries(storedPrices(fund, dayNumbers), storedDistributions(fund), calendar),
    })),
    peergroups.map(({ key }, index) => ({
      id: index + 1,
      isMoneyMarket: key === moneyMarketKey,
      isAppraisalSmoothed: false,
    })),
  );
  const all: (FundFigures | null)[] = Array.from({ length: count }, () => null);
  const ranks: MarketFigures['ranks'][number][] = Array.from({ length: count }, () => null);
  const fundOf = new Map(funds.map((fund) => [fund.id, fund]));
  for (const computed of figures) {
    const { id, ranking, ranks: own, sri, ...rest } = computed;
    const fund = fundOf.get(id);
    if (fund === undefined) throw new RangeError(`No fund ${id}.`);
    all[id - 1] = { ...rest, id, computed, sri: sri ?? statedSri(fund), ranking: byId(ranking) };
    ranks[id - 1] = byId(own);
  }
  return { funds: all, ranks, covariance: covariance.covariance, weeks: covariance.weeks };
}
