import type { DbContext, Reader, ReadQuery } from '../../platform/database/database.ts';
import type { FundRow, GroupRow, MarketRows, RankRow, TariffRows } from './tariff-rows.ts';

/** Ranks of tariffs that name none, the hybrid ones: by risk-adjusted return. */
const defaultRankingTypeId = 4;

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
      sql: `select g.id, g.peergroup_name as name, g.colour, array_agg(o.other_peergroup_id) as others,
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
                f.considers_pai as "considersPai", f.unit_decimals as "unitDecimals", f.minimum_order as "minimumOrder",
                f.minimum_savings_amount as "minimumSavingsAmount", f.mifid_r as "mifidR", f.kiid is not null as "hasKiid",
                f.price, f.price_date as "priceDate", k.tracking_error as "trackingError",
                k.info_ratio_3y as "informationRatio"
           from funds f
           left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
           left join fund_categories c on c.tenant_id = f.tenant_id and c.id = f.category_id
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

interface TariffRow {
  tariffVersionId: string | null;
  versionNumber: number | null;
  riskTypeId: number | null;
  usesQuota: boolean | null;
  isHybrid: boolean;
  rankingTypeId: number | null;
  shortlistSize: number | null;
  minimumRank: number | null;
  allowsUnrated: boolean | null;
  limits: number[];
  gainLimit: number | null;
  classes: TariffRows['classes'];
  groupFractions: TariffRows['groupFractions'];
  fundFractions: TariffRows['fundFractions'];
  selectedFundIds: number[];
  universe: UniverseRow | null;
  silencedHintIds: number[];
}

interface UniverseRow {
  isManual: boolean;
  universeTypeId: number | null;
  maximumRiskIndicator: number | null;
  items: number[];
}

const tariffSql = `
select v.id as "tariffVersionId", v.version_number as "versionNumber", y.is_hybrid_tariff_type as "isHybrid",
  coalesce(r.risk_type_id, m.risk_type_id) as "riskTypeId", coalesce(r.use_quota, m.use_quota) as "usesQuota",
  s.ranking_type_id as "rankingTypeId", s.fund_shortlist_size as "shortlistSize", s.minimum_rank as "minimumRank",
  s.allows_unrated as "allowsUnrated", t.gain_note_limit as "gainLimit",
  array[t.min_securities_portfolio, t.max_securities_portfolio, t.min_security_fraction_portfolio,
    t.max_security_fraction_portfolio, t.min_security_value_portfolio, t.max_security_value_portfolio,
    t.min_securities_savings_plan, t.max_securities_savings_plan, t.min_security_fraction_savings_plan,
    t.max_security_fraction_savings_plan, t.min_security_value_savings_plan,
    t.max_security_value_savings_plan]::numeric[] as limits,
  case when y.is_hybrid_tariff_type then
    (select coalesce(json_agg(json_build_object('riskClassId', i.risk_class_id, 'target', i.target, 'range', i.range,
        'sriLimit', i.maximum_risk_indicator) order by i.risk_class_id), '[]')
       from fund_matrix_classes i where i.tenant_id = t.tenant_id and i.tariff_id = t.id)
  else
    (select coalesce(json_agg(json_build_object('riskClassId', i.risk_class_id, 'target', i.target, 'range', i.range,
        'sriLimit', i.maximum_risk_indicator) order by i.risk_class_id), '[]')
       from risk_items i where i.tenant_id = t.tenant_id and i.component_id = t.component_risk_id)
  end as classes,
  (select coalesce(json_agg(json_build_object('riskClassId', i.risk_class_id, 'peergroupId', i.peergroup_id,
      'fraction', i.fraction) order by i.risk_class_id, i.peergroup_id), '[]')
     from allocation_items i where i.tenant_id = t.tenant_id and i.component_id = t.component_allocation_id
      and i.fraction > 0) as "groupFractions",
  (select coalesce(json_agg(json_build_object('riskClassId', i.risk_class_id, 'fundId', i.fund_id,
      'fraction', i.fraction) order by i.risk_class_id, i.sort_order, i.fund_id), '[]')
     from fund_matrix_items i where i.tenant_id = t.tenant_id and i.tariff_id = t.id) as "fundFractions",
  (select coalesce(json_agg(i.fund_id order by i.sort_order, i.fund_id), '[]') from selected_funds i
    where i.tenant_id = t.tenant_id and i.component_id = t.component_selection_id) as "selectedFundIds",
  (select json_build_object('isManual', u.is_manual, 'universeTypeId', u.universe_type_id, 'maximumRiskIndicator',
      u.maximum_risk_indicator, 'items', (select coalesce(json_agg(i.fund_id order by i.fund_id), '[]')
        from universe_items i where i.tenant_id = u.tenant_id and i.component_id = u.component_id))
     from universe_components u where u.tenant_id = t.tenant_id and u.component_id = t.component_universe_id) as universe,
  (select coalesce(json_agg(h.optimization_hint_id order by h.optimization_hint_id), '[]') from tariff_hint_answers h
    where h.tenant_id = t.tenant_id and h.tariff_id = t.id and h.answer_id = 1) as "silencedHintIds"
from tariffs t
join tariff_types y on y.id = t.tariff_type_id
left join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
left join risk_components r on r.tenant_id = t.tenant_id and r.component_id = t.component_risk_id
left join fund_matrices m on m.tenant_id = t.tenant_id and m.tariff_id = t.id
left join selection_components s on s.tenant_id = t.tenant_id and s.component_id = t.component_selection_id
where t.id = $1`;

/** What is stored of a tariff; null when there is none. `market` decides what an automatic universe holds. */
export async function readTariffRows(
  reader: Reader,
  context: DbContext,
  tariffId: string,
  market: MarketRows,
): Promise<TariffRows | null> {
  const [row] = await reader.read<TariffRow>(context, { sql: tariffSql, parameters: [tariffId] });
  if (!row) return null;
  const limitsFrom = (at: number) => ({
    count: { min: row.limits[at] ?? null, max: row.limits[at + 1] ?? null },
    share: { min: row.limits[at + 2] ?? null, max: row.limits[at + 3] ?? null },
    value: { min: row.limits[at + 4] ?? null, max: row.limits[at + 5] ?? null },
  });
  return {
    tariffId,
    tariffVersionId: row.tariffVersionId,
    versionNumber: row.versionNumber,
    riskTypeId: row.riskTypeId ?? 1,
    usesQuota: row.usesQuota ?? false,
    isHybrid: row.isHybrid,
    rankingTypeId: row.rankingTypeId ?? defaultRankingTypeId,
    shortlistSize: row.shortlistSize ?? 5,
    minimumRank: row.minimumRank,
    allowsUnrated: row.allowsUnrated ?? true,
    classes: row.classes,
    groupFractions: row.groupFractions,
    fundFractions: row.fundFractions,
    selectedFundIds:
      row.selectedFundIds.length > 0 ? row.selectedFundIds : fundsOfUniverse(row.universe, market),
    silencedHintIds: row.silencedHintIds,
    portfolioLimits: limitsFrom(0),
    savingsPlanLimits: limitsFrom(6),
    gainLimit: row.gainLimit,
  };
}

/** Funds of a universe without a selection of its own: those named, or all of its type (G-45, universe types). */
function fundsOfUniverse(universe: UniverseRow | null, market: MarketRows): number[] {
  if (!universe) return [];
  if (universe.isManual) return universe.items;
  const isOfType = (fund: FundRow): boolean => {
    switch (universe.universeTypeId) {
      case 2:
        return fund.isEtf;
      case 3:
        return !fund.isEtf;
      case 4:
        return (fund.sfdrArticle ?? 6) >= 8;
      case 5:
        return fund.minimumSavingsAmount !== null;
      case 6:
        return (fund.riskIndicator ?? 7) <= (universe.maximumRiskIndicator ?? 7);
      default:
        return true;
    }
  };
  return market.funds.filter((fund) => fund.status === 'open' && isOfType(fund)).map(({ id }) => id);
}
