import { createHash } from 'node:crypto';
import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { contractEndedText } from '@depotwerk/domain/contracts/plan-obstacles';
import { fromCents, toCents } from '@depotwerk/domain/money';
import { classOf } from '@depotwerk/engine/advice/advice-check';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import { canonicalJson } from '../../platform/audit/write-audit.ts';
import type { DbContext, Reader, ReadQuery } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { takeTurns } from '../../platform/map-in-turns.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import {
  birthDaysSelection,
  cautious,
  holdersWithoutProfile,
  ofContract,
  switchesThisYearSql,
  underageOn,
} from '../contracts/public.ts';
import {
  type AdviceContractRow,
  adviceContractSelection,
  adviceContractTables,
  dayText,
  lifeCycleStep,
  toCheckedContract,
  toDayNumber,
  unknownHoldings,
} from './advice-contract.ts';
import type { AssembledTariff } from './assemble-tariff.ts';
import { relevantFunds } from './relevant-funds.ts';
import type { TariffData } from './tariff-data.ts';
import { stampQuery } from './tariff-rows.view.ts';

/** What of a contract its plans read. */
export interface PlanRow extends AdviceContractRow {
  assessed_until: string | null;
  total_value: number | null;
  suggested_risk_class_id: number | null;
  entry_fee: number | null;
  fund_switch_fee: number | null;
  free_switches_per_year: number | null;
  contract_fee_monthly: number | null;
  contract_fee_percent: number | null;
  rebate: number | null;
  switches_this_year: number;
  birth_days: string[] | null;
}

export const planSelection = `${adviceContractSelection}, a.valid_until as assessed_until, p.total_value,
  (select g.suggested_risk_class_id from risk_assessments g
    where g.tenant_id = c.tenant_id and g.contract_id = c.id and g.status = 'suggested') as suggested_risk_class_id,
  m.entry_fee, m.fund_switch_fee, m.free_switches_per_year, m.contract_fee_monthly, m.contract_fee_percent, m.rebate,
  ${switchesThisYearSql} as switches_this_year, ${birthDaysSelection} as birth_days`;

export const costTables = 'left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id';

/** The contract's own side, for a caller who sees it. */
const contractQuery = (scope: Scope, contractId: string, today: string): ReadQuery<PlanRow> =>
  ofContract<PlanRow>(scope, contractId, (parameters) => ({
    selection: planSelection,
    tables: `${adviceContractTables(parameters.add(today))} ${costTables}`,
    tail: '',
  }));

/**
 * What check and plan of one contract are made from: its own side fresh, the tariff's from memory as long as nobody
 * changed it. `today` is the caller's day.
 * @throws 404 when the caller does not see the contract, 409 without portfolio or classes of the tariff and for one that ended
 */
export async function readAdviceInput(
  services: ReadServices,
  tariffs: TariffData,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<AdviceInput> {
  const { input, isEnded } = await readInputOf(services, tariffs, scope, contractId, today);
  if (isEnded) throw new AppError('optimization.notCheckable', { reason: contractEndedText });
  return input;
}

/** The same, also of a contract that ended. @throws 404, 409 without portfolio or classes of the tariff */
export async function readInputOf(
  services: ReadServices,
  tariffs: TariffData,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<{ input: AdviceInput; isEnded: boolean }> {
  const { database } = services;
  const [stamps, rows] = await database.readMany<[{ stamp: string }, PlanRow]>(scope, [
    stampQuery,
    contractQuery(scope, contractId, today),
  ]);
  const [row] = rows;
  if (!row) throw notFound();
  const assembled = await tariffs.tariff(scope, stamps[0]?.stamp ?? '', row.tariff_id);
  if (!assembled || row.portfolio_id === null || assembled.tariff.classes.length === 0)
    throw new AppError('optimization.notCheckable');
  return {
    input: toAdviceInput(row, assembled, toDayNumber(today)),
    isEnded: hasEnded(row.end_date, today),
  };
}

/**
 * The same for many contracts at once, for work that no caller waits for; contracts that cannot be checked are left out.
 * `today` as an ISO day of the German calendar.
 */
export async function readAdviceInputs(
  database: Reader,
  tariffs: TariffData,
  context: DbContext & { readonly tenantId: string },
  contractIds: readonly string[],
  today: string,
): Promise<Map<string, AdviceInput>> {
  const parameters = new Parameters();
  const tables = adviceContractTables(parameters.add(today));
  const [stamps, rows] = await database.readMany<[{ stamp: string }, PlanRow]>(context, [
    stampQuery,
    {
      sql: `select ${planSelection} from contracts c ${tables} ${costTables}
             where c.tenant_id = app_tenant_id() and c.id = any (${parameters.add(contractIds)}::uuid[])`,
      parameters: parameters.values,
    },
  ]);
  const inputs = new Map<string, AdviceInput>();
  const turn = takeTurns();
  for (const row of rows) {
    await turn();
    const assembled = await tariffs.tariff(context, stamps[0]?.stamp ?? '', row.tariff_id);
    if (assembled && row.portfolio_id !== null && assembled.tariff.classes.length > 0)
      inputs.set(row.id, toAdviceInput(row, assembled, toDayNumber(today)));
  }
  return inputs;
}

/** `day` is the day number of what is planned for. */
export function toAdviceInput(row: PlanRow, assembled: AssembledTariff, day: number): AdviceInput {
  const { contract, ...checked } = toCheckedContract(row, assembled, day);
  const funds = relevantFunds(row, assembled);
  const lifeCycle = lifeCycleStep(row, assembled, day);
  const assessedClass = cautious(row).profile_class_id;
  const missing = holdersWithoutProfile(row.holders, dayText(day));
  const underage = underageOn(row.birth_days, dayText(day));
  const own = {
    contractId: row.id,
    ...checked,
    ...(lifeCycle && { lifeCycle }),
    riskAssessment:
      assessedClass === null || row.assessed_until === null
        ? null
        : {
            riskClassId: assessedClass,
            validUntil: row.assessed_until,
            suggestedRiskClassId: row.suggested_risk_class_id,
          },
    ...(missing > 0 && { holdersWithoutProfile: missing }),
    ...(underage && { underageHolders: underage }),
    contract,
    payment: contract.savingsPlan === null ? null : row.contribution,
    // What is not in the portfolio's own entries cannot be sold from there, also where the fund has become known since.
    lockedIsins: [
      ...(row.locked_ids ?? []).flatMap((id) => assembled.fundById.get(id)?.isin ?? []),
      ...unknownHoldings(row).map(({ isin }) => isin),
    ].toSorted(),
    portfolioId: row.portfolio_id,
    valuationDate: row.valuation_date,
    costs: costsOf(row),
    funds,
    tariff: assembled.tariff,
  };
  // Taken when it is asked for: planning a whole book needs it of the few that get a plan.
  return {
    ...own,
    get inputHash() {
      return inputHashOf(partHashes(own));
    },
  };
}

/** Hashes of the parts of an input that can move; what was computed from equal parts is still good. */
export interface InputParts {
  readonly holdings: string;
  readonly prices: string;
  readonly profile: string;
  readonly costs: string;
  readonly tariff: string;
  /** What of the tariff a plan rests on, whatever version says it; absent of plans stored before it was kept. */
  readonly basis?: TariffBasis | undefined;
}

/** Hashes of what a plan of one risk class takes from its tariff; a version that leaves them leaves the plan. */
export interface TariffBasis {
  readonly tariffId: string;
  /** What the plan's class aims at, and its band. */
  readonly riskClass: string;
  /** Limits, rules and silenced hints. */
  readonly rules: string;
  /** Which funds may be proposed and are, and what is known of them and of their peer groups; prices left out. */
  readonly funds: string;
}

const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashOf = (value: unknown): string => hashOfText(canonicalJson(value));

/** Tariffs live as long as their data; the large part of an input is hashed once. */
const tariffHashes = new WeakMap<object, string>();

/** What of an array of funds goes into hashes; contracts of the same funds share it. */
interface FundParts {
  readonly tariff: AdviceInput['tariff'];
  readonly prices: string;
  readonly fundHash: string;
  readonly tariffHash: string;
}
const fundParts = new WeakMap<AdviceInput['funds'], FundParts>();

function fundPartsOf({ tariff, funds }: Pick<AdviceInput, 'tariff' | 'funds'>): FundParts {
  let parts = fundParts.get(funds);
  if (parts?.tariff !== tariff) {
    const { dataDate: _dataDate, ...ownTariff } = tariff;
    let ownHash = tariffHashes.get(tariff);
    if (ownHash === undefined) tariffHashes.set(tariff, (ownHash = hashOf(ownTariff)));
    const others = funds.map(({ price: _price, priceDate: _day, ...fund }) => fund);
    parts = {
      tariff,
      prices: canonicalJson(funds.map(({ isin, price, priceDate }) => [isin, price, priceDate])),
      fundHash: hashOf(others),
      tariffHash: hashOf([ownHash, others]),
    };
    fundParts.set(funds, parts);
  }
  return parts;
}

/** What of a tariff depends on neither class nor funds is hashed once as well. */
const ruleHashes = new WeakMap<object, { readonly rules: string; readonly market: string }>();

function basisOf(
  { tariff, funds }: Pick<AdviceInput, 'tariff' | 'funds'>,
  riskClassId: number | null,
): TariffBasis {
  // A version's identity and its newest price say nothing of what is proposed; of the classes only the plan's own is read.
  const { tariffVersionId: _id, versionNumber: _number, dataDate: _date, tariffId, ...contents } = tariff;
  const { classes: _classes, shortlists, universe, peerGroups, covariance, ...rules } = contents;
  let own = ruleHashes.get(tariff);
  if (!own) {
    own = { rules: hashOf(rules), market: hashOf([shortlists, universe, peerGroups, covariance]) };
    ruleHashes.set(tariff, own);
  }
  const { proposal = [], ...riskClass } = classOf(tariff, riskClassId) ?? {};
  return {
    tariffId,
    riskClass: hashOf(riskClass),
    rules: own.rules,
    funds: hashOf([own.market, proposal, fundPartsOf({ tariff, funds }).fundHash]),
  };
}

/** @param riskClassId the class that is planned for, where it is not the contract's own */
export function partHashes(
  input: Omit<AdviceInput, 'inputHash'>,
  riskClassId: number | null = input.riskClassId,
): InputParts {
  const { contract } = input;
  const { prices, tariffHash } = fundPartsOf(input);
  const ownPrices = contract.positions.map(({ isin, price, priceDay }) => [isin, price, priceDay]);
  return {
    holdings: hashOf([
      contract.positions.map(({ isin, quantity }) => [isin, quantity]),
      contract.cash,
      contract.savingsPlan,
      input.lockedIsins,
      ...(contract.guarantee ? [contract.guarantee] : []),
    ]),
    // The text of a list of both.
    prices: hashOfText(`[${canonicalJson(ownPrices)},${prices}]`),
    profile: hashOf([
      input.riskClassId,
      input.riskAssessment,
      input.esg,
      input.client ?? null,
      ...(input.restrictions ? [input.restrictions] : []),
      ...(input.lifeCycle ? [input.lifeCycle] : []),
      ...(input.holdersWithoutProfile === undefined ? [] : [{ holders: input.holdersWithoutProfile }]),
      ...(input.underageHolders ? [{ underage: input.underageHolders }] : []),
    ]),
    costs: hashOf(input.costs),
    tariff: tariffHash,
    basis: basisOf(input, riskClassId),
  };
}

/** One hash over all parts. A day later everything is a day older, but nothing has moved. */
export const inputHashOf = (parts: InputParts): string => hashOf(parts);

/** What the costs of a contract are told from. */
type CostRow = Pick<
  PlanRow,
  | 'tariff_type_id'
  | 'total_value'
  | 'quantities'
  | 'prices'
  | 'entry_fee'
  | 'fund_switch_fee'
  | 'free_switches_per_year'
  | 'switches_this_year'
  | 'contract_fee_monthly'
  | 'contract_fee_percent'
  | 'rebate'
>;

/** Euros of a policy that lie with its insurer; all of a depot but its cash is in positions. */
function besideFundsOf({ tariff_type_id, total_value, quantities, prices }: CostRow): number {
  if (tariff_type_id === 1 || total_value === null) return 0;
  const inFunds = (quantities ?? []).reduce(
    (sum, quantity, k) => sum + toCents(quantity * (prices?.[k] ?? 0)),
    0,
  );
  return fromCents(Math.max(0, toCents(total_value) - inFunds));
}

export function costsOf(row: CostRow): AdviceInput['costs'] {
  const free =
    row.free_switches_per_year === null ? null : row.free_switches_per_year - row.switches_this_year;
  const freeSwitchesLeft = free === null ? null : Math.max(0, free);
  const besideFunds = besideFundsOf(row);
  return {
    entryFee: row.entry_fee ?? 0,
    switchFee: (freeSwitchesLeft ?? 0) > 0 ? 0 : (row.fund_switch_fee ?? 0),
    freeSwitchesLeft,
    contractFeeYearly: Math.round((row.contract_fee_monthly ?? 0) * 1200) / 100,
    contractFeePercent: row.contract_fee_percent ?? 0,
    rebate: row.rebate ?? 0,
    // Absent where there is nothing to say: it changes no hash of an input then.
    ...(besideFunds > 0 && { besideFunds }),
    ...(row.entry_fee === null && { isUnknown: true }),
  };
}
