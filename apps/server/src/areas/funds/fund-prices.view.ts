import type { getFundPrices } from '@depotwerk/api/funds';
import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import { sampleDeviation } from '@depotwerk/engine/figures/performance-figures';
import type * as z from 'zod/mini';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { firstDayOf } from '../contracts/public.ts';

type FundPrices = z.output<(typeof getFundPrices)['answer']>;
interface PricePoint {
  date: string;
  price: number;
}

const mostPoints = 600;
/** A deviation of fewer weekly returns says nothing. */
const fewestReturns = 12;
const weeksPerYear = 52;

/** Price series of a period that ends today, thinned evenly; first and last price always stay. 404 without the fund. */
export async function readFundPrices(
  services: Services,
  scope: Scope,
  fundId: number,
  period: ChartPeriod,
  today: string,
): Promise<FundPrices> {
  const [funds, prices] = await services.database.readMany<[{ currency: string }, PricePoint]>(scope, [
    {
      sql: 'select currency from funds where tenant_id = $1 and id = $2',
      parameters: [scope.tenantId, fundId],
    },
    {
      sql: `select price_date as date, price from fund_prices
             where tenant_id = $1 and fund_id = $2 and price_date between coalesce($3::date, '0001-01-01') and $4::date
             order by price_date`,
      parameters: [scope.tenantId, fundId, firstDayOf(period, today), today],
    },
  ]);
  const [fund] = funds;
  if (!fund) throw notFound();
  const first = prices[0];
  const last = prices.at(-1);
  return {
    fundId,
    currency: fund.currency,
    prices: thin(prices),
    volatility: weeklyVolatility(prices),
    periodReturn: first && last && prices.length > 1 ? round(last.price / first.price - 1) : null,
  };
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** At most `mostPoints`, evenly spread by position. */
export function thin(prices: readonly PricePoint[]): PricePoint[] {
  if (prices.length <= mostPoints) return [...prices];
  const step = (prices.length - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, index) => prices[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

/** Annual volatility in percent from the last price of each week (engine rules, section 1); null when too short. */
export function weeklyVolatility(prices: readonly PricePoint[]): number | null {
  const weekly = new Map<number, number>();
  // Day 0 of the count is a Thursday; weeks here end on Sunday, so Friday's price is the last of its week.
  for (const { date, price } of prices) {
    weekly.set(Math.floor((Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 3) / 7), price);
  }
  const weeks = [...weekly].toSorted(([a], [b]) => a - b);
  const returns = weeks.slice(1).flatMap(([week, price], index) => {
    const [previousWeek, previous] = weeks[index] ?? [week, price];
    // A week without a price is missing, not a return over two weeks.
    return week - previousWeek === 1 ? [price / previous - 1] : [];
  });
  if (returns.length < fewestReturns) return null;
  return Math.round(sampleDeviation(returns) * Math.sqrt(weeksPerYear) * 1e4) / 100;
}
