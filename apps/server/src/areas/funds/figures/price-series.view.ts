import {
  type FundSeries,
  fundSeries,
  type MarketCalendar,
  marketCalendar,
  weeksInWindow,
} from '@depotwerk/engine/market/fund-series';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { takeTurns } from '../../../platform/map-in-turns.ts';

/** Currency figures are computed in; prices in another one would need exchange rates. */
export const figureCurrency = 'EUR';

/** A fund as the computation needs it. */
export interface FigureFund {
  readonly id: number;
  readonly peergroupId: number | null;
  readonly currency: string;
  readonly ongoingFee: number | null;
  readonly esgScore: number | null;
  readonly holdingYears: number | null;
}

interface SeriesRow {
  fundId: number;
  days: number[];
  prices: number[];
  exDays: number[] | null;
  amounts: number[] | null;
}

/** Funds whose prices are in memory at a time: 1,300 prices each make some megabytes. */
const fundsPerRead = 100;
const dayNumber = (column: string) => `(${column} - date '1970-01-01')`;
/** Days of prices before the newest Friday that the longest window can use. */
const historyDays = 7 * weeksInWindow + 62;

/** Funds in the order of their ids. */
export function readFigureFunds(reader: Reader, context: DbContext): Promise<FigureFund[]> {
  return reader.read<FigureFund>(context, {
    sql: `select f.id, f.peergroup_id as "peergroupId", f.currency, f.ongoing_fee as "ongoingFee",
            f.esg_performance_score as "esgScore", f.recommended_holding_years as "holdingYears"
          from funds f order by f.id`,
    parameters: [],
  });
}

/** Calendar of the tenant's market: its newest price not after today; null without any price. */
export async function readCalendar(
  reader: Reader,
  context: DbContext,
  today: string,
): Promise<MarketCalendar | null> {
  const [row] = await reader.read<{ newest: number | null }>(context, {
    sql: `select max(${dayNumber('f.price_date')})::int as newest from funds f
          where f.currency = $1 and f.price_date <= $2::date`,
    parameters: [figureCurrency, today],
  });
  return row?.newest == null ? null : marketCalendar(row.newest);
}

/** The series of funds, read and reduced to returns a hundred at a time, so that memory stays flat. */
export async function readSeries(
  reader: Reader,
  context: DbContext,
  fundIds: readonly number[],
  calendar: MarketCalendar,
): Promise<Map<number, FundSeries>> {
  const series = new Map<number, FundSeries>();
  const turn = takeTurns();
  for (let from = 0; from < fundIds.length; from += fundsPerRead) {
    const rows = await reader.read<SeriesRow>(context, {
      sql: `select p.fund_id as "fundId", array_agg(${dayNumber('p.price_date')} order by p.price_date) as days,
              array_agg(p.price::float8 order by p.price_date) as prices,
              (select array_agg(${dayNumber('d.ex_date')} order by d.ex_date) from fund_distributions d
                where d.tenant_id = p.tenant_id and d.fund_id = p.fund_id) as "exDays",
              (select array_agg(d.amount::float8 order by d.ex_date) from fund_distributions d
                where d.tenant_id = p.tenant_id and d.fund_id = p.fund_id) as amounts
            from fund_prices p
            where p.fund_id = any ($1::int[]) and p.price_date > date '1970-01-01' + $2::int
              and p.price_date <= date '1970-01-01' + $3::int
            group by p.tenant_id, p.fund_id`,
      parameters: [
        fundIds.slice(from, from + fundsPerRead),
        calendar.newestFriday - historyDays,
        calendar.newestDay,
      ],
    });
    for (const { fundId, days, prices, exDays, amounts } of rows) {
      await turn();
      const dated = days.map((day, at) => ({ day, price: prices[at] ?? Number.NaN }));
      const distributions = (exDays ?? []).map((day, at) => ({ day, amount: amounts?.[at] ?? 0 }));
      series.set(fundId, fundSeries(dated, distributions, calendar));
    }
  }
  return series;
}
