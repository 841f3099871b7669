import type { CallAnswer } from '@depotwerk/api/call';
import type { getContractAnalysis } from '@depotwerk/api/contracts/contract-analysis';
import { type DatedPlan, savingsAhead } from '@depotwerk/domain/contracts/savings-ahead';
import { classesAhead, lifeCycleDays } from '@depotwerk/domain/tariff/life-cycle';
import type { Reader, ReadQuery } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { hideFromOwnSide, type Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { covarianceOf, figuresOfMix, type RiskMarket, readRiskMarket } from '../components/public.ts';
import {
  type GuaranteeDetailRow,
  guaranteeDetailJson,
  type LifeCycleRow,
  ofContract,
  plansAheadJson,
  toGuarantee,
  toLifeCycle,
} from '../contracts/public.ts';
import type { TargetMix } from '../optimization/public.ts';
import { heldFunds, taxMembers } from './taxed-holdings.view.ts';

type Analysis = CallAnswer<typeof getContractAnalysis>;

interface ContractRow {
  id: string;
  tariff_type_id: number;
  end_date: string | null;
  horizon_end: string | null;
  valuation: { date: string; total_value: number; non_funds_value: number } | null;
  plans: readonly DatedPlan[];
  cost_model: Analysis['costModel'];
  guarantee: GuaranteeDetailRow | null;
  life_cycle: LifeCycleRow['life_cycle'];
  tariff_id: string;
  risk_class_id: number | null;
  holdings: Analysis['holdings'];
}

/** The contract with its funds as JSON: all positions of a fund together. */
const holdingsJson = `coalesce((select json_agg(json_build_object(${taxMembers}, 'isin', f.isin, 'name', f.name, 'value', h.value,
    'peergroupId', f.peergroup_id, 'peergroupName', g.peergroup_name, 'region', g.region, 'sector', g.sector,
    'currency', f.currency, 'ongoingFee', f.ongoing_fee,
    'transactionCosts', f.transaction_costs, 'trackingError', k.tracking_error,
    'return3y', case when not k.is_proxy then k.return_3y end,
    'volatility3y', case when not k.is_proxy then k.volatility_3y end, 'sfdrArticle', f.sfdr_article,
    'minimumShareTaxonomy', f.minimum_share_taxonomy, 'minimumShareSustainable', f.minimum_share_sustainable,
    'considersPai', f.considers_pai, 'esgIndustries', f.esg_industries,
    'recommendedHoldingYears', f.recommended_holding_years, 'returnStress', f.return_stress,
    'returnUnfavourable', f.return_unfavourable, 'returnModerate', f.return_moderate,
    'returnFavourable', f.return_favourable) order by h.value desc, f.id)
   from ${heldFunds}
   left join fund_key_figures k on k.tenant_id = f.tenant_id and k.fund_id = f.id), '[]') as holdings`;

const contractQuery = (scope: Scope, contractId: string, today: string): ReadQuery<ContractRow> =>
  ofContract<ContractRow>(scope, contractId, (parameters) => {
    const day = parameters.add(today);
    return {
      selection: `c.id, t.tariff_type_id, c.end_date,
        (${day}::date + make_interval(years => a.horizon_years))::date as horizon_end, p.valuation, ${plansAheadJson('c', day)} as plans,
        case when m.id is not null then json_build_object('entryFee', m.entry_fee, 'contractFeeMonthly', m.contract_fee_monthly,
          'contractFeePercent', m.contract_fee_percent, 'rebate', m.rebate) end as cost_model,
        ${holdingsJson}, ${guaranteeDetailJson()} as guarantee, t.life_cycle, c.tariff_id, c.risk_class_id`,
      tables: `join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id
        left join lateral (select x.tenant_id, x.id, json_build_object('date', x.valuation_date,
            'total_value', x.total_value, 'non_funds_value', x.non_funds_value) as valuation from portfolios x
          where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.is_current limit 1) p on true
        left join lateral (select x.horizon_years from risk_assessments x
          where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.status = 'valid' limit 1) a on true`,
      tail: '',
    };
  });

interface MedianRow {
  peergroup_id: number;
  return_3y: number | null;
  return_count: number;
  volatility_3y: number | null;
  volatility_count: number;
  ongoing_fee: number | null;
  fee_count: number;
}

/** Medians of the peer groups held. Figures of short histories are made of the group itself and would only repeat it. */
const medianQuery = (scope: Scope, contractId: string): ReadQuery<MedianRow> =>
  ofContract<MedianRow>(scope, contractId, () => ({
    selection: `g.id as peergroup_id, percentile_cont(0.5) within group (order by k.return_3y) as return_3y,
      count(k.return_3y)::integer as return_count,
      percentile_cont(0.5) within group (order by k.volatility_3y) as volatility_3y,
      count(k.volatility_3y)::integer as volatility_count,
      percentile_cont(0.5) within group (order by f.ongoing_fee) as ongoing_fee,
      count(f.ongoing_fee)::integer as fee_count`,
    tables: `join lateral (select distinct x.tenant_id, x.peergroup_id from portfolios p
        join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
        join funds x on x.tenant_id = e.tenant_id and x.id = e.fund_id
       where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current) h on true
      join peergroups g on g.tenant_id = h.tenant_id and g.id = h.peergroup_id
      join funds f on f.tenant_id = g.tenant_id and f.peergroup_id = g.id and not f.is_inactive
      left join fund_key_figures k on k.tenant_id = f.tenant_id and k.fund_id = f.id and not k.is_proxy`,
    tail: 'group by g.id order by g.id',
  }));

/** Fewer funds say nothing of a group (the least number of a ranking, engine.md). */
const leastPeers = 5;
const medianOf = (value: number | null, count: number) => (count < leastPeers ? null : value);

/**
 * What the analysis of a contract is computed from. Who signs in as a customer sees what she has, not what the house
 * expects of it: for her there is no analysis.
 */
export async function readContractAnalysis(
  recorded: ReadServices,
  reader: Reader,
  targetMix: TargetMix,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<Analysis> {
  hideFromOwnSide(scope);
  const [[rows, medians], market] = await Promise.all([
    recorded.database.readMany<[ContractRow, MedianRow]>(scope, [
      contractQuery(scope, contractId, today),
      medianQuery(scope, contractId),
    ]),
    readRiskMarket(reader, scope),
  ]);
  const [row] = rows;
  if (!row) throw notFound();
  const { savings, changes } = savingsAhead(row.plans, today);
  return {
    contractId: row.id,
    today,
    valuation: row.valuation && {
      date: row.valuation.date,
      totalValue: row.valuation.total_value,
      // Money beside the funds is the client's own only in a depot; in a policy it belongs to the insurer's side.
      cash: row.tariff_type_id === 1 ? row.valuation.non_funds_value : 0,
    },
    target: targetOf(row),
    holdings: row.holdings,
    groups: groupsOf(row.holdings, market),
    peers: medians.map((median) => ({
      peergroupId: median.peergroup_id,
      return3y: medianOf(median.return_3y, median.return_count),
      volatility3y: medianOf(median.volatility_3y, median.volatility_count),
      ongoingFee: medianOf(median.ongoing_fee, median.fee_count),
    })),
    isDepot: row.tariff_type_id === 1,
    savings,
    savingsChanges: [...changes],
    costModel: row.cost_model,
    guarantee: toGuarantee(row.guarantee, today),
    lifeCycle: await lifeCycleOf(scope, targetMix, market, row, today),
  };
}

/** The classes ahead with what the tariff aims at in each of them today. */
async function lifeCycleOf(
  scope: Scope,
  targetMix: TargetMix,
  market: RiskMarket,
  row: ContractRow,
  today: string,
): Promise<Analysis['lifeCycle']> {
  const lifeCycle = toLifeCycle(row, today);
  if (lifeCycle === null) return null;
  const days = row.end_date === null ? [] : lifeCycleDays(lifeCycle.steps, row.end_date);
  const path = classesAhead(row.risk_class_id, days, today);
  return {
    ...lifeCycle,
    path: await Promise.all(
      path.map(async (stage) => ({
        ...stage,
        ...figuresOfMix(market, await targetMix(scope, row, stage.from)),
      })),
    ),
  };
}

function targetOf({ end_date, horizon_end }: ContractRow): Analysis['target'] {
  if (end_date !== null) return { date: end_date, source: 'end' };
  return horizon_end === null ? null : { date: horizon_end, source: 'horizon' };
}

/** Groups of the funds held that have risk data, with the covariance among them. */
function groupsOf(holdings: Analysis['holdings'], market: RiskMarket): Analysis['groups'] {
  const ids = [...new Set(holdings.flatMap(({ peergroupId }) => peergroupId ?? []))].filter(
    (id) => (market.groups.get(id)?.place ?? null) !== null,
  );
  const covariance = covarianceOf(market, ids) ?? [];
  return ids.map((peergroupId, k) => ({
    peergroupId,
    expectedReturn: market.groups.get(peergroupId)?.expectedReturn ?? null,
    covariance: covariance[k] ?? [],
  }));
}
