import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput, SavingsPlan } from '../check/contract-input.ts';
import { savingsOverlap } from '../check/savings-overlap.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import { begunInHeld } from './begun-in-held.ts';
import { savedOutside, sideOutside } from './limit-side.ts';
import { type BindingLimit, type PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import {
  begunWith,
  goesOn,
  offeredInstead,
  offersOf,
  type SavedChoice,
  savedChoice,
  savedInto,
  savedTargets,
  soldBy,
} from './saved-funds.ts';
import { defaultMinimum, mostOverlap } from './savings-bound.ts';
import { reserveDecides, type SavingsProblem, type SavingsTarget, savingsTarget } from './savings-plan.ts';

/** A savings plan that replaces the present one. */
export interface PlannedSavings {
  readonly plan: SavingsPlan;
  readonly binding: readonly BindingLimit[];
}

/** From these fits on there is no warning, and no hint at all, that a savings plan deviates (H15). */
const fitWithoutWarning = 70;
const fitWithoutHint = 90;
/** A plan without fault is left alone for less, and what is held is not passed over for it. */
const asGoodFit = 0.5;

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
  const sold = soldBy(plan);
  const isAtFault = hasFault(context, request, current, sold, before);
  if (isNecessary && !isAtFault) return null;
  // Where no plan fits so much better, one without fault stays, and none is looked for.
  if (!isAtFault && savingsOverlap(context, current) + asGoodFit >= mostOverlap(context, request, current))
    return null;
  const choice = savedChoice(context, request, plan, sold);
  const choose = () => chooseSavings(context, request, current, choice, plan.after, isAtFault);
  // Who corrects looks at what every fund is worth as well.
  if (request.savingsMode === 'CORRECT') return choose();
  const { answers } = knownPlans(context, request);
  const key = `${keyOf(current)}|${choice.key}|${isAtFault}`;
  let answer = answers.get(key);
  if (answer === undefined) answers.set(key, (answer = choose()));
  return answer;
}

/** The savings plan that replaces the present one, where that has a fault or another fits better; null = none. */
function chooseSavings(
  context: TariffContext,
  request: PlanRequest,
  current: SavingsPlan,
  choice: SavedChoice,
  after: ContractInput,
  isAtFault: boolean,
): PlannedSavings | null {
  // A plan that saves into nothing fits nothing, whatever is said of a contract that has none.
  const fitOf = (savingsPlan: SavingsPlan) =>
    savingsPlan.entries.length === 0 ? 0 : savingsOverlap(context, savingsPlan);
  const planned = (mode: SavingsProblem['mode'], going: SavingsPlan['entries']): Successor =>
    mode === 'TARGET'
      ? targetPlan(context, request, current, going, choice)
      : successor(
          current,
          savingsTarget(problemOf(context, request, current, mode, valuesOf(after), going, choice)),
        );
  // As many funds go on as are good, and what begins, begins with a fund of its group that is held then, unless the target's
  // own funds fit better.
  const going = current.entries.filter(
    ({ isin, percent }) => percent > 0 && goesOn(context, request, isin) && !choice.sold.has(isin),
  );
  const begun = begunWith(context, choice, going);
  const carriers = [
    ...(begun.length > 0 ? [[...going, ...begun]] : []),
    ...(going.length > 0 ? [going] : []),
    [],
  ];
  // No other plan is tried where none could take the first one's place.
  const most = mostOverlap(context, request, current);
  const bestBy = (mode: SavingsProblem['mode']) => bestOf(carriers, (own) => planned(mode, own), fitOf, most);
  const first = bestBy(request.savingsMode);
  // Correcting the drift with new money is fine as long as the plan itself fits no worse and is no warning (H15).
  const least = Math.max(fitWithoutWarning, Math.min(fitOf(current), fitWithoutHint));
  const isOff = request.savingsMode === 'CORRECT' && fitOf(first.best) < least;
  const { best: chosen, binding } = isOff ? bestBy('TARGET') : first;
  const isBound = binding.length > 0;
  // Where the tariff limits number or share, the funds that are left may be others than those held.
  const best = isBound ? chosen : begunInHeld(context, request, choice, savedInto(current.entries), chosen);
  if (!isAtFault) {
    if (isBound || fitOf(best) <= fitOf(current) + asGoodFit) return null;
    return { plan: best, binding };
  }
  // Where the best plan fits worse than what is saved today, today's shares stay and only faults go.
  const repaired = repairedPlan(context, request, choice, current);
  const isRepaired = repaired !== null && !breaksSavingsLimits(request, repaired);
  if (isRepaired && (isBound || fitOf(repaired) > fitOf(best) + 1e-9))
    return isSameShares(repaired, current) ? null : { plan: repaired, binding: [] };
  if (isBound) return { plan: current, binding };
  // Where no fund is left to save into, what is saved today stays: an empty plan is none.
  return best.entries.length === 0 ? null : { plan: best, binding };
}

/**
 * The first that fits as well as the others, of those that no limit binds; the last if all are bound. Rounding to whole units
 * is no better fit, unless it settles a hint.
 *
 * @param most what no plan's fit is above
 */
function bestOf(
  carriers: readonly SavingsPlan['entries'][],
  planned: (own: SavingsPlan['entries']) => Successor,
  fitOf: (savingsPlan: SavingsPlan) => number,
  most: number,
): Successor {
  const isBetter = (nextFit: number, fit: number) =>
    fitLevel(nextFit) > fitLevel(fit) || nextFit > fit + asGoodFit;
  let first: Successor | null = null;
  for (const own of carriers) {
    if (first && first.binding.length === 0 && !isBetter(most, fitOf(first.best))) break;
    const next = planned(own);
    if (!first || (next.binding.length === 0 && first.binding.length > 0)) first = next;
    else if (next.binding.length > 0) first = first.binding.length > 0 ? next : first;
    else if (isBetter(fitOf(next.best), fitOf(first.best))) first = next;
  }
  // The last carrier is none at all, so there is one.
  return first!;
}

/** How much of H15 a fit settles: 0 = it is a warning, 1 = a remark, 2 = there is none. */
export const fitLevel = (fit: number): number =>
  [fitWithoutWarning, fitWithoutHint].filter((level) => fit >= level - 1e-9).length;

/** What is asked of a new plan; the values of what is held only count where it corrects them. */
function problemOf(
  context: TariffContext,
  request: PlanRequest,
  { rate, entries }: SavingsPlan,
  mode: SavingsProblem['mode'],
  values: ReadonlyMap<string, number>,
  going: SavingsPlan['entries'],
  choice: SavedChoice,
): SavingsProblem {
  return {
    targets: savedTargets(context, request, choice, savedInto(entries), going),
    values,
    rate,
    minimumOf: (isin: string) => request.traded.get(isin)?.savingsMinimum ?? defaultMinimum,
    units: request.savingsUnits,
    limits: request.savingsLimits,
    reserve: context.input.shortlists.flatMap((_, g) => offersOf(context, request, choice, g)),
    groupOf: (isin: string) => context.funds.get(isin)?.groupIndex ?? -1,
    saved: savedInto(entries),
    mode,
  };
}

/** Savings plans of a context for one way to ask, by rate and funds saved into. */
interface KnownPlans {
  readonly request: PlanRequest;
  readonly targets: Map<string, Successor>;
  /** The same by what decides it alone. */
  readonly solved: Map<string, Successor>;
  readonly answers: Map<string, PlannedSavings | null>;
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

function knownPlans(context: TariffContext, request: PlanRequest): KnownPlans {
  let last = known.get(context);
  const isSame =
    last !== undefined &&
    last.request.traded === request.traded &&
    last.request.excluded === request.excluded &&
    last.request.savingsLimits === request.savingsLimits &&
    last.request.savingsUnits === request.savingsUnits &&
    last.request.savingsMode === request.savingsMode;
  if (!last || !isSame || last.targets.size >= maximumKnown || last.answers.size >= maximumKnown)
    known.set(context, (last = { request, targets: new Map(), solved: new Map(), answers: new Map() }));
  return last;
}

const keyOf = ({ rate, entries }: SavingsPlan): string =>
  `${rate} ${entries.map(({ isin, percent }) => `${isin}:${percent}`).join(' ')}`;

/** The plan at target weights: the same for all orders after which the same funds go on, and every candidate asks for it. */
function targetPlan(
  context: TariffContext,
  request: PlanRequest,
  current: SavingsPlan,
  going: SavingsPlan['entries'],
  choice: SavedChoice,
): Successor {
  const { targets, solved } = knownPlans(context, request);
  const shares = going.map(({ isin, percent }) => `${isin}:${percent}`);
  const saved = [...savedInto(current.entries)].join(' ');
  const key = `${current.rate} ${saved} ${shares.join(' ')}|${choice.key}`;
  let target = targets.get(key);
  if (!target) {
    const problem = problemOf(context, request, current, 'TARGET', new Map(), going, choice);
    const asked = askedBy(problem);
    target = solved.get(asked) ?? successor(current, savingsTarget(problem));
    solved.set(asked, target);
    targets.set(key, target);
  }
  return target;
}

/** All that decides a plan at target weights: orders that leave other funds in the portfolio often ask the same. */
function askedBy(problem: SavingsProblem): string {
  const { targets, rate, saved, reserve } = problem;
  const shares = [...targets].flat().join(' ');
  return `${rate} ${[...(saved ?? [])].join(' ')}|${shares}|${reserveDecides(problem) ? reserve.join(' ') : ''}`;
}

/** Today's shares with every fund that cannot stay replaced by one of its group; null where a group has none. */
function repairedPlan(
  context: TariffContext,
  request: PlanRequest,
  choice: SavedChoice,
  { rate, entries }: SavingsPlan,
): SavingsPlan | null {
  const isAmiss = amissIn(context, request, choice.sold);
  const percents = new Map<string, number>();
  for (const { isin, percent } of entries) {
    if (percent <= 0) continue;
    // What the client's preference rules out goes as well, where its group has another fund.
    const isUnwanted = context.funds.get(isin)?.isUnwanted === true;
    const amount = (rate * percent) / 100;
    const other = isAmiss(isin) || isUnwanted ? offeredInstead(context, request, choice, isin, amount) : isin;
    const by = other ?? (isAmiss(isin) ? undefined : isin);
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
export function breaksSavingsLimits(
  { savingsLimits }: Pick<PlanRequest, 'savingsLimits'>,
  plan: SavingsPlan | null,
): boolean {
  const entries = (plan?.entries ?? []).filter(({ percent }) => percent > 0);
  if (entries.length === 0) return false;
  return (
    sideOutside(entries.length, savingsLimits.count) !== null ||
    entries.some(({ percent }) => savedOutside(percent, plan?.rate ?? 0, savingsLimits).length > 0)
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

/** Whether a fund may not be saved into: nobody may buy it, the plan sells it, or the adviser excluded it. */
function amissIn(context: TariffContext, request: PlanRequest, sold: ReadonlySet<string>) {
  return (isin: string): boolean => {
    const fund = context.funds.get(isin);
    if (!fund || fund.status !== 'open' || request.excluded.has(isin)) return true;
    return sold.has(isin);
  };
}

/** Findings about the savings plan, a fund in it that nobody may buy or that is sold, a sum other than 100. */
function hasFault(
  context: TariffContext,
  request: PlanRequest,
  { entries }: SavingsPlan,
  sold: ReadonlySet<string>,
  { hints }: ContractCheck,
): boolean {
  const saved = savedInto(entries);
  if (breaksSavingsLimits(request, request.contract.savingsPlan)) return true;
  if ([...saved].some(amissIn(context, request, sold))) return true;
  return hints.some(
    ({ code, severity, subject }) =>
      severity >= 1 && (code === 'H15' || code === 'H16' || (code === 'H07' && saved.has(subject))),
  );
}

/** Euros a month by fund; to the cent where the percentages sum to 100. */
export function savingsAmounts(plan: SavingsPlan | null) {
  const { entries = [], rate = 0 } = plan ?? {};
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
