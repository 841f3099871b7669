import { addMonths } from '@depotwerk/domain/add-months';
import { monthsOfInterval } from '@depotwerk/domain/interval';
/** Writes the rows that hang on one demo contract: portfolios, savings plans, hints, assessments, consultations. */
import { largestRemainder } from '@depotwerk/engine/largest-remainder';
import type { ClientRestrictions } from '@depotwerk/engine/ranking/client-restrictions';
import {
  type AdviceContractRow,
  type CheckResult,
  checkRow,
  type FoundHint,
  toDayNumber,
} from '@depotwerk/server/public';
import { addDays } from './bank-days.ts';
import { besideFunds } from './beside-funds.ts';
import { excludedLists, exclusionTexts } from './client-exclusions.ts';
import type { Frame } from './contract-frame.ts';
import type { ContractTables } from './contract-tables.ts';
import type { CustomerCopies } from './customer-copies.ts';
import { type DepotState, priceOn, quantityScale, valueInCents } from './depot-simulation.ts';
import { heldFunds, type SettledFrame } from './idle-money.ts';
import type { Random } from './random.ts';
import type { TenantWorld } from './tenant-world.ts';

/** Cents as euro with two decimals. */
export const euro = (cents: number): string => (cents / 100).toFixed(2);

interface Position {
  readonly index: number;
  readonly quantity: number;
  readonly price: number;
  readonly cents: number;
  /** Ten-thousandths. */
  readonly fraction: number;
}

/** Values of a depot on one day. */
export interface Valuation {
  readonly positions: readonly Position[];
  readonly fundCents: number;
  readonly reserveCents: number;
  readonly guaranteeQuantity: number;
  readonly nonFundsCents: number;
}

/** Values a state of the depot; fractions are ten-thousandths of the fund value and sum to exactly one. */
function valueDepot(frame: SettledFrame, state: DepotState, world: TenantWorld): Valuation {
  const held = heldFunds(frame, state);
  const fractions =
    held.length === 0
      ? []
      : largestRemainder(
          held.map(({ cents }) => cents),
          10_000,
        );
  const fundCents = held.reduce((sum, { cents }) => sum + cents, 0);
  const { tariff } = frame.worldTariff;
  const paidCents = Math.round(state.contributions * 100);
  const guarantee =
    tariff.guaranteeFundId === null ? undefined : world.market.funds[tariff.guaranteeFundId - 1];
  const guaranteePrice = guarantee ? priceOn(guarantee, state.day) : 0;
  const guaranteeQuantity = guarantee
    ? Math.floor((paidCents * besideFunds(tariff) * 1_000_000) / guaranteePrice / 10) * 10
    : 0;
  return {
    positions: held.map((position, place) => ({ ...position, fraction: fractions[place] ?? 0 })),
    fundCents,
    reserveCents: guarantee
      ? valueInCents(guaranteeQuantity, guaranteePrice)
      : tariff.parameters.typeId === 7
        ? Math.round(paidCents * besideFunds(tariff))
        : 0,
    guaranteeQuantity,
    nonFundsCents:
      tariff.parameters.typeId === 3 ? Math.round(paidCents * besideFunds(tariff)) : frame.idleCents,
  };
}

/** Checks the contract as the server would by what is stored of this state. */
export function checkState(
  frame: SettledFrame,
  state: DepotState,
  world: TenantWorld,
  riskClassId: number | null,
  sustainableShare: number | null,
  exclusions: ClientRestrictions,
): CheckResult {
  const value = valueDepot(frame, state, world);
  const { funds } = frame.depot.plan;
  const saves = frame.monthly > 0;
  const cents = contributionCents(frame);
  const saved = frame.depot.savingsFractions.flatMap((fraction, index) => {
    const fund = funds[index];
    return saves && fund && fraction > 0 ? [{ id: fund.id, fraction }] : [];
  });
  const held = value.positions.flatMap((position) => {
    const fund = funds[position.index];
    return fund ? [{ ...position, fund }] : [];
  });
  const { tariff, assembled, id } = frame.worldTariff;
  const row: AdviceContractRow = {
    id: frame.contractId,
    tariff_id: id,
    tariff_type_id: tariff.parameters.typeId,
    risk_class_id: riskClassId,
    // No tariff of the demo has a life cycle.
    end_date: null,
    portfolio_id: frame.contractId,
    valuation_date: world.anchor,
    non_funds_value: value.nonFundsCents / 100,
    fund_ids: held.map(({ fund }) => fund.id),
    quantities: held.map(({ quantity }) => quantity / quantityScale),
    prices: held.map(({ price }) => price / quantityScale),
    price_dates: held.map(({ fund }) => world.days[Math.min(state.day, fund.lastDay)] ?? world.anchor),
    cost_values: held.map(({ index }) => Number((state.costs[index] ?? 0).toFixed(2))),
    locked_ids: null,
    contribution: saves ? cents / 100 : null,
    contribution_interval: saves ? frame.interval : null,
    saved_ids: saves ? saved.map((entry) => entry.id) : null,
    saved_fractions: saves ? saved.map(({ fraction }) => Number(fraction.toFixed(2))) : null,
    sustainability_kind: riskClassId === null || sustainableShare === null ? 'none' : 'minimumShare',
    minimum_share_sustainable: riskClassId === null ? null : sustainableShare,
    minimum_share_taxonomy: null,
    pai_topics: null,
    ...excludedLists(riskClassId === null ? null : exclusions),
    // The negative target markets of the demo ask for the risk that is wanted, for nothing else.
    profile_class_id: riskClassId,
    knowledge: null,
    loss_capacity: null,
    horizon_years: null,
    // No check depends on what is promised.
    guarantee: null,
    holders: null,
    unknown_holdings: null,
    settlement_cash: null,
  };
  const result = checkRow(row, assembled, toDayNumber(world.anchor));
  if (!result) throw new RangeError(`Tariff ${tariff.parameters.key} has no risk classes.`);
  return result;
}

/** A payment of the savings plan, in cents. */
const contributionCents = (frame: Frame): number =>
  Math.round(frame.monthly) * monthsOfInterval[frame.interval] * 100;

/** Writes the portfolio of one day; with a check it is the current one. */
export function writePortfolio(
  world: TenantWorld,
  tables: ContractTables,
  frame: SettledFrame,
  state: DepotState,
  check: CheckResult | null,
  random: Random,
): Valuation {
  const { tenant, days } = world;
  const value = valueDepot(frame, state, world);
  const id = random.uuid();
  tables.portfolios.add(
    tenant.id,
    id,
    frame.contractId,
    days[state.day] ?? '',
    check !== null,
    euro(value.fundCents + value.nonFundsCents + value.reserveCents),
    euro(value.fundCents),
    euro(value.nonFundsCents),
    state.contributions.toFixed(2),
    euro(value.reserveCents),
    (value.guaranteeQuantity / quantityScale).toFixed(4),
    check?.stored.risk_value ?? null,
    check?.stored.share_quota ?? null,
  );
  for (const [place, position] of value.positions.entries()) {
    const fund = frame.depot.plan.funds[position.index];
    if (fund === undefined) continue;
    tables.portfolioEntries.add(
      tenant.id,
      id,
      random.uuid(),
      fund.id,
      (position.quantity / quantityScale).toFixed(4),
      (position.price / quantityScale).toFixed(4),
      days[Math.min(state.day, fund.lastDay)] ?? '',
      euro(position.cents),
      (position.fraction / 10_000).toFixed(4),
      (state.costs[position.index] ?? 0).toFixed(2),
      place,
    );
  }
  return value;
}

/** Writes a savings plan; returns the payment in cents. */
export function writeSavingsPlan(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  from: string,
  to: string | null,
  random: Random,
): number {
  const id = random.uuid();
  const cents = contributionCents(frame);
  tables.savingsPlans.add(
    world.tenant.id,
    id,
    frame.contractId,
    from,
    to,
    euro(cents),
    frame.interval,
    random.chance(0.25) ? '0.03' : '0',
  );
  const percents = frame.depot.savingsFractions.map((fraction) => Math.round(fraction * 100));
  const sum = percents.reduce((total, percent) => total + percent, 0);
  const amounts = largestRemainder(percents, Math.round((cents * sum) / 100));
  for (const [index, percent] of percents.entries()) {
    const fund = frame.depot.plan.funds[index];
    if (fund === undefined || percent === 0) continue;
    tables.savingsPlanEntries.add(
      world.tenant.id,
      id,
      random.uuid(),
      fund.id,
      (percent / 100).toFixed(2),
      euro(amounts[index] ?? 0),
      index,
    );
  }
  return cents;
}

/** Writes the hints found. */
export function writeHints(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  hints: readonly FoundHint[],
  random: Random,
): void {
  for (const hint of hints) {
    const createdAt = `${addDays(world.anchor, -random.int(0, 20))}T05:30:00Z`;
    tables.hints.add(
      world.tenant.id,
      random.uuid(),
      frame.contractId,
      hint.optimization_hint_id,
      hint.title,
      hint.text,
      hint.severity,
      hint.scope,
      `{${hint.fund_ids.join(',')}}`,
      hint.peergroup_id,
      hint.actual,
      hint.target,
      hint.range,
      `{${hint.suggested_fund_ids.join(',')}}`,
      hint.finding_cause,
      createdAt,
      'open',
      createdAt,
    );
  }
}

/** Writes the valid risk assessment and for some a suggested one; returns until when the valid one holds. */
export function writeAssessments(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  riskClassId: number | null,
  sustainableShare: number | null,
  exclusions: ClientRestrictions,
  random: Random,
): string | null {
  if (riskClassId === null) return null;
  const classes = frame.worldTariff.tariff.classes;
  const add = (
    date: string,
    until: string,
    riskClass: number | null,
    suggested: number | null,
    status: string,
  ): void => {
    const target = classes[(suggested ?? riskClass ?? 1) - 1]?.target ?? 0;
    tables.riskAssessments.add(
      world.tenant.id,
      random.uuid(),
      frame.contractId,
      date,
      until,
      riskClass,
      suggested,
      (target / 100).toFixed(4),
      frame.worldTariff.tariff.measure === 'valueAtRisk' ? 2 : 1,
      1,
      random.int(5, 35),
      random.pick(['none', 'limited', 'limited', 'full']),
      JSON.stringify(['Aktienfonds', 'Rentenfonds', 'Mischfonds', 'ETF'].filter(() => random.chance(0.5))),
      sustainableShare === null ? 'none' : 'minimumShare',
      sustainableShare,
      ...exclusionTexts(exclusions),
      status,
    );
  };
  const age = random.chance(0.86) ? random.int(10, 700) : random.int(740, 1100);
  const date = addDays(world.anchor, -age) < frame.startDate ? frame.startDate : addDays(world.anchor, -age);
  const validUntil = addMonths(date, 24);
  add(date, validUntil, riskClassId, null, 'valid');
  if (random.chance(0.05)) {
    const suggested = riskClassId < classes.length ? riskClassId + 1 : riskClassId - 1;
    const suggestedOn = addDays(world.anchor, -random.int(1, 30));
    if (suggestedOn > date) add(suggestedOn, addMonths(suggestedOn, 24), null, suggested, 'suggested');
  }
  return validUntil;
}

/** Writes the consultation of this day, where full histories are stored. */
export function writeConsultation(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  customer: CustomerCopies,
  date: string,
  random: Random,
): void {
  if (!world.hasFullHistory || customer.adviser === null) return;
  const id = random.uuid();
  const hour = random.int(8, 15);
  tables.consultations.add(
    world.tenant.id,
    id,
    customer.id,
    date === frame.startDate ? 'initial' : 'periodicReview',
    random.pick(['Geschäftsstelle', 'Beim Kunden', 'Video']),
    random.pick(['customer', 'adviser']),
    '{}',
    `${date}T${String(hour).padStart(2, '0')}:00:00Z`,
    `${date}T${String(hour + 1).padStart(2, '0')}:00:00Z`,
    'Bestand und Risikoprofil besprochen.',
    true,
    'completed',
    customer.adviser.id,
  );
  tables.consultationContracts.add(world.tenant.id, id, frame.contractId);
}
