import type { FundSeries } from '@depotwerk/engine/market/fund-series';
import { type MarketFigures, marketFigureSteps } from '@depotwerk/engine/market/market-figures';
import type { Database, DbContext } from '../../../platform/database/database.ts';
import { inTurns } from '../../../platform/map-in-turns.ts';
import { toIsoDay } from './day-number.ts';
import { figureCurrency, readCalendar, readFigureFunds, readSeries } from './price-series.view.ts';

/** A finding of one fund as it is stored; days as ISO dates. */
export interface StoredFinding {
  readonly fund_id: number;
  readonly finding: string;
  readonly first_day: string;
  readonly last_day: string;
}

/** Equity quota of a peer group and whose index is the riskless rate. */
export interface FigureGroup {
  readonly id: number;
  readonly equityQuota: number;
  readonly isMoneyMarket: boolean;
  readonly isAppraisalSmoothed: boolean;
}

/** What is computed of a tenant's market. */
export interface ComputedFigures {
  /** Newest day of prices; null: there are none. */
  readonly calculatedFor: string | null;
  readonly market: MarketFigures;
  readonly series: ReadonlyMap<number, FundSeries>;
  readonly groups: readonly FigureGroup[];
  readonly findings: readonly StoredFinding[];
}

const noPrices: FundSeries = {
  firstDay: null,
  lastDay: null,
  weekly: [],
  monthly: [],
  firstMonth: 1,
  moments: null,
  findings: [],
};

/** Reads all prices of the tenant and computes everything the product derives from them; writes nothing. */
export async function computeFigures(
  database: Pick<Database, 'read' | 'readMany'>,
  context: DbContext,
  today: string,
): Promise<ComputedFigures> {
  const funds = await readFigureFunds(database, context);
  const groups = await database.read<FigureGroup>(context, {
    sql: `select id, equity_quota as "equityQuota", is_money_market as "isMoneyMarket",
            is_appraisal_smoothed as "isAppraisalSmoothed" from peergroups order by id`,
    parameters: [],
  });
  const calendar = await readCalendar(database, context, today);
  const own = funds.filter(({ currency }) => currency === figureCurrency).map(({ id }) => id);
  const series = calendar
    ? await readSeries(database, context, own, calendar)
    : new Map<number, FundSeries>();
  const market = await inTurns(
    marketFigureSteps(
      funds.map((fund) => ({
        id: fund.id,
        groupId: fund.peergroupId,
        ter: fund.ongoingFee,
        esgScore: fund.esgScore,
        holdingYears: fund.holdingYears,
        series: series.get(fund.id) ?? noPrices,
      })),
      groups,
    ),
  );
  const findings: StoredFinding[] = [];
  for (const [fundId, { findings: found }] of series)
    for (const { kind, fromDay, toDay } of found)
      findings.push({
        fund_id: fundId,
        finding: kind,
        first_day: toIsoDay(fromDay),
        last_day: toIsoDay(toDay),
      });
  for (const { id, currency } of funds)
    if (currency !== figureCurrency && calendar)
      findings.push({
        fund_id: id,
        finding: 'foreignCurrency',
        first_day: toIsoDay(calendar.newestDay),
        last_day: toIsoDay(calendar.newestDay),
      });
  return { calculatedFor: calendar && toIsoDay(calendar.newestDay), market, series, groups, findings };
}
