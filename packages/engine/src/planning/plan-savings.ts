import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput, SavingsPlan } from '../check/contract-input.ts';
import { savingsOverlap } from '../check/savings-overlap.ts';
import type { PreparedFund, TariffContext } from '../check/tariff-context.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import { isClearlyCheaper, mayStay } from './holdings.ts';
import { type BindingLimit, type Limit, type PlanRequest, toCents } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { type SavingsProblem, type SavingsTarget, savingsTarget } from './savings-plan.ts';

/** A savings plan that replaces the present one. */
export interface PlannedSavings {
  readonly plan: SavingsPlan;
  readonly binding: readonly BindingLimit[];
}

/** From these fits on there is no warning, and no hint at all, that a savings plan deviates (H15). */
const fitWithoutWarning = 70;
const fitWithoutHint = 90;

/**
 * The best savings plan the minimum rates allow; null where there is none, or where the present one has no fault and fits
 * as well.
 *
 * @param isNecessary change only what is wrong: a finding of severity 1 or 2, or a fund that the plan sells
 */
export function planSavings(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  before: ContractCheck,
  isNecessary: boolean,
): PlannedSavings | null {
  const current = request.contract.savingsPlan;
  if (!current || current.rate <= 0) return null;
  const isAtFault = hasFault(context, request, current, plan, before);
  if (isNecessary && !isAtFault) return null;
  const fitOf = (savingsPlan: SavingsPlan) => savingsOverlap(context, savingsPlan);
  const planned = (mode: SavingsProblem['mode'], going: SavingsPlan['entries']): Successor =>
    mode === 'TARGET'
      ? targetPlan(context, request, current, going)
      : successor(
          current,
          savingsTarget(problemOf(context, request, current, mode, valuesOf(plan.after), going)),
        );
  // Correcting the drift with new money is fine as long as the plan itself fits no worse and is no warning (H15).
  const least = Math.max(fitWithoutWarning, Math.min(fitOf(current), fitWithoutHint));
  const bestFor = (going: SavingsPlan['entries']): Successor => {
    const first = planned(request.savingsMode, going);
    return request.savingsMode === 'CORRECT' && fitOf(first.best) < least ? planned('TARGET', going) : first;
  };
  // As many funds go on as are good, unless the target's own funds fit better.
  const going = current.entries.filter(
    ({ isin, percent }) => percent > 0 && goesOn(context, request, isin) && !isSold(plan, isin),
  );
  const own = bestFor([]);
  const kept = going.length === 0 ? own : bestFor(going);
  const isKept =
    kept.binding.length === 0 && (own.binding.length > 0 || fitOf(kept.best) >= fitOf(own.best) - 1e-9);
  const { best, binding } = isKept ? kept : own;
  const isBound = binding.length > 0;
  if (!isAtFault) {
    if (isBound || fitOf(best) <= fitOf(current) + 0.5) return null;
    return { plan: best, binding };
  }
  // Where the best plan fits worse than what is saved today, today's shares stay and only faults go.
  const repaired = repairedPlan(context, request, plan, current);
  const isRepaired = repaired !== null && !breaksSavingsLimits(request, repaired);
  if (isRepaired && (isBound || fitOf(repaired) > fitOf(best) + 1e-9))
    return isSameShares(repaired, current) ? null : { plan: repaired, binding: [] };
  if (isBound) return { plan: current, binding };
  return { plan: best, binding };
}

/** What is asked of a new plan; the values of what is held only count where it corrects them. */
function problemOf(
  context: TariffContext,
  request: PlanRequest,
  { rate, entries }: SavingsPlan,
  mode: SavingsProblem['mode'],
  values: ReadonlyMap<string, number>,
  going: SavingsPlan['entries'],
): SavingsProblem {
  return {
    targets: savedTargets(context, request, savedInto(entries), going),
    values,
    rate,
    minimumOf: (isin: string) => request.traded.get(isin)?.savingsMinimum ?? 25,
    units: request.savingsUnits,
    limits: request.savingsLimits,
    reserve: context.input.shortlists
      .flat()
      .filter(
        (isin) =>
          request.traded.has(isin) && !request.excluded.has(isin) && isOffered(context.funds.get(isin)),
      ),
    groupOf: (isin: string) => context.funds.get(isin)?.groupIndex ?? -1,
    saved: savedInto(entries),
    mode,
  };
}

/**
 * The target by fund as far as it may be saved into. Funds that go on stand in the place of their group's others; where
 * there are several, in proportion to what they get today. Beyond that, what the adviser excludes and what the client's preference rules out
 * leaves its part to the next fund of its group; where the group has none, what is saved into today goes on, and nothing
 * begins: the other groups share its part.
 */
function savedTargets(
  context: TariffContext,
  request: PlanRequest,
  saved: ReadonlySet<string>,
  going: SavingsPlan['entries'],
): Map<string, number> {
  const targets = new Map<string, number>();
  const kept = Map.groupBy(going, ({ isin }) => context.funds.get(isin)?.groupIndex ?? -1);
  for (const [isin, weight] of context.proposal) {
    const own = kept.get(context.funds.get(isin)?.groupIndex ?? -1) ?? [];
    if (own.length > 0) {
      const sum = own.reduce((all, { percent }) => all + percent, 0);
      for (const entry of own)
        targets.set(entry.isin, (targets.get(entry.isin) ?? 0) + (weight * entry.percent) / sum);
      continue;
    }
    const isUnwanted = request.excluded.has(isin) || context.funds.get(isin)?.isUnwanted === true;
    const by = isUnwanted ? savedInstead(context, request, saved, isin) : isin;
    if (by !== undefined) targets.set(by, (targets.get(by) ?? 0) + weight);
  }
  return targets;
}

/** Where the part of a fund goes that is not wanted; undefined where its group has nothing for it. */
function savedInstead(
  context: TariffContext,
  request: PlanRequest,
  saved: ReadonlySet<string>,
  isin: string,
): string | undefined {
  const offered = offeredInstead(context, request, isin);
  if (offered !== undefined || request.excluded.has(isin)) return offered;
  const groupIndex = context.funds.get(isin)?.groupIndex ?? -1;
  return [...saved].toSorted().find((own) => {
    const fund = context.funds.get(own);
    return fund?.groupIndex === groupIndex && fund.status === 'open' && !request.excluded.has(own);
  });
}

/** Whether what is saved into a fund may go on: it is good, anybody may buy it, and none of the target's is clearly cheaper. */
function goesOn(context: TariffContext, request: PlanRequest, isin: string): boolean {
  const fund = context.funds.get(isin);
  if (!fund || !isOffered(fund) || !mayStay(context, isin)) return false;
  if (!request.traded.has(isin) || request.excluded.has(isin)) return false;
  // A cheaper fund the client rules out is none for her.
  return ![...context.proposal.keys()].some((other) => {
    const rival = context.funds.get(other);
    return (
      rival?.groupIndex === fund.groupIndex && !rival.isUnwanted && isClearlyCheaper(context, other, isin)
    );
  });
}

/** The first other fund of a fund's group that may be saved into. */
function offeredInstead(context: TariffContext, request: PlanRequest, isin: string): string | undefined {
  const groupIndex = context.funds.get(isin)?.groupIndex ?? -1;
  return (context.input.shortlists[groupIndex] ?? []).find(
    (other) =>
      other !== isin &&
      request.traded.has(other) &&
      !request.excluded.has(other) &&
      isOffered(context.funds.get(other)),
  );
}

/** Whether anybody may begin to save into a fund, and the client's preference allows it. */
const isOffered = (fund: PreparedFund | undefined): boolean =>
  fund?.status === 'open' && fund.isInUniverse && !fund.isUnwanted;

const savedInto = (entries: SavingsPlan['entries']): ReadonlySet<string> =>
  new Set(entries.flatMap(({ isin, percent }) => (percent > 0 ? [isin] : [])));

/** Target plans of a context for one way to ask, by rate and funds saved into. */
interface KnownPlans {
  readonly request: PlanRequest;
  readonly targets: Map<string, Successor>;
}

/** What would replace the present plan, and the limits that no plan keeps. */
interface Successor {
  readonly best: SavingsPlan;
  readonly binding: readonly BindingLimit[];
}

const successor = ({ rate }: SavingsPlan, { entries, binding }: SavingsTarget): Successor => ({
  binding,
  best: { rate, entries: entries.map(({ isin, percent }) => ({ isin, percent })) },
});

const known = new WeakMap<TariffContext, KnownPlans>();
/** Candidates of one contract ask for a handful. */
const maximumKnown = 50;

/** The plan at target weights: the same for all orders after which the same funds go on, and every candidate asks for it. */
function targetPlan(
  context: TariffContext,
  request: PlanRequest,
  current: SavingsPlan,
  going: SavingsPlan['entries'],
): Successor {
  let last = known.get(context);
  const isSame =
    last !== undefined &&
    last.request.traded === request.traded &&
    last.request.excluded === request.excluded &&
    last.request.savingsLimits === request.savingsLimits &&
    last.request.savingsUnits === request.savingsUnits;
  if (!last || !isSame || last.targets.size >= maximumKnown)
    known.set(context, (last = { request, targets: new Map() }));
  const shares = going.map(({ isin, percent }) => `${isin}:${percent}`);
  const key = [current.rate, ...savedInto(current.entries), ...shares].join(' ');
  let target = last.targets.get(key);
  if (!target) {
    target = successor(
      current,
      savingsTarget(problemOf(context, request, current, 'TARGET', new Map(), going)),
    );
    last.targets.set(key, target);
  }
  return target;
}

/** Today's shares with every fund that cannot stay replaced by one of its group; null where a group has none. */
function repairedPlan(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  { rate, entries }: SavingsPlan,
): SavingsPlan | null {
  const isAmiss = amissIn(context, request, plan);
  const percents = new Map<string, number>();
  for (const { isin, percent } of entries) {
    if (percent <= 0) continue;
    const fund = context.funds.get(isin);
    // What the client's preference rules out goes as well, where its group has another fund.
    const preferred = fund?.isUnwanted === true ? offeredInstead(context, request, isin) : isin;
    const by = isAmiss(isin)
      ? (context.input.shortlists[fund?.groupIndex ?? -1] ?? []).find(
          (other) => request.traded.has(other) && !isAmiss(other) && !context.funds.get(other)?.isUnwanted,
        )
      : (preferred ?? isin);
    if (by === undefined) return null;
    percents.set(by, (percents.get(by) ?? 0) + percent);
  }
  if (percents.size === 0) return null;
  const isins = [...percents.keys()].toSorted();
  const units = roundToUnits(
    isins.map((isin) => percents.get(isin) ?? 0),
    request.savingsUnits,
  );
  const percentOf = (k: number) => (units[k]! * 100) / request.savingsUnits;
  return { rate, entries: isins.map((isin, k) => ({ isin, percent: percentOf(k) })) };
}

/** Whether number, share or monthly value of the funds saved into breaks a limit of the tariff. */
function breaksSavingsLimits({ savingsLimits }: PlanRequest, plan: SavingsPlan | null): boolean {
  const entries = (plan?.entries ?? []).filter(({ percent }) => percent > 0);
  const isOutside = (value: number, { min, max }: Limit) =>
    value < (min ?? 0) - 1e-9 || value > (max ?? Number.POSITIVE_INFINITY) + 1e-9;
  if (entries.length === 0) return false;
  return (
    isOutside(entries.length, savingsLimits.count) ||
    entries.some(
      ({ percent }) =>
        isOutside(percent / 100, savingsLimits.share) ||
        isOutside((percent * (plan?.rate ?? 0)) / 100, savingsLimits.value),
    )
  );
}

const isSameShares = (a: SavingsPlan, b: SavingsPlan): boolean => {
  const kept = b.entries.filter(({ percent }) => percent > 0);
  return (
    a.entries.length === kept.length &&
    a.entries.every(({ isin, percent }) =>
      kept.some((entry) => entry.isin === isin && Math.abs(entry.percent - percent) < 1e-6),
    )
  );
};

/** Whether a plan sells all of a fund. */
const isSold = ({ orders }: PortfolioPlan, isin: string): boolean =>
  orders.some((order) => order.isFullSale && order.isin === isin);

/** Whether a fund may not be saved into: nobody may buy it, the plan sells it, or the adviser excluded it. */
function amissIn(context: TariffContext, request: PlanRequest, plan: PortfolioPlan) {
  return (isin: string): boolean => {
    const fund = context.funds.get(isin);
    if (!fund || fund.status !== 'open' || request.excluded.has(isin)) return true;
    return isSold(plan, isin);
  };
}

/** Findings about the savings plan, a fund in it that nobody may buy or that is sold, a sum other than 100. */
function hasFault(
  context: TariffContext,
  request: PlanRequest,
  { entries }: SavingsPlan,
  plan: PortfolioPlan,
  { hints }: ContractCheck,
): boolean {
  const saved = savedInto(entries);
  if (breaksSavingsLimits(request, request.contract.savingsPlan)) return true;
  if ([...saved].some(amissIn(context, request, plan))) return true;
  return hints.some(
    ({ code, severity, subject }) =>
      severity >= 1 && (code === 'H15' || code === 'H16' || (code === 'H07' && saved.has(subject))),
  );
}

/** Euros a month by fund; to the cent where the percentages sum to 100. */
export function savingsAmounts(plan: SavingsPlan | null) {
  const entries = plan?.entries ?? [];
  const rate = plan?.rate ?? 0;
  const sum = entries.reduce((all, { percent }) => all + percent, 0);
  const isWhole = Math.abs(sum - 100) < 1e-6 && rate > 0;
  const percents = entries.map(({ percent }) => percent);
  const cents = isWhole
    ? roundToUnits(percents, toCents(rate))
    : percents.map((value) => Math.round(value * rate));
  return entries.map(({ isin, percent }, k) => ({ isin, percent, amount: cents[k]! / 100 }));
}

/** Value in cents by ISIN of what is held. */
function valuesOf(contract: ContractInput): Map<string, number> {
  const values = new Map<string, number>();
  for (const { isin, quantity, price } of contract.positions)
    values.set(isin, (values.get(isin) ?? 0) + toCents(quantity * (price ?? 0)));
  return values;
}
