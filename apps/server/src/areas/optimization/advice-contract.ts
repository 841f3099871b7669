import { type Interval, perMonth } from '@depotwerk/domain/interval';
import { toCents } from '@depotwerk/domain/money';
import {
  boundedClass,
  type LifeCycleDay,
  lifeCycleDays,
  lifeCycleOn,
} from '@depotwerk/domain/tariff/life-cycle';
import type { CheckedContract } from '@depotwerk/engine/advice/advice-check';
import type { ContractInput, SavingsPlan } from '@depotwerk/engine/check/contract-input';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import {
  cautious,
  type GuaranteeRow,
  guaranteeRowJson,
  guaranteeTerms,
  type ProfileColumns,
  profileSelection,
  type SustainabilityColumns,
  sustainabilitySelection,
  toPreference,
  toRestrictions,
  toTargetClient,
} from '../contracts/public.ts';
import type { AssembledTariff } from './assemble-tariff.ts';

/** What of a contract its check reads; one row a contract, its positions as arrays side by side. */
export interface AdviceContractRow extends ProfileColumns, SustainabilityColumns {
  id: string;
  tariff_id: string;
  tariff_type_id: number;
  risk_class_id: number | null;
  end_date: string | null;
  portfolio_id: string | null;
  valuation_date: string | null;
  non_funds_value: number | null;
  fund_ids: number[] | null;
  quantities: number[] | null;
  prices: number[] | null;
  price_dates: string[] | null;
  cost_values: (number | null)[] | null;
  locked_ids: number[] | null;
  contribution: number | null;
  contribution_interval: Interval | null;
  saved_ids: number[] | null;
  saved_fractions: number[] | null;
  guarantee: GuaranteeRow | null;
  unknown_holdings: UnknownHolding[] | null;
  settlement_cash: number | null;
}

/** Units in a fund that is not known here or has no price, with what the bank says they are worth; 0 = it says nothing. */
interface UnknownHolding {
  readonly isin: string;
  readonly quantity: number;
  readonly value: number;
}

export const adviceContractSelection = `c.id, c.tariff_id, t.tariff_type_id, c.risk_class_id, c.end_date, p.id as portfolio_id, p.valuation_date,
  p.non_funds_value, e.fund_ids, e.quantities, e.prices, e.price_dates, e.cost_values, e.locked_ids,
  s.contribution, s.contribution_interval, n.saved_ids, n.saved_fractions, ${sustainabilitySelection},
  ${guaranteeRowJson()} as guarantee, ${profileSelection},
  bank_state.unknown_holdings, bank_state.settlement_cash`;

/**
 * Tables around `contracts c`; the placeholder is the day whose savings plan counts. Each `limit 1` keeps the planner
 * at one look-up a contract: a merge join would read the tenant from its first contract on for every chunk.
 */
export const adviceContractTables = (day: string): string => `
  join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
  left join lateral (
    select x.tenant_id, x.id, x.valuation_date, x.total_value, x.non_funds_value from portfolios x
     where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.is_current limit 1) p on true
  left join lateral (
    select array_agg(x.fund_id) as fund_ids, array_agg(x.quantity) as quantities, array_agg(x.price) as prices,
           array_agg(x.price_date) as price_dates, array_agg(x.cost_value) as cost_values,
           array_agg(x.fund_id) filter (where x.is_locked) as locked_ids
      from portfolio_entries x where x.tenant_id = p.tenant_id and x.portfolio_id = p.id) e on true
  left join lateral (
    select x.id, x.contribution, x.contribution_interval from savings_plans x
     where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.valid_from <= ${day}::date
       and (x.valid_to is null or x.valid_to >= ${day}::date)
     order by x.valid_from desc limit 1) s on true
  left join lateral (
    select array_agg(x.fund_id) as saved_ids, array_agg(x.fraction) as saved_fractions
      from savings_plan_entries x where x.tenant_id = c.tenant_id and x.savings_plan_id = s.id) n on true
  left join lateral (
    select x.dealt_with -> 'unknownFunds' as unknown_holdings, (x.dealt_with -> 'ourCash')::float8 as settlement_cash
      from trader_depots x where x.tenant_id = c.tenant_id and x.contract_id = c.id
       and jsonb_array_length(x.dealt_with -> 'unknownFunds') > 0 limit 1) bank_state on true
  left join lateral (
    select x.risk_class_id, x.valid_until, x.sustainability_kind, x.minimum_share_sustainable,
           x.minimum_share_taxonomy, x.pai_topics, x.excluded_isins,
           x.excluded_companies, x.excluded_regions, x.excluded_sectors, x.knowledge, x.loss_capacity, x.horizon_years,
           x.was_asked, x.questionnaire_answers_id from risk_assessments x
     where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.status = 'valid' limit 1) a on true`;

const days = new Map<string, number>();

/** Day number of a date; the few dates prices have are converted once. */
export function toDayNumber(date: string): number {
  let day = days.get(date);
  if (day === undefined) {
    day = dayNumber(date) ?? 0;
    if (days.size > 10_000) days.clear();
    days.set(date, day);
  }
  return day;
}

const isinOf = (assembled: AssembledTariff, fundId: number): string =>
  assembled.fundById.get(fundId)?.isin ?? `#${fundId}`;

/**
 * The contract as the engine checks it. A position counts at the newest price known, be it the bank's or the fund's.
 * Money beside the funds is the client's own only in a depot; in a policy it belongs to the insurer's side.
 */
export function toCheckedContract(
  row: AdviceContractRow,
  assembled: AssembledTariff,
  day: number,
): CheckedContract {
  const positions = (row.fund_ids ?? []).map((fundId, k) => {
    const fund = assembled.fundById.get(fundId);
    const ownDate = row.price_dates?.[k] ?? '';
    const isNewer = fund?.price != null && fund.priceDate !== null && fund.priceDate > ownDate;
    return {
      isin: isinOf(assembled, fundId),
      quantity: row.quantities?.[k] ?? 0,
      price: isNewer ? fund.price : (row.prices?.[k] ?? null),
      priceDay: toDayNumber(isNewer ? (fund.priceDate ?? ownDate) : ownDate),
      costValue: row.cost_values?.[k] ?? null,
    };
  });
  const unknown = unknownHoldings(row);
  positions.push(...unknown.map((held) => asPosition(held, toDayNumber(row.valuation_date ?? ''))));
  positions.sort((a, b) => (a.isin < b.isin ? -1 : 1));
  const notInFunds = (unknown.length > 0 ? row.settlement_cash : row.non_funds_value) ?? 0;
  const contract: ContractInput = {
    day,
    positions,
    cash: row.tariff_type_id === 1 ? notInFunds : 0,
    cashReserve: 0,
    savingsPlan: toSavingsPlan(row, assembled),
    guarantee: guaranteeTerms(row.guarantee),
  };
  const held = cautious(row);
  const restrictions = toRestrictions(held);
  const client = toTargetClient(held);
  return {
    riskClassId: classOn(row, assembled, day),
    esg: toPreference(row),
    ...(restrictions && { restrictions }),
    ...(client && { client }),
    contract,
  };
}

/**
 * What the value not in funds holds of securities: nobody can buy for them, and nobody sells what is not known here. Told only as long as
 * that value is still the one the bank's answer gave: a portfolio that came another way since holds what it says.
 */
export function unknownHoldings({
  unknown_holdings: unknown,
  settlement_cash: cash,
  non_funds_value: notInFunds,
}: Pick<
  AdviceContractRow,
  'unknown_holdings' | 'settlement_cash' | 'non_funds_value'
>): readonly UnknownHolding[] {
  if (unknown === null || cash === null || notInFunds === null) return [];
  const cents = unknown.reduce((sum, { value }) => sum + toCents(value), toCents(cash));
  return cents === toCents(notInFunds) ? unknown : [];
}

const asPosition = ({ isin, quantity, value }: UnknownHolding, priceDay: number) => ({
  isin,
  quantity,
  price: value > 0 && quantity > 0 ? value / quantity : null,
  priceDay,
  costValue: null,
});

/** The step of the tariff's life cycle a contract is in; null where none has begun or its end is not known. */
export const lifeCycleStep = (
  { end_date: endDate }: Pick<AdviceContractRow, 'end_date'>,
  { lifeCycle }: AssembledTariff,
  day: number,
): LifeCycleDay | null =>
  lifeCycle.length === 0 || endDate === null
    ? null
    : lifeCycleOn(lifeCycleDays(lifeCycle, endDate), dayText(day)).current;

/** The class a contract is held to: its own, or the lower one its tariff allows so near the end. */
export function classOn(
  row: Pick<AdviceContractRow, 'risk_class_id' | 'end_date'>,
  assembled: AssembledTariff,
  day: number,
): number | null {
  return boundedClass(row.risk_class_id, lifeCycleStep(row, assembled, day)?.highestRiskClassId);
}

const dayTexts = new Map<number, string>();

/** ISO day of a day number; many contracts are looked at for one day. */
export function dayText(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) {
    text = new Date(day * 86_400_000).toISOString().slice(0, 10);
    if (dayTexts.size > 1000) dayTexts.clear();
    dayTexts.set(day, text);
  }
  return text;
}

function toSavingsPlan(row: AdviceContractRow, assembled: AssembledTariff): SavingsPlan | null {
  if (row.contribution === null || row.contribution_interval === null || !row.saved_ids) return null;
  const entries = row.saved_ids.map((fundId, k) => ({
    isin: isinOf(assembled, fundId),
    // six decimals of a fraction are four of a percentage
    percent: Math.round((row.saved_fractions?.[k] ?? 0) * 1e6) / 1e4,
  }));
  entries.sort((a, b) => (a.isin < b.isin ? -1 : 1));
  return { rate: perMonth(row.contribution, row.contribution_interval), entries };
}
