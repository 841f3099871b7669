import {
  type AdviceFinding,
  type PurchasedFund,
  purchaseForClient,
} from '@depotwerk/engine/advice/purchase-for-client';
import { statedMarket } from '@depotwerk/engine/ranking/target-market';
import { Parameters } from '../../../platform/database/parameters.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { inUniverseOfTariff } from '../../funds/public.ts';
import { cautious, type ProfileColumns, profileSelection } from '../cautious-profile.view.ts';
import { toRestrictions, toTargetClient } from '../client-limits.view.ts';
import { ofContract } from '../visible-contract.view.ts';

/** A fund of the portfolio or the savings plan. Shares in percent. */
export interface HeldFund {
  readonly fundId: number;
  readonly fundName: string;
  readonly isin: string;
  readonly percent: number;
}

/** A fund that may be asked for. */
export interface ChosenFund {
  readonly fundId: number;
  readonly fundName: string;
  readonly isin: string;
  /** In the tariff's universe and open for new money. */
  readonly isAllowed: boolean;
  readonly isSavingsPlanCapable: boolean;
  /** What the holders' exclusions and the fund's target market say of buying it. */
  readonly findings: readonly AdviceFinding[];
}

export interface FundSwitchContext {
  readonly contractId: string;
  readonly groupId: string | null;
  readonly tariffId: string;
  readonly externalKey: string;
  /** null = the contract has no insurer, so there is nobody to send the form to. */
  readonly insurerName: string | null;
  readonly holdings: readonly HeldFund[];
  readonly savingsPlan: readonly HeldFund[];
  readonly chosen: ReadonlyMap<number, ChosenFund>;
  /** Euros of one switch beyond the free ones. */
  /** Null where the contract has no cost model. */
  readonly switchFee: number | null;
  readonly freeSwitchesLeft: number;
  readonly today: string;
}

interface HeadRow extends ProfileColumns {
  id: string;
  group_id: string | null;
  tariff_id: string;
  external_key: string;
  insurer_name: string | null;
  fund_switch_fee: number | null;
  free_switches_per_year: number | null;
  switches_this_year: number;
}

/** A fund somebody has chosen, with what decides whether it may be bought for the holders. */
interface ChosenRow extends PurchasedFund {
  id: number;
  is_allowed: boolean;
  is_capable: boolean;
  target_market: Record<string, unknown> | null;
  holding_years: number | null;
}

interface FundRow {
  fund_id: number;
  name: string;
  isin: string;
  fraction: number;
}

/**
 * What the fund-switch form needs of a contract, in one round trip; `fundIds` are the funds somebody has chosen.
 * @throws 404 when the caller does not see the contract
 */
export async function readFundSwitchContext(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  fundIds: readonly number[],
  today: string,
): Promise<FundSwitchContext> {
  const chosen = new Parameters();
  const [heads, holdings, plan, funds] = await services.database.readMany<
    [HeadRow, FundRow, FundRow, ChosenRow]
  >(scope, [
    ofContract(scope, contractId, (parameters) => ({
      selection: `c.id, c.group_id, c.tariff_id, c.external_key, i.insurer_name, m.fund_switch_fee, m.free_switches_per_year,
        (select count(*)::int from element_submissions e where e.tenant_id = c.tenant_id and e.contract_id = c.id
          and e.element_key = 'fundSwitch' and e.created_at >= date_trunc('year', ${parameters.add(today)}::date))
          as switches_this_year, ${profileSelection}`,
      tables: `left join lateral (select x.* from risk_assessments x
          where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.status = 'valid' limit 1) a on true
        left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id
        left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id`,
      tail: '',
    })),
    ofContract(scope, contractId, () => ({
      selection: 'e.fund_id, f.name, f.isin, e.fraction',
      tables: `join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
        join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
        join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id`,
      tail: 'order by e.fraction desc, f.isin',
    })),
    ofContract(scope, contractId, (parameters) => ({
      selection: 'e.fund_id, f.name, f.isin, e.fraction',
      tables: `join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id
          and s.valid_from <= ${parameters.add(today)} and (s.valid_to is null or s.valid_to >= ${parameters.add(today)})
        join savings_plan_entries e on e.tenant_id = s.tenant_id and e.savings_plan_id = s.id
        join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id`,
      tail: 'order by e.fraction desc, f.isin',
    })),
    {
      sql: `select f.id, f.name, f.isin, f.is_savings_plan_capable as is_capable,
          f.fund_status = 'open' and not f.is_inactive and ${inUniverseOfTariff} as is_allowed,
          f.company_name as company, g.region, g.sector, f.risk_indicator as sri, f.mifid_r as "mifidR",
          nullif(f.target_market, '{}') as target_market, f.recommended_holding_years as holding_years
        from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        join funds f on f.tenant_id = c.tenant_id
        left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
       where c.id = ${chosen.add(contractId)} and f.id = any (${chosen.add(fundIds)}::int[])`,
      parameters: chosen.values,
    },
  ]);
  const head = heads[0];
  if (!head) throw notFound();
  const holders = cautious(head);
  const held = (row: FundRow): HeldFund => ({
    fundId: row.fund_id,
    fundName: row.name,
    isin: row.isin,
    percent: Math.round(row.fraction * 1e4) / 100,
  });
  return {
    contractId: head.id,
    groupId: head.group_id,
    tariffId: head.tariff_id,
    externalKey: head.external_key,
    insurerName: head.insurer_name,
    holdings: holdings.map(held),
    savingsPlan: plan.map(held),
    chosen: new Map(funds.map((fund) => [fund.id, toChosen(fund, holders)])),
    switchFee: head.fund_switch_fee,
    freeSwitchesLeft: Math.max(0, (head.free_switches_per_year ?? 0) - head.switches_this_year),
    today,
  };
}

/** A chosen fund, judged for all holders of the contract as plans judge what they buy. */
function toChosen(fund: ChosenRow, holders: ProfileColumns): ChosenFund {
  const market = statedMarket({ targetMarket: fund.target_market, holdingYears: fund.holding_years });
  return {
    fundId: fund.id,
    fundName: fund.name,
    isin: fund.isin,
    isAllowed: fund.is_allowed,
    isSavingsPlanCapable: fund.is_capable,
    findings: purchaseForClient({ ...fund, ...market }, toRestrictions(holders), toTargetClient(holders)),
  };
}
