import type { DbContext, Reader, ReadQuery } from '../../platform/database/database.ts';
import { euroPrice, euroPriceDate } from '../funds/public.ts';
import { type StoredTariffContent, tariffRowsOfContent } from './tariff-content-rows.view.ts';
import type { FundRow, GroupRow, MarketRows, RankRow, TariffRows } from './tariff-rows.ts';

/**
 * Changes with every statement that changed fund data or tariffs of the tenant; equal = what was read is still true.
 * Read before the data, so that data never is older than its stamp.
 */
export const stampQuery: ReadQuery<{ stamp: string }> = {
  sql: `select count(*) || ':' || coalesce(max(id), 0) || ':' || coalesce(sum(id), 0) as stamp from advice_changes`,
  parameters: [],
};

interface CovarianceRow extends Omit<GroupRow, 'covariance'> {
  others: number[];
  covariances: number[];
}

/** All fund data of the tenant. */
export async function readMarket(reader: Reader, context: DbContext): Promise<MarketRows> {
  const [groups, funds] = await reader.readMany<[CovarianceRow, FundRow]>(context, [
    // Groups without covariance are unknown to the model: funds in them have no risk data.
    {
      sql: `select g.id, g.peergroup_name as name, g.colour, g.region, g.sector, array_agg(o.other_peergroup_id) as others,
                array_agg(o.covariance) as covariances
                from peergroups g join peergroup_covariances o on o.tenant_id = g.tenant_id and o.peergroup_id = g.id
               group by g.tenant_id, g.id order by g.id`,
      parameters: [],
    },
    {
      sql: `select f.id, f.isin, f.name, f.company_name as company, f.peergroup_id as "peergroupId",
                c.category_name as "categoryName", c.category_color as "categoryColor", f.fund_status as status,
                f.is_inactive as "isInactive", f.successor_fund_id as "successorFundId", f.is_etf as "isEtf",
                f.ongoing_fee as "ongoingFee", f.distribution_fee as "distributionFee",
                coalesce(f.equity_quota, g.equity_quota) as "equityQuota", f.risk_indicator as "riskIndicator",
                f.sfdr_article as "sfdrArticle", f.minimum_share_sustainable as "minimumShareSustainable",
                f.minimum_share_taxonomy as "minimumShareTaxonomy",
                f.considers_pai as "considersPai", f.unit_decimals as "unitDecimals", f.minimum_order as "minimumOrder",
                f.minimum_savings_amount as "minimumSavingsAmount",
                f.is_savings_plan_capable as "isSavingsPlanCapable", f.mifid_r as "mifidR",
                nullif(f.target_market, '{}') as "targetMarket", f.recommended_holding_years as "holdingYears",
                f.kiid is not null or exists (select from documents d where d.tenant_id = f.tenant_id and d.fund_id = f.id
                  and d.document_type = 'kiid') as "hasKiid",
                ${euroPrice} as price, ${euroPriceDate} as "priceDate", k.tracking_error as "trackingError",
                k.info_ratio_3y as "informationRatio"
           from funds f
           left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
           left join fund_categories c on c.tenant_id = f.tenant_id and c.id = coalesce(f.category_id, g.category_id)
           left join fund_key_figures k on k.tenant_id = f.tenant_id and k.fund_id = f.id
          order by f.id`,
      parameters: [],
    },
  ]);
  return {
    groups: groups.map(({ others, covariances, ...group }) => {
      const valueOf = new Map(others.map((other, k) => [other, covariances[k]]));
      return { ...group, covariance: groups.map(({ id }) => valueOf.get(id) ?? 0) };
    }),
    funds,
  };
}

/** Ranks of all funds by one ranking type. */
export const readRanks = (reader: Reader, context: DbContext, rankingTypeId: number): Promise<RankRow[]> =>
  reader.read<RankRow>(context, {
    sql: `select fund_id as "fundId", fund_rank as rank, ranking_value as value from fund_ranks
           where ranking_type_id = $1`,
    parameters: [rankingTypeId],
  });

/** A version of a tariff with all it says. */
export interface TariffVersionContent {
  readonly tariffVersionId: string;
  readonly versionNumber: number;
  readonly content: StoredTariffContent;
}

/** The content contracts of a tariff follow: that of its published version; null when there is none. */
export async function readPublishedContent(
  reader: Reader,
  context: DbContext,
  tariffId: string,
): Promise<TariffVersionContent | null> {
  const [row] = await reader.read<TariffVersionContent>(context, {
    sql: `select id as "tariffVersionId", version_number as "versionNumber", content from tariff_versions
           where tariff_id = $1 and state = 'published'`,
    parameters: [tariffId],
  });
  return row ?? null;
}

/** What contracts of a tariff are checked against; null when none of its versions is published. */
export async function readTariffRows(
  reader: Reader,
  context: DbContext,
  tariffId: string,
  market: MarketRows,
): Promise<TariffRows | null> {
  const version = await readPublishedContent(reader, context, tariffId);
  return version && tariffRowsOfContent(version.content, { tariffId, ...version }, market);
}
