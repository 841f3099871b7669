import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { clusterLimit } from './avoid-clusters.ts';
import { type Holding, tickOf } from './holdings.ts';
import { groupMoves } from './necessary-groups.ts';
import { leavingCodes } from './necessary-targets.ts';
import { type PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/** Where a group may end, in cents; a new one is opened as a whole or not at all. */
export interface GroupBounds {
  readonly low: number;
  readonly high: number;
  readonly isNew: boolean;
  readonly opened: number;
}

/** Whether a group may be worth so many cents. */
export const mayWeigh = ({ low, high, isNew, opened }: GroupBounds, value: number): boolean =>
  (isNew && value < 1) || (value >= (isNew ? opened : low) - 1 && value <= high + 1);

/** What must stay true of a plan while its orders become smaller. Whatever the plan itself does is allowed. */
export interface TrimBounds {
  /** Funds that go, whatever it costs. */
  readonly leaving: ReadonlySet<string>;
  readonly groups: readonly GroupBounds[];
  readonly leastCash: number;
  readonly mostCash: number;
  readonly leastOrder: number;
  readonly leastMeasure: number;
  readonly mostMeasure: number;
  /** Mean points of what is invested. */
  readonly leastQuality: number;
  /** Ongoing costs as a fraction of the value. */
  readonly mostCosts: number;
  /** Cents that need not be invested, and the part of the rest that may lie where the target does not want it. */
  readonly reserve: number;
  readonly mostMisplaced: number;
  readonly leastCount: number;
  readonly mostCount: number;
  /** Cents one security must and may be worth by the tariff's limits. */
  readonly fundLimits: { readonly low: number; readonly high: number };
  /** The most a fund or a company may be worth without a cluster risk, in cents. */
  readonly mostOf: (subject: string) => number;
}

/** The check rounds measures to hundredths: what is less than that above one of them is shown as the same. */
const belowRounding = 0.005 - 1e-7;

/** Cents: a fraction worth more than that is to be invested elsewhere. */
const mostFraction = 100;

/** Points a part of the score may lose to rounding. */
const rounding = 0.5;

/**
 * Bounds of a plan: destinations and tolerances of groups, cluster risks, band, limits, and the parts of the score, each
 * as the plan keeps it.
 *
 * @param before the check of the contract as it is
 * @param after the check of the plan
 */
export function trimBounds(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  before: ContractCheck,
  after: ContractCheck,
): TrimBounds {
  const { contract, portfolioLimits } = request;
  const reserve = toCents(contract.cashReserve);
  const total = plan.total + reserve;
  const valueAfter = valuesAfter(plan);
  const now = toCents(contract.cash) + toCents(request.addedCash);
  const { count, share, value } = portfolioLimits;
  const held = [...valueAfter.values()].filter((cents) => cents > 0).length;
  const misplaced = (part: number) => (2 * (100 - part)) / 100;
  return {
    leaving: leavingOf(request, before),
    groups: groupBounds(context, request, plan, before, valueAfter, total),
    leastCash: Math.min(now, reserve, plan.cashAfter),
    mostCash: Math.max(toCents(contract.cash), plan.cashAfter, fractionOf(plan)),
    leastOrder: 0.001 * total,
    ...measureBounds(context, before, after, total),
    leastQuality: Math.min(before.parts.quality - rounding, after.parts.quality),
    mostCosts: Math.max(before.ter + (rounding / 100) * 0.01, context.proposalTer, after.ter),
    reserve,
    mostMisplaced: misplaced(Math.min(before.parts.allocation - rounding, after.parts.allocation)),
    leastCount: Math.min(count.min ?? 0, held),
    mostCount: Math.max(count.max ?? Number.POSITIVE_INFINITY, held),
    fundLimits: {
      low: Math.max((share.min ?? 0) * plan.total, (value.min ?? 0) * 100),
      high: Math.min((share.max ?? 1) * plan.total, (value.max ?? Number.POSITIVE_INFINITY) * 100),
    },
    mostOf: clusterBounds(context, plan, before, after, valueAfter, total),
  };
}

/** Cents that a fraction of a fund is worth which the plan buys in fractions: less than that cannot be invested, and is no idle money. */
const fractionOf = ({ holdings, orders }: PortfolioPlan): number => {
  const bought = new Set(orders.flatMap(({ isin, action }) => (action === 'buy' ? [isin] : [])));
  const ticks = holdings.flatMap((holding) =>
    bought.has(holding.isin) && holding.decimals > 0 ? Math.ceil(tickOf(holding)) - 2 : [],
  );
  return Math.min(mostFraction, Math.max(0, ...ticks));
};

/** Of what is held after the orders. */
function valuesAfter({ holdings, orders }: PortfolioPlan): Map<Holding, number> {
  const ordered = new Map(orders.map((order) => [order.isin, order]));
  const values = new Map<Holding, number>();
  for (const holding of holdings) {
    const order = ordered.get(holding.isin);
    const amount = order ? (order.action === 'buy' ? order.amount : -order.amount) : 0;
    if (holding.value + amount !== 0) values.set(holding, holding.value + amount);
  }
  return values;
}

/** Funds with a finding that only their leaving mends, those without risk data where that is the finding, and excluded ones. */
function leavingOf(request: PlanRequest, { hints, status }: ContractCheck): ReadonlySet<string> {
  const named = hints
    .filter(({ code, severity }) => severity >= 1 && leavingCodes.has(code))
    .map(({ subject }) => subject);
  const unknown = status === 'unknown' ? request.contract.positions.map(({ isin }) => isin) : [];
  return new Set([...named, ...unknown, ...request.excluded]);
}

function groupBounds(
  context: TariffContext,
  request: PlanRequest,
  { holdings }: PortfolioPlan,
  before: ContractCheck,
  valueAfter: ReadonlyMap<Holding, number>,
  total: number,
): GroupBounds[] {
  const n = context.target.length;
  const sums = { before: new Float64Array(n), locked: new Float64Array(n), after: new Float64Array(n) };
  for (const holding of holdings) {
    const { groupIndex, value, isLocked } = holding;
    if (groupIndex < 0) continue;
    sums.before[groupIndex]! += value;
    sums.after[groupIndex]! += valueAfter.get(holding) ?? 0;
    if (isLocked) sums.locked[groupIndex]! += value;
  }
  const groups = Array.from(context.target, (wanted, g) => ({
    before: sums.before[g]!,
    kept: sums.before[g]!,
    locked: sums.locked[g]!,
    canBuy: wanted > 0,
    capacity: total,
    heldCapacity: total,
    least: 0,
  }));
  return groupMoves(context, before.hints, groups, request.rules, total).map((move, g) => {
    const after = sums.after[g]!;
    const half = (context.target[g]! * total) / 2;
    // A wanted group that the plan keeps is never sold out, however small.
    const least = move.target > 0 && move.before > 0 ? 1 : 0;
    return {
      low: Math.min(Math.max(move.low, least), after),
      high: Math.max(move.high, after),
      isNew: move.before === 0 && !move.isOutside,
      opened: Math.min(half, after > 0 ? after : half),
    };
  });
}

/** Part of the value in cents that is left after a plan's fees. */
const keptOf = (after: ContractCheck, total: number): number => Math.min(1, (100 * after.total) / total);

/**
 * @param total value in cents before fees, which the measures of smaller orders refer to; the check knows the value after them
 */
function measureBounds(context: TariffContext, before: ContractCheck, after: ContractCheck, total: number) {
  const { band, input } = context;
  if (after.measure === null)
    return { leastMeasure: Number.NEGATIVE_INFINITY, mostMeasure: Number.POSITIVE_INFINITY };
  const inside = Math.min(
    (band.high - band.low) / 2,
    before.status === 'in' ? input.range / 50 : input.range / 4,
  );
  // What fees take away makes the rest weigh more in the check: a smaller plan is above the edge of rounding a little earlier.
  const kept = keptOf(after, total);
  return {
    // The check rounds to hundredths.
    leastMeasure:
      band.low > 0 ? Math.min(band.low + inside, after.measure - 0.005) : Number.NEGATIVE_INFINITY,
    mostMeasure: Math.max(band.high - inside, (after.measure + belowRounding) * kept),
  };
}

function clusterBounds(
  context: TariffContext,
  { holdings }: PortfolioPlan,
  { hints }: ContractCheck,
  check: ContractCheck,
  valueAfter: ReadonlyMap<Holding, number>,
  total: number,
): (subject: string) => number {
  const limits = clusterLimit(context, total);
  // The check refers to what fees leave.
  const kept = keptOf(check, total);
  const clusters = new Set(hints.filter(({ code }) => code === 'H13').map(({ subject }) => subject));
  const after = new Map<string, number>();
  for (const [holding, value] of valueAfter) {
    const company = context.funds.get(holding.isin)?.company ?? '';
    after.set(holding.isin, value);
    after.set(company, (after.get(company) ?? 0) + value);
  }
  const isFund = new Set(holdings.map(({ isin }) => isin));
  const mostOf = (subject: string) => {
    const limit = isFund.has(subject) ? limits.fund : limits.company;
    // What is a cluster goes to its destination; what is none only must not become one.
    const edge = clusters.has(subject) ? limit : (kept * limit) / (isFund.has(subject) ? 0.9875 : 0.99);
    return Math.max(edge, after.get(subject) ?? 0);
  };
  // Asked for again with every change of an order.
  const known = new Map<string, number>();
  return (subject) => {
    let most = known.get(subject);
    if (most === undefined) known.set(subject, (most = mostOf(subject)));
    return most;
  };
}
