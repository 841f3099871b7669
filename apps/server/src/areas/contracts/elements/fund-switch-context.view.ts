import {
  type KeyInformationGap,
  keyInformationGaps,
  type NamedHolder,
} from '@depotwerk/domain/contracts/key-information';
import {
  forbiddenPurchases,
  profileGapText,
  type UnofferedPurchase,
} from '@depotwerk/domain/contracts/purchase-refusal';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import type { AdviceFinding } from '@depotwerk/engine/advice/purchase-for-client';
import { Parameters } from '../../../platform/database/parameters.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import {
  type FundKeyInformation,
  readFundsKeyInformation,
} from '../../../platform/key-information/funds-key-information.ts';
import { readHandovers } from '../../../platform/key-information/read-handovers.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { readOutsideUniverse } from '../../funds/public.ts';
import { namedHoldersSelection } from '../named-holders.view.ts';
import { type JudgedPurchase, judgePurchases } from '../purchases-for-client.view.ts';
import { switchesThisYearSql } from '../switches-this-year.view.ts';
import { birthDaysSelection, underageOn } from '../underage-holders.view.ts';
import { ofContract } from '../visible-contract.view.ts';

/** A fund of the portfolio or the savings plan. Shares in percent. */
export interface HeldFund {
  readonly fundId: number;
  readonly fundName: string;
  readonly isin: string;
  readonly percent: number;
  /** Ongoing costs a year as a fraction; null = unknown. */
  readonly ter: number | null;
}

/** A fund that may be asked for. */
export interface ChosenFund {
  readonly fundId: number;
  readonly fundName: string;
  readonly isin: string;
  /** Why the contract may not buy it, whoever holds it, in German; null = it may. */
  readonly notOffered: string | null;
  /** Ongoing costs a year as a fraction; null = unknown. */
  readonly ter: number | null;
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
  /** Whose risk profile is missing, in German; null = all holders have one that holds today. */
  readonly profileGap: string | null;
  /** Holders who are underage today; absent where nobody is known to be. */
  readonly underageHolders?: AdviceInput['underageHolders'];
  /** Highest ongoing costs a year the tariff allows, as a fraction; null = it has no cap. */
  readonly costCap: number | null;
  readonly holdings: readonly HeldFund[];
  readonly savingsPlan: readonly HeldFund[];
  /** Funds held or saved into. */
  readonly ownFundIds: readonly number[];
  readonly chosen: ReadonlyMap<number, ChosenFund>;
  /** Everybody who holds the contract. */
  readonly holders: readonly NamedHolder[];
  /** Of the chosen funds. */
  readonly keyInformation: readonly FundKeyInformation[];
  /** What key information purchases of the chosen funds wait for. */
  readonly gaps: readonly KeyInformationGap[];
  /** Euros of one switch beyond the free ones. */
  /** Null where the contract has no cost model. */
  readonly switchFee: number | null;
  readonly freeSwitchesLeft: number;
  readonly today: string;
}

interface HeadRow {
  id: string;
  group_id: string | null;
  tariff_id: string;
  external_key: string;
  insurer_name: string | null;
  fund_switch_fee: number | null;
  free_switches_per_year: number | null;
  cost_cap: number | null;
  switches_this_year: number;
  holders: NamedHolder[];
  birth_days: string[] | null;
}

/** A fund somebody has chosen. */
interface ChosenRow {
  id: number;
  name: string;
  isin: string;
  ter: number | null;
  is_capable: boolean;
}

interface FundRow {
  fund_id: number;
  name: string;
  isin: string;
  ter: number | null;
  fraction: number;
}

/**
 * What the fund-switch form needs of a contract; `fundIds` are the funds somebody has chosen.
 * @throws 404 when the caller does not see the contract
 */
export async function readFundSwitchContext(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  fundIds: readonly number[],
  today: string,
  recorded: ReadServices,
): Promise<FundSwitchContext> {
  const chosen = new Parameters();
  const [heads, holdings, plan, funds] = await recorded.database.readMany<
    [HeadRow, FundRow, FundRow, ChosenRow]
  >(scope, [
    ofContract(scope, contractId, () => ({
      selection: `c.id, c.group_id, c.tariff_id, c.external_key, i.insurer_name, m.fund_switch_fee, m.free_switches_per_year,
        (v.content->'tariff'->>'costCap')::float8 as cost_cap, ${switchesThisYearSql} as switches_this_year, ${namedHoldersSelection},
        ${birthDaysSelection} as birth_days`,
      tables: `left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id
        left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id
        left join tariff_versions v on v.tenant_id = c.tenant_id and v.tariff_id = c.tariff_id and v.state = 'published'`,
      tail: '',
    })),
    ofContract(scope, contractId, () => ({
      selection: 'e.fund_id, f.name, f.isin, f.ongoing_fee as ter, e.fraction',
      tables: `join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
        join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
        join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id`,
      tail: 'order by e.fraction desc, f.isin',
    })),
    ofContract(scope, contractId, (parameters) => ({
      selection: 'e.fund_id, f.name, f.isin, f.ongoing_fee as ter, e.fraction',
      tables: `join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id
          and s.valid_from <= ${parameters.add(today)} and (s.valid_to is null or s.valid_to >= ${parameters.add(today)})
        join savings_plan_entries e on e.tenant_id = s.tenant_id and e.savings_plan_id = s.id
        join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id`,
      tail: 'order by e.fraction desc, f.isin',
    })),
    {
      sql: `select f.id, f.name, f.isin, f.ongoing_fee as ter, f.is_savings_plan_capable as is_capable
        from funds f where f.tenant_id = app_tenant_id() and f.id = any (${chosen.add(fundIds)}::int[])`,
      parameters: chosen.values,
    },
  ]);
  const head = heads[0];
  if (!head) throw notFound();
  // Only now has the caller been let at the contract.
  const judged = (await judgePurchases(services.database, scope, [{ contractId, fundIds }], today)).get(
    contractId,
  );
  if (!judged) throw notFound();
  const outside = await readOutsideUniverse(services.database, scope, [{ contractId, fundIds }]);
  const notOffered = [...judged.ban.unoffered, ...(outside.get(contractId) ?? [])];
  const { holders } = head;
  const keyInformation = await readFundsKeyInformation(services.database, scope, fundIds);
  const holderIds = holders.map(({ customerId }) => customerId);
  const handovers = await readHandovers(services.database, scope, holderIds, fundIds);
  const held = (row: FundRow): HeldFund => ({
    fundId: row.fund_id,
    fundName: row.name,
    isin: row.isin,
    ter: row.ter,
    percent: Math.round(row.fraction * 1e4) / 100,
  });
  return {
    contractId: head.id,
    groupId: head.group_id,
    tariffId: head.tariff_id,
    externalKey: head.external_key,
    insurerName: head.insurer_name,
    profileGap: profileGapText(judged.ban.unprofiled),
    underageHolders: underageOn(head.birth_days, today),
    costCap: head.cost_cap,
    holdings: holdings.map(held),
    savingsPlan: plan.map(held),
    ownFundIds: [...new Set([...holdings, ...plan].map((row) => row.fund_id))],
    chosen: new Map(funds.map((fund) => [fund.id, toChosen(fund, judged, notOffered)])),
    holders,
    keyInformation,
    gaps: keyInformationGaps(keyInformation, holders, handovers),
    switchFee: head.fund_switch_fee,
    freeSwitchesLeft: Math.max(0, (head.free_switches_per_year ?? 0) - head.switches_this_year),
    today,
  };
}

/** A chosen fund, judged for all holders of the contract as plans judge what they buy. */
function toChosen(
  fund: ChosenRow,
  { ban, warnings }: JudgedPurchase,
  notOffered: readonly UnofferedPurchase[],
): ChosenFund {
  const ofFund = <Found extends { readonly fundId: number }>(found: readonly Found[]) =>
    found.filter(({ fundId }) => fundId === fund.id);
  return {
    fundId: fund.id,
    fundName: fund.name,
    isin: fund.isin,
    ter: fund.ter,
    notOffered: ofFund(notOffered)[0]?.text ?? null,
    isSavingsPlanCapable: fund.is_capable,
    findings: [
      ...ofFund(forbiddenPurchases({ ...ban, unoffered: [] })).map(
        ({ text }): AdviceFinding => ['blocked', text],
      ),
      ...(warnings.get(fund.id) ?? []),
    ],
  };
}
