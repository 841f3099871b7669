/** Draws one contract, checks it as the engine would and writes all its rows. */

import { addMonths } from '@depotwerk/domain/add-months';
import { foldText } from '@depotwerk/domain/fold-text';
import { countCauses } from '@depotwerk/engine/check/group-findings';
import type { FoundHint, StoredCheck } from '@depotwerk/server/public';
import { addDays } from './bank-days.ts';
import { exclusionsOf } from './client-exclusions.ts';
import { type Care, drawCare, drawFrame, type Frame } from './contract-frame.ts';
import {
  checkState,
  euro,
  type Valuation,
  writeAssessments,
  writeConsultation,
  writeHints,
  writePortfolio,
  writeSavingsPlan,
} from './contract-rows.ts';
import type { ContractTables } from './contract-tables.ts';
import type { CustomerCopies } from './customer-copies.ts';
import { movementsOf, withLotCosts, writeMovements } from './depot-movements.ts';
import { quantityScale, type SimulatedMovement, simulateDepot } from './depot-simulation.ts';
import { withIdleMoney } from './idle-money.ts';
import { issuerParameters } from './product-parameters.ts';
import { Random } from './random.ts';
import type { TenantWorld } from './tenant-world.ts';

export interface DrawnContract {
  readonly isDeleted: boolean;
  readonly totalCents: number;
  /** End of the valid risk assessment, null without one. */
  readonly assessedUntil: string | null;
}

/** What the contract's own row repeats of its parts. */
interface DrawnRow {
  readonly index: number;
  readonly riskClassId: number | null;
  readonly stored: StoredCheck;
  readonly hints: readonly FoundHint[];
  readonly care: Care;
  readonly value: Valuation;
  readonly planCents: number | null;
  readonly contributions: number;
  readonly isDeleted: boolean;
}

const totalOf = (value: Valuation): number => value.fundCents + value.nonFundsCents + value.reserveCents;

/** Writes the current savings plan and for some an earlier one of the same payment, which is what was paid all along; returns the payment in cents. */
function writeSavingsPlans(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  random: Random,
): number | null {
  if (frame.monthly === 0) return null;
  const changed = addMonths(world.anchor, -random.int(2, 30));
  const hasEarlier = world.hasFullHistory && changed > frame.startDate && random.chance(0.45);
  if (hasEarlier) writeSavingsPlan(world, tables, frame, frame.startDate, addDays(changed, -1), random);
  return writeSavingsPlan(world, tables, frame, hasEarlier ? changed : frame.startDate, null, random);
}

/** Writes what the bank has: the linked depot and, for some, a change waiting to be processed. */
function writeBankSide(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  customer: CustomerCopies,
  keys: { readonly external: string; readonly consumer: string },
  totalCents: number,
  random: Random,
): { readonly isLinked: boolean; readonly hasPending: boolean } {
  const { tenant, anchor } = world;
  const { tariff, id } = frame.worldTariff;
  const issuer = issuerParameters[tariff.parameters.issuer];
  const isLinked = issuer !== undefined && issuer.traderKind !== 'none' && random.chance(0.9);
  const hasPending = isLinked && random.chance(0.03);
  if (hasPending)
    tables.pendingChanges.add(
      tenant.id,
      random.uuid(),
      frame.contractId,
      'contribution',
      'Das Institut meldet eine andere Sparrate.',
      JSON.stringify(frame.depot.plan.payment),
      JSON.stringify(frame.depot.plan.payment + 25),
      `${addDays(anchor, -random.int(0, 9))}T04:00:00Z`,
    );
  if (isLinked && tariff.parameters.typeId === 1)
    tables.traderDepots.add(
      tenant.id,
      random.uuid(),
      tariff.issuerId,
      keys.external,
      keys.consumer,
      frame.contractId,
      customer.id,
      id,
      `${customer.person.firstName} ${customer.person.lastName}`,
      customer.iban,
      tariff.parameters.key,
      'linked',
      euro(totalCents),
      `${anchor}T04:00:00Z`,
    );
  return { isLinked, hasPending };
}

function writeContractRow(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  customer: CustomerCopies,
  drawn: DrawnRow,
  born: string,
  random: Random,
): void {
  const { tenant, anchor } = world;
  const { stored, hints, care, value, planCents, isDeleted } = drawn;
  const { tariff } = frame.worldTariff;
  const { parameters } = tariff;
  const prefix = parameters.key.slice(0, 2);
  const externalKey = `${prefix}-${frame.startDate.slice(2, 4)}-${String(drawn.index + 1).padStart(7, '0')}`;
  const consumerKey = `${prefix}${String((drawn.index * 7919 + 104_729) % 10_000_000).padStart(7, '0')}`;
  const keys = { external: externalKey, consumer: consumerKey };
  const totalCents = totalOf(value);
  const { isLinked, hasPending } = writeBankSide(world, tables, frame, customer, keys, totalCents, random);
  const worst = hints.length === 0 ? null : Math.max(...hints.map(({ severity }) => severity));
  const mask = hints.reduce((bits, hint) => bits | (1 << (hint.optimization_hint_id - 1)), 0);
  const endDate = parameters.typeId === 1 ? null : addMonths(born, 67 * 12);
  const { person } = customer;
  const searchText = ` ${foldText(`${person.lastName} ${person.firstName}  ${externalKey} ${consumerKey}`)}`;
  const createdAt = `${frame.startDate}T09:00:00Z`;
  const deletedAt = isDeleted ? `${addDays(anchor, -random.int(3, 90))}T10:00:00Z` : null;
  tables.contracts.add(
    tenant.id,
    frame.contractId,
    customer.id,
    customer.groupId,
    frame.worldTariff.id,
    frame.worldTariff.versionId,
    tariff.insurerId,
    tariff.issuerId,
    frame.worldTariff.costModelId,
    externalKey,
    consumerKey,
    frame.startDate,
    endDate !== null && endDate > anchor && endDate > frame.startDate ? endDate : null,
    parameters.universe === 'etf',
    isLinked,
    '',
    tariff.isHybrid ? '0.8' : null,
    stored.contract_score,
    stored.score_risk,
    stored.score_allocation,
    stored.score_quality,
    stored.score_costs,
    stored.score_savings_plan,
    `${anchor}T05:30:00Z`,
    drawn.riskClassId,
    stored.risk_value,
    stored.risk_target,
    stored.risk_band_low,
    stored.risk_band_high,
    stored.risk_band_status,
    stored.risk_distance,
    countCauses(hints.map(({ finding_cause }) => finding_cause)),
    worst,
    mask,
    stored.check_fingerprint,
    hasPending,
    care.lastCheck,
    care.lastCheck === null ? null : (customer.adviser?.id ?? null),
    care.lastCheck === null ? null : (customer.adviser?.fullName ?? null),
    care.lastConsultation,
    anchor,
    euro(value.fundCents),
    euro(value.nonFundsCents),
    drawn.contributions.toFixed(2),
    euro(value.reserveCents),
    (value.guaranteeQuantity / quantityScale).toFixed(4),
    euro(totalCents),
    planCents === null ? null : euro(planCents),
    planCents === null ? null : frame.interval,
    customer.sortName,
    searchText,
    deletedAt,
    isDeleted ? 'Vertrag gekündigt' : null,
    null,
    isDeleted ? addMonths(anchor, 120) : null,
    createdAt,
    createdAt,
  );
}

/** Draws contract number `index` of the tenant and writes its rows. */
export function writeContract(
  world: TenantWorld,
  tables: ContractTables,
  customer: CustomerCopies,
  index: number,
  born: string,
): DrawnContract {
  const random = new Random(world.seed, 'contract', world.tenant.key, index);
  const drawnFrame = drawFrame(world, index, random);
  const isDeleted = index > 0 && random.chance(0.005);
  const riskClassId = random.chance(0.98) ? drawnFrame.riskClassId : null;
  const simulated: SimulatedMovement[] = [];
  const days = [...world.historyDays.filter((day) => day >= drawnFrame.startDay), world.days.length - 1];
  const states = simulateDepot(drawnFrame.depot.plan, world.monthEnds, days, (one) => simulated.push(one));
  const last = states.pop();
  if (last === undefined) throw new RangeError('A depot has at least its current state.');
  const movements = movementsOf(world, drawnFrame, last, simulated);
  const current = withLotCosts(last, movements);
  const frame = withIdleMoney(drawnFrame, current);
  const exclusions = exclusionsOf(frame, index);
  const check = checkState(frame, current, world, riskClassId, customer.sustainableShare, exclusions);
  for (const state of states) writePortfolio(world, tables, frame, state, null, random);
  const value = writePortfolio(world, tables, frame, current, check, random);
  writeMovements(world, tables, frame, movements);
  const planCents = writeSavingsPlans(world, tables, frame, random);
  const hints = check.hints();
  writeHints(world, tables, frame, hints, random);
  const assessedUntil = writeAssessments(
    world,
    tables,
    frame,
    riskClassId,
    customer.sustainableShare,
    exclusions,
    random,
  );
  const care = drawCare(world, frame, customer, random);
  if (care.lastConsultation !== null)
    writeConsultation(world, tables, frame, customer, care.lastConsultation, random);
  const drawn: DrawnRow = {
    index,
    riskClassId,
    stored: check.stored,
    hints,
    care,
    value,
    planCents,
    contributions: current.contributions,
    isDeleted,
  };
  writeContractRow(world, tables, frame, customer, drawn, born, random);
  return { isDeleted, totalCents: totalOf(value), assessedUntil };
}
