import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { excludedByMaker, statedMarket } from '@depotwerk/engine/ranking/target-market';
import type { DbContext, Reader, ReadQuery } from '../../platform/database/database.ts';
import type { RiskFund } from './risk-market.view.ts';

/** Rank shown where no ranking type is named: the composite one. */
const compositeRanking = 11;

/** Columns of a listed fund `f` with its group `g`, category `k` and rank `r`. */
const selection = `f.id, f.isin, f.name, f.peergroup_id as "peergroupId", g.peergroup_name as "peergroupName",
  k.category_color as "categoryColor", f.is_etf as "isETF", (f.is_inactive or f.fund_status <> 'open') as "isInactive",
  f.ongoing_fee as "ongoingFee", f.risk_indicator as "riskIndicator", f.sfdr_article as "sfdrArticle",
  r.fund_rank as rank, f.mifid_r as "mifidR", nullif(f.target_market, '{}') as "targetMarket",
  f.recommended_holding_years as "holdingYears"`;

/** What is read of a fund: instead of whom its manufacturer excludes, what he says. */
type ListedRow = Omit<ListedFund, 'excludes'> & Pick<RiskFund, 'mifidR' | 'targetMarket' | 'holdingYears'>;

/** Funds by id in the order asked for; unknown ids are left out, of an id named twice the first place counts. */
const listedFundsQuery = (
  ids: readonly number[],
  rankingTypeId: number = compositeRanking,
): ReadQuery<ListedRow> => ({
  sql: `select ${selection}
    from (select id, min(place) as place from unnest($1::int[]) with ordinality as given (id, place) group by id) asked
    join funds f on f.id = asked.id
    left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
    left join fund_categories k on k.tenant_id = f.tenant_id and k.id = coalesce(f.category_id, g.category_id)
    left join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = $2::int
   order by asked.place`,
  parameters: [ids, rankingTypeId],
});

function toListedFund({ mifidR, targetMarket, holdingYears, ...fund }: ListedRow): ListedFund {
  const stated = { mifidR, sri: fund.riskIndicator, ...statedMarket({ targetMarket, holdingYears }) };
  const { retail, lowestClass } = excludedByMaker(stated);
  return { ...fund, excludes: retail ? 'retail' : lowestClass ? 'lowestClass' : null };
}

/** Funds by id as the wizards list them. */
export async function readListedFunds(
  reader: Reader,
  context: DbContext,
  ids: readonly number[],
  rankingTypeId?: number,
): Promise<ListedFund[]> {
  if (ids.length === 0) return [];
  const rows = await reader.read(context, listedFundsQuery(ids, rankingTypeId));
  return rows.map(toListedFund);
}
