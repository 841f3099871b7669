import type { portfolio } from '@depotwerk/api/contracts/contract-detail';
import { toCents } from '@depotwerk/domain/money';
import type * as z from 'zod/mini';
import { toPercentPoints } from './contract-item.ts';

export type Portfolio = z.output<typeof portfolio>;
type PortfolioEntry = Portfolio['portfolioEntries'][number];

/** Rank shown beside a holding when the tariff names no ranking of its own: the overall rank. */
const overallRanking = 11;

/** A portfolio `p` with its entries as JSON; the query around it gives `p` and joins contract `c`. */
export const portfolioSelection = `p.id, p.contract_id, p.valuation_date, p.total_value, p.cash_value, p.non_funds_value,
  p.paid_in, p.reserve_value, p.guarantee_fund_quantity, p.risk_value, p.share_quota,
  coalesce((select json_agg(json_build_object('id', e.id, 'fundId', e.fund_id, 'isin', f.isin, 'fundName', f.name,
      'categoryName', fc.category_name, 'categoryColor', fc.category_color, 'quantity', e.quantity, 'price', e.price,
      'priceDate', e.price_date, 'value', e.value, 'fraction', e.fraction, 'costValue', e.cost_value,
      'oneYearReturn', k.return_1y, 'peergroupId', f.peergroup_id, 'peergroupName', pg.peergroup_name,
      'rank', r.fund_rank, 'isLocked', e.is_locked) order by e.value desc, e.sort_order, e.id)
     from portfolio_entries e
     join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
     left join peergroups pg on pg.tenant_id = f.tenant_id and pg.id = f.peergroup_id
     left join fund_categories fc on fc.tenant_id = f.tenant_id and fc.id = coalesce(f.category_id, pg.category_id)
     left join fund_key_figures k on k.tenant_id = f.tenant_id and k.fund_id = f.id
     left join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = coalesce((
       select t.ranking_type_id from tariffs t where t.tenant_id = c.tenant_id and t.id = c.tariff_id), ${overallRanking})
    where e.tenant_id = p.tenant_id and e.portfolio_id = p.id), '[]') as entries`;

export interface PortfolioRow {
  id: string;
  contract_id: string;
  valuation_date: string;
  total_value: number;
  cash_value: number;
  non_funds_value: number;
  paid_in: number | null;
  reserve_value: number;
  guarantee_fund_quantity: number;
  risk_value: number | null;
  share_quota: number | null;
  entries: Omit<PortfolioEntry, 'gainLoss'>[];
}

/** Percent values of the database become percentage points; gain and loss are formed in cents, unknown without a purchase value. */
export function toPortfolio(row: PortfolioRow): Portfolio {
  return {
    id: row.id,
    contractId: row.contract_id,
    valuationDate: row.valuation_date,
    totalValue: row.total_value,
    cashValue: row.cash_value,
    nonFundsValue: row.non_funds_value,
    contributionsValue: row.paid_in,
    reserveValue: row.reserve_value,
    guaranteeFundQuantity: row.guarantee_fund_quantity,
    riskValue: toPercentPoints(row.risk_value),
    shareQuota: toPercentPoints(row.share_quota),
    portfolioEntries: row.entries.map((entry) => ({
      ...entry,
      gainLoss: entry.costValue === null ? null : (toCents(entry.value) - toCents(entry.costValue)) / 100,
    })),
  };
}
