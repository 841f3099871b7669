import type { getFundPrices } from '@depotwerk/api/funds/funds';
import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import { sampleDeviation } from '@depotwerk/engine/figures/performance-figures';
import type * as z from 'zod/mini';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
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

/** Most points of one fund beside others: one for every week or so of five years is enough for a picture and keeps what is stored small. */
const mostCommonPoints = 150;

/**
 * The prices of several funds on days on which all of them have one, so that what is compared begins and ends on the same
 * days; by fund, thinned alike.
 */
export async function readCommonPrices(
  services: ReadServices,
  scope: Scope,
  fundIds: readonly number[],
  period: ChartPeriod,
  today: string,
): Promise<ReadonlyMap<number, readonly PricePoint[]>> {
  const rows = await services.database.read<{ date: string; prices: Record<string, number> }>(scope, {
    sql: `select price_date as date, jsonb_object_agg(fund_id, price) as prices from fund_prices
           where tenant_id = $1 and fund_id = any ($2::integer[])
             and price_date between coalesce($3::date, '0001-01-01') and $4::date
           group by price_date having count(*) = cardinality($2::integer[]) order by price_date`,
    parameters: [scope.tenantId, fundIds, firstDayOf(period, today), today],
  });
  const days = thin(rows, mostCommonPoints);
  return new Map(
    fundIds.map((fundId) => [
      fundId,
      days.flatMap(({ date, prices }) => {
        const price = prices[fundId];
        return price === undefined ? [] : [{ date, price }];
      }),
    ]),
  );
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** At most so many points, evenly spread by position, the first and the last among them. */
export function thin<Point>(points: readonly Point[], most = mostPoints): Point[] {
  if (points.length <= most) return [...points];
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => points[Math.round(index * step)]).filter(
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
