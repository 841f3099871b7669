import type { CallAnswer } from '@depotwerk/api/call';
import type {
  FundDetail,
  getFundLookups as getFundLookupsCall,
  getFundUsage as getFundUsageCall,
} from '@depotwerk/api/funds/fund-management';
import { notEnded } from '../../platform/depot-content/plan-days.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { type FundRow, fundJoins, fundSelection, toFund } from './fund-row.ts';
import { inUniverseOfTariff } from './tariff-universe.view.ts';

/** Members of the detail that are columns of their own, under the answer's names. */
type OwnColumns = Omit<FundDetail, 'fund' | 'successor'>;
interface DetailRow extends FundRow, OwnColumns {
  fund_status: FundDetail['fund']['fundStatus'];
  successor_id: number | null;
  successor_name: string;
  successor_isin: string;
}

const detailSelection = `f.fund_status, f.category_id as "ownCategoryId", s.id as successor_id,
  s.name as successor_name, s.isin as successor_isin, f.minimum_order as "minimumOrder",
  f.minimum_savings_amount as "minimumSavingsAmount", f.domicile, f.distribution_policy as "distributionPolicy",
  f.launch_date as "launchDate", f.kiid_date as "kiidDate", f.management_fee as "managementFee",
  f.transaction_costs as "transactionCosts", f.entry_fee as "entryFee", f.exit_fee as "exitFee",
  f.performance_fee as "performanceFee", f.distribution_fee as "distributionFee",
  f.equity_quota as "equityQuota",
  coalesce(y.volatility, f.volatility) as "volatility",
  case when y.fund_id is not null then jsonb_build_object('calculatedFor', y.calculated_for, 'dataFrom', y.data_from,
    'dataTo', y.data_to, 'observations', y.observations, 'isProxy', y.is_proxy) end as figures, f.minimum_share_taxonomy as "minimumShareTaxonomy",
  f.minimum_share_sustainable as "minimumShareSustainable", f.considers_pai as "considersPai",
  f.data_source as "dataSource", f.data_date as "dataDate", f.row_version as "rowVersion"`;

/** Everything known of a fund. @throws 404 */
export async function readFundDetail(
  services: ReadServices,
  scope: Scope,
  fundId: number,
): Promise<FundDetail> {
  const row = await readOne<DetailRow>(services.database, scope, {
    sql: `select ${fundSelection}, ${detailSelection} from funds f ${fundJoins}
      left join funds s on s.tenant_id = f.tenant_id and s.id = f.successor_fund_id
      left join fund_key_figures y on y.tenant_id = f.tenant_id and y.fund_id = f.id where f.id = $1`,
    parameters: [fundId],
  });
  return {
    fund: { ...toFund(row), fundStatus: row.fund_status },
    ownCategoryId: row.ownCategoryId,
    successor:
      row.successor_id === null
        ? null
        : { id: row.successor_id, name: row.successor_name, isin: row.successor_isin },
    minimumOrder: row.minimumOrder,
    minimumSavingsAmount: row.minimumSavingsAmount,
    domicile: row.domicile,
    distributionPolicy: row.distributionPolicy,
    launchDate: row.launchDate,
    kiidDate: row.kiidDate,
    managementFee: row.managementFee,
    transactionCosts: row.transactionCosts,
    entryFee: row.entryFee,
    exitFee: row.exitFee,
    performanceFee: row.performanceFee,
    distributionFee: row.distributionFee,
    equityQuota: row.equityQuota,
    volatility: row.volatility,
    figures: row.figures,
    minimumShareTaxonomy: row.minimumShareTaxonomy,
    minimumShareSustainable: row.minimumShareSustainable,
    considersPai: row.considersPai,
    dataSource: row.dataSource,
    dataDate: row.dataDate,
    rowVersion: row.rowVersion,
  };
}

type Usage = CallAnswer<typeof getFundUsageCall>;

/** Contracts are counted up to here; whoever sees the limit knows enough. */
const countLimit = 100_000;

/** Where a fund is used. Contracts of the whole tenant are counted for those who may edit funds only. @throws 404 */
export async function readFundUsage(services: ReadServices, scope: Scope, fundId: number): Promise<Usage> {
  const mayCount = scope.permissions.has('funds.edit');
  const counted = (entries: string, owner: string, key: string, isCurrent: string) =>
    `case when $2 then (select count(*)::int from (select distinct p.contract_id from ${entries} e
       join ${owner} p on p.tenant_id = e.tenant_id and p.id = e.${key} and ${isCurrent}
       join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id and c.deleted_at is null
      where e.tenant_id = f.tenant_id and e.fund_id = f.id limit ${countLimit}) counted) end`;
  const [tariffs, [counts]] = await services.database.readMany<
    [Usage['tariffs'][number], { contractCount: number | null; savingsPlanCount: number | null }]
  >(scope, [
    {
      sql: `select id, name, is_inactive as "isInactive", uses from (
        select t.id, t.name, t.is_inactive, array_remove(array[
            case when t.component_universe_id is not null and ${inUniverseOfTariff} then 'universe' end,
            case when exists (select 1 from selected_funds x where x.tenant_id = t.tenant_id
              and x.component_id = t.component_selection_id and x.fund_id = f.id) then 'selection' end,
            case when exists (select 1 from fund_matrix_items x where x.tenant_id = t.tenant_id
              and x.tariff_id = t.id and x.fund_id = f.id) then 'fundMatrix' end,
            case when t.guarantee_security_id = f.id then 'guarantee' end], null) as uses
          from funds f join tariffs t on t.tenant_id = f.tenant_id where f.id = $1) used
       where cardinality(uses) > 0 order by is_inactive, fold_text(name), id`,
      parameters: [fundId],
    },
    {
      sql: `select ${counted('portfolio_entries', 'portfolios', 'portfolio_id', 'p.is_current')} as "contractCount",
          ${counted('savings_plan_entries', 'savings_plans', 'savings_plan_id', notEnded('p'))} as "savingsPlanCount"
        from funds f where f.id = $1`,
      parameters: [fundId, mayCount],
    },
  ]);
  if (!counts) throw notFound();
  return { tariffs, ...counts, countLimit };
}

/** Categories, peer groups and rating types to choose from. */
export async function readFundLookups(
  services: ReadServices,
  scope: Scope,
): Promise<CallAnswer<typeof getFundLookupsCall>> {
  type Lookups = CallAnswer<typeof getFundLookupsCall>;
  const [categories, peergroups, ratingTypes] = await services.database.readMany<
    [Lookups['categories'][number], Lookups['peergroups'][number], Lookups['ratingTypes'][number]]
  >(scope, [
    {
      sql: `select id, category_name as "categoryName", category_color as "categoryColor" from fund_categories
             order by sort_order, category_name, id`,
      parameters: [],
    },
    {
      sql: `select id, peergroup_name as "peergroupName", colour, category_id as "categoryId",
              is_inactive as "isInactive" from peergroups order by fold_text(peergroup_name), id`,
      parameters: [],
    },
    { sql: 'select id, rating_type_name as "ratingTypeName" from rating_types order by id', parameters: [] },
  ]);
  return { categories, peergroups, ratingTypes };
}
