/** Draws one contract, checks it as the engine would and writes all its rows. */
import { foldText } from '@depotwerk/domain/fold-text';
import { largestRemainder } from '@depotwerk/engine/largest-remainder';
import { addDays, addMonths, daysBetween } from './bank-days.ts';
import { type CheckResult, checkContract } from './contract-check.ts';
import type { ContractTables } from './contract-tables.ts';
import type { CustomerCopies } from './customer-writer.ts';
import { type DrawnDepot, drawDepot } from './demo-depots.ts';
import { type DepotState, priceOn, quantityScale, simulateDepot, valueInCents } from './depot-simulation.ts';
import { hintText } from './hint-texts.ts';
import { issuerParameters } from './product-parameters.ts';
import { Random } from './random.ts';
import type { TenantWorld, WorldTariff } from './tenant-world.ts';

export interface DrawnContract {
  readonly isDeleted: boolean;
  readonly totalCents: number;
}

interface Position {
  readonly index: number;
  readonly quantity: number;
  readonly price: number;
  readonly cents: number;
  /** Ten-thousandths. */
  readonly fraction: number;
}

interface Valuation {
  readonly positions: readonly Position[];
  readonly fundCents: number;
  readonly reserveCents: number;
  readonly guaranteeQuantity: number;
  readonly nonFundsCents: number;
}

interface Frame {
  readonly contractId: string;
  readonly worldTariff: WorldTariff;
  readonly startDate: string;
  readonly startDay: number;
  readonly monthly: number;
  readonly interval: 1 | 4 | 6 | 12;
  readonly riskClassId: number;
  readonly depot: DrawnDepot;
}

const euro = (cents: number): string => (cents / 100).toFixed(2);
const intervals = [1, 1, 1, 1, 1, 4, 6, 12] as const;
const monthsPerPayment: Readonly<Record<1 | 4 | 6 | 12, number>> = { 1: 1, 4: 3, 6: 6, 12: 12 };

function drawFrame(world: TenantWorld, index: number, random: Random): Frame {
  const worldTariff =
    world.tariffs[random.weighted(world.tariffs.map(({ tariff }) => tariff.parameters.popularity))];
  if (worldTariff === undefined) throw new RangeError('A tenant needs tariffs.');
  const { tariff } = worldTariff;
  const isDepot = tariff.parameters.typeId === 1;
  const months = random.int(3, isDepot ? 150 : 230);
  const startDate = addMonths(world.anchor, -months);
  const firstMonthEnd =
    world.monthEnds.find((day) => (world.days[day] ?? '') >= startDate) ?? world.monthEnds.at(-2) ?? 0;
  const startDay = startDate < (world.days[0] ?? '') ? 0 : firstMonthEnd;
  const monthly =
    isDepot && random.chance(0.3)
      ? 0
      : random.pick([50, 75, 100, 100, 125, 150, 200, 200, 250, 300, 400, 500]);
  const monthsBefore = Math.max(0, months - 60);
  const lump = isDepot
    ? Math.round(Math.exp(random.between(7.8, 11.2)) / 100) * 100
    : random.chance(0.2)
      ? random.int(5, 60) * 500
      : 0;
  const paidBefore = lump + monthly * monthsBefore;
  const growth = 1 + monthsBefore * random.between(0.0006, 0.0032);
  const count = tariff.classes.length;
  // most people choose the middle classes
  const weights = tariff.classes.map(
    (_, place) => 1 + 2.2 * (1 - Math.abs(place - (count - 1) / 2) / (count / 2)),
  );
  const riskClassId = random.weighted(weights) + 1;
  const initialContributions = Math.max(paidBefore, monthly, 500);
  return {
    contractId: new Random(world.seed, 'contractId', world.tenant.key, index).uuid(),
    worldTariff,
    startDate,
    startDay,
    monthly,
    interval: random.pick(intervals),
    riskClassId,
    depot: drawDepot(
      {
        tariff,
        riskClassId,
        startDay,
        endDay: world.days.length - 1,
        initialValue: initialContributions * growth,
        initialContributions,
        monthlyContribution: monthly,
      },
      world.monthEnds,
      world.market,
      random,
    ),
  };
}

/** Values a state of the depot; fractions are ten-thousandths of the fund value and sum to exactly one. */
function valueDepot(frame: Frame, state: DepotState, world: TenantWorld): Valuation {
  const held = frame.depot.plan.funds.flatMap((fund, index) => {
    const quantity = state.quantities[index] ?? 0;
    const price = priceOn(fund, state.day);
    const cents = valueInCents(quantity, price);
    return quantity > 0 && cents > 0 ? [{ index, quantity, price, cents }] : [];
  });
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
    ? Math.floor((paidCents * 0.35 * 1_000_000) / guaranteePrice / 10) * 10
    : 0;
  return {
    positions: held.map((position, place) => ({ ...position, fraction: fractions[place] ?? 0 })),
    fundCents,
    reserveCents: guarantee
      ? valueInCents(guaranteeQuantity, guaranteePrice)
      : tariff.parameters.typeId === 7
        ? Math.round(paidCents * 0.42)
        : 0,
    guaranteeQuantity,
    nonFundsCents: tariff.parameters.typeId === 3 ? Math.round(paidCents * 0.03) : 0,
  };
}

function writePortfolio(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
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
    check === null ? null : (Math.round(check.measure * 100) / 10_000).toFixed(4),
    check === null ? null : check.shareQuota.toFixed(4),
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

function checkState(
  frame: Frame,
  state: DepotState,
  world: TenantWorld,
  riskClassId: number | null,
  sustainableShare: number | null,
): CheckResult {
  const value = valueDepot(frame, state, world);
  const { funds } = frame.depot.plan;
  return checkContract(
    {
      tariff: frame.worldTariff.tariff,
      riskClassId,
      positions: value.positions.flatMap(({ index, cents, fraction }) => {
        const fund = funds[index];
        if (fund === undefined) return [];
        const priceDate = world.days[Math.min(state.day, fund.lastDay)] ?? world.anchor;
        return [
          {
            fund,
            weight: fraction / 10_000,
            value: cents / 100,
            priceAge: daysBetween(priceDate, world.anchor),
          },
        ];
      }),
      savingsPlan:
        frame.monthly === 0
          ? []
          : frame.depot.savingsFractions.flatMap((fraction, index) => {
              const fund = funds[index];
              return fund && fraction > 0 ? [{ fund, fraction }] : [];
            }),
      sustainableShare,
      silentHints: frame.worldTariff.silentHints,
    },
    world.market,
  );
}

function writeSavingsPlan(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  from: string,
  to: string | null,
  share: number,
  random: Random,
): number {
  const id = random.uuid();
  const cents = Math.round(frame.monthly * share) * monthsPerPayment[frame.interval] * 100;
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

function writeHints(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  check: CheckResult,
  random: Random,
): number {
  let mask = 0;
  for (const hint of check.hints) {
    mask |= 1 << (hint.hintId - 1);
    const { title, text } = hintText(hint, world.market);
    const createdAt = `${addDays(world.anchor, -random.int(0, 20))}T05:30:00Z`;
    const number = (value: number | null): string | null => (value === null ? null : value.toFixed(6));
    tables.hints.add(
      world.tenant.id,
      random.uuid(),
      frame.contractId,
      hint.hintId,
      title,
      text,
      hint.severity,
      hint.scope,
      `{${hint.fundIds.join(',')}}`,
      hint.peergroupId,
      number(hint.actual),
      number(hint.target),
      number(hint.range),
      `{${hint.suggestedFundIds.join(',')}}`,
      createdAt,
      'open',
      createdAt,
    );
  }
  return mask;
}

function writeAssessments(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  riskClassId: number | null,
  sustainableShare: number | null,
  random: Random,
): void {
  if (riskClassId === null) return;
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
      status,
    );
  };
  const age = random.chance(0.86) ? random.int(10, 700) : random.int(740, 1100);
  const date = addDays(world.anchor, -age) < frame.startDate ? frame.startDate : addDays(world.anchor, -age);
  add(date, addMonths(date, 24), riskClassId, null, 'valid');
  if (random.chance(0.05)) {
    const suggested = riskClassId < classes.length ? riskClassId + 1 : riskClassId - 1;
    const suggestedOn = addDays(world.anchor, -random.int(1, 30));
    if (suggestedOn > date) add(suggestedOn, addMonths(suggestedOn, 24), null, suggested, 'suggested');
  }
}

interface Care {
  readonly lastCheck: string | null;
  readonly lastConsultation: string | null;
}

function drawCare(world: TenantWorld, frame: Frame, customer: CustomerCopies, random: Random): Care {
  const recent = (longest: number): string => {
    const date = addDays(world.anchor, -random.int(1, longest));
    return date < frame.startDate ? frame.startDate : date;
  };
  const isChecked = customer.adviser !== null && random.chance(frame.depot.habit === 'kept' ? 0.85 : 0.55);
  return {
    lastCheck: isChecked
      ? `${recent(frame.depot.habit === 'kept' ? 200 : 620)}T${String(random.int(7, 15)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00Z`
      : null,
    lastConsultation: customer.adviser !== null && random.chance(0.6) ? recent(700) : null,
  };
}

function writeConsultation(
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

/** Draws contract number `index` of the tenant and writes its rows. */
export function writeContract(
  world: TenantWorld,
  tables: ContractTables,
  customer: CustomerCopies,
  index: number,
  born: string,
): DrawnContract {
  const { tenant, days, anchor } = world;
  const random = new Random(world.seed, 'contract', tenant.key, index);
  const frame = drawFrame(world, index, random);
  const { tariff } = frame.worldTariff;
  const { parameters } = tariff;
  const isDeleted = index > 0 && random.chance(0.005);
  const riskClassId = random.chance(0.98) ? frame.riskClassId : null;
  const lastDay = days.length - 1;
  const states = simulateDepot(frame.depot.plan, world.monthEnds, [
    ...world.historyDays.filter((day) => day >= frame.startDay),
    lastDay,
  ]);
  const current = states.at(-1);
  if (current === undefined) throw new RangeError('A depot has at least its current state.');
  const check = checkState(frame, current, world, riskClassId, customer.sustainableShare);
  for (const state of states)
    if (state !== current) writePortfolio(world, tables, frame, state, null, random);
  const value = writePortfolio(world, tables, frame, current, check, random);
  let planCents: number | null = null;
  if (frame.monthly > 0) {
    const changed = addMonths(anchor, -random.int(2, 30));
    const hasEarlier = world.hasFullHistory && changed > frame.startDate && random.chance(0.45);
    if (hasEarlier)
      writeSavingsPlan(world, tables, frame, frame.startDate, addDays(changed, -1), 0.8, random);
    planCents = writeSavingsPlan(
      world,
      tables,
      frame,
      hasEarlier ? changed : frame.startDate,
      null,
      1,
      random,
    );
  }
  const mask = writeHints(world, tables, frame, check, random);
  writeAssessments(world, tables, frame, riskClassId, customer.sustainableShare, random);
  const care = drawCare(world, frame, customer, random);
  if (care.lastConsultation !== null)
    writeConsultation(world, tables, frame, customer, care.lastConsultation, random);
  const issuer = issuerParameters[parameters.issuer];
  const isLinked = issuer !== undefined && issuer.traderKind !== 'none' && random.chance(0.9);
  const externalKey = `${parameters.key.slice(0, 2)}-${frame.startDate.slice(2, 4)}-${String(index + 1).padStart(7, '0')}`;
  const consumerKey = `${parameters.key.slice(0, 2)}${String((index * 7919 + 104_729) % 10_000_000).padStart(7, '0')}`;
  const hasPending = isLinked && random.chance(0.03);
  if (hasPending)
    tables.pendingChanges.add(
      tenant.id,
      random.uuid(),
      frame.contractId,
      'contribution',
      'Das Institut meldet eine andere Sparrate.',
      JSON.stringify(frame.monthly),
      JSON.stringify(frame.monthly + 25),
      `${addDays(anchor, -random.int(0, 9))}T04:00:00Z`,
    );
  const totalCents = value.fundCents + value.nonFundsCents + value.reserveCents;
  if (isLinked && parameters.typeId === 1)
    tables.traderDepots.add(
      tenant.id,
      random.uuid(),
      tariff.issuerId,
      externalKey,
      consumerKey,
      frame.contractId,
      customer.id,
      frame.worldTariff.id,
      `${customer.person.firstName} ${customer.person.lastName}`,
      customer.iban,
      parameters.key,
      'linked',
      euro(totalCents),
      `${anchor}T04:00:00Z`,
    );
  const worst = check.hints.reduce<number | null>(
    (highest, { severity }) => (highest === null || severity > highest ? severity : highest),
    null,
  );
  const endDate = parameters.typeId === 1 ? null : addMonths(born, 67 * 12);
  const { person } = customer;
  const searchText = ` ${foldText(`${person.lastName} ${person.firstName}  ${externalKey} ${consumerKey}`)}`;
  const createdAt = `${frame.startDate}T09:00:00Z`;
  const deletedAt = isDeleted ? `${addDays(anchor, -random.int(3, 90))}T10:00:00Z` : null;
  const fraction = (percent: number): string => (percent / 100).toFixed(4);
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
    check.score,
    Math.round(check.parts.risk),
    Math.round(check.parts.allocation),
    Math.round(check.parts.quality),
    Math.round(check.parts.costs),
    Math.round(check.parts.savingsPlan),
    `${anchor}T05:30:00Z`,
    riskClassId,
    fraction(Math.round(check.measure * 100) / 100),
    check.target === null ? null : fraction(check.target),
    check.band === null ? null : fraction(check.band.low),
    check.band === null ? null : fraction(check.band.high),
    check.status,
    fraction(check.distance),
    check.hints.length,
    worst,
    mask,
    hasPending,
    care.lastCheck,
    care.lastCheck === null ? null : (customer.adviser?.id ?? null),
    care.lastCheck === null ? null : (customer.adviser?.fullName ?? null),
    care.lastConsultation,
    anchor,
    euro(value.fundCents),
    euro(value.nonFundsCents),
    current.contributions.toFixed(2),
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
  return { isDeleted, totalCents };
}
