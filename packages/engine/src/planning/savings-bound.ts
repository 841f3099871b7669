import type { SavingsPlan } from '../check/contract-input.ts';
import { savingsOverlap } from '../check/savings-overlap.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { chooseSavingsGroups } from './choose-savings-groups.ts';
import { euros } from './euro-text.ts';
import { type BindingLimit, type PlanRequest } from './plan-input.ts';
import { isOpenTo } from './saved-funds.ts';
import { leastUnits } from './savings-plan.ts';

/** Euros a month of a fund whose minimum rate nobody said. */
export const defaultMinimum = 25;
/** Rates and funds of one contract ask for a handful. */
const maximumKnown = 50;

/** The overlap with the target that no savings plan is above, by rate and units. */
interface KnownBounds {
  readonly traded: PlanRequest['traded'];
  readonly byRate: Map<string, number>;
}

const bounds = new WeakMap<TariffContext, KnownBounds>();

/**
 * What the overlap of a savings plan with the target is at most: that of the best plan if every group took its part by the
 * least minimum rate any of its funds asks for, or of one fund alone, whose minimum rate counts for nothing.
 */
export function mostOverlap(
  context: TariffContext,
  { traded, savingsUnits }: Pick<PlanRequest, 'traded' | 'savingsUnits'>,
  { rate, entries }: SavingsPlan,
): number {
  let known = bounds.get(context);
  if (known?.traded !== traded) bounds.set(context, (known = { traded, byRate: new Map() }));
  // What is saved into and nobody trades has a minimum rate of its own.
  const untraded = entries.flatMap(({ isin }) => (traded.has(isin) ? [] : [isin]));
  const key = `${rate} ${savingsUnits} ${untraded.join(' ')}`;
  let most = known.byRate.get(key);
  if (most === undefined) {
    most = overlapBy(context, { traded, savingsUnits }, rate, [...traded.keys(), ...untraded]);
    if (known.byRate.size >= maximumKnown) known.byRate.clear();
    known.byRate.set(key, most);
  }
  return most;
}

/** The overlap of the best plan that saves into some funds alone, each group by the least minimum rate of its own. */
function overlapBy(
  { funds, target }: TariffContext,
  { traded, savingsUnits }: Pick<PlanRequest, 'traded' | 'savingsUnits'>,
  rate: number,
  isins: Iterable<string>,
): number {
  const least = Array.from(target, () => Number.POSITIVE_INFINITY);
  for (const isin of isins) {
    const g = funds.get(isin)?.groupIndex ?? -1;
    const minimum = leastUnits(
      traded.get(isin)?.savingsMinimum ?? defaultMinimum,
      savingsUnits,
      toCents(rate),
    );
    if (g >= 0) least[g] = Math.min(least[g]!, minimum);
  }
  const candidates = least.flatMap((own, g) =>
    own <= savingsUnits ? [{ target: target[g]! * savingsUnits, least: own }] : [],
  );
  const given = chooseSavingsGroups(candidates, savingsUnits) ?? [];
  const overlap = given.reduce((sum, units, k) => sum + Math.min(units, candidates[k]!.target), 0);
  return 1e-6 + 100 * Math.max(overlap / savingsUnits, ...target);
}

/** Funds that any plan of a contract may save into: what it saves into, and what may be begun of what is held or offered. */
function savableIn(context: TariffContext, request: PlanRequest, entries: SavingsPlan['entries']): string[] {
  const { shortlists } = context.input;
  const held = request.contract.positions.map(({ isin }) => isin);
  const offered = new Set([...shortlists.flat(), ...context.proposal.keys(), ...held]);
  const begun = [...offered].filter((isin) => isOpenTo(context, request, isin));
  return [...entries.map(({ isin }) => isin), ...begun];
}

/**
 * What the fit of a contract's savings plan is at most after any orders: that of today's shares, rounded to whole units
 * where funds are replaced in their groups, or of the best plan that minimum rates and the tariff's limits allow.
 */
export function mostFit(context: TariffContext, request: PlanRequest): number {
  const { contract, savingsUnits } = request;
  const plan = contract.savingsPlan;
  if (!plan || plan.rate <= 0) return savingsOverlap(context, plan);
  const entries = plan.entries.filter(({ percent }) => percent > 0);
  const sum = entries.reduce((all, { percent }) => all + percent, 0);
  const shares = entries.map(({ isin, percent }) => ({ isin, percent: (100 * percent) / sum }));
  const today = savingsOverlap(context, { ...plan, entries: shares }) + (50 * entries.length) / savingsUnits;
  const best = Math.min(
    overlapBy(context, request, plan.rate, savableIn(context, request, plan.entries)),
    overlapOfFew(context, request, plan),
  );
  return Math.max(savingsOverlap(context, plan), today, best);
}

/** What as few funds as the tariff's limits allow overlap with the target at most: a fund is of one group. */
function overlapOfFew(
  { target }: TariffContext,
  { savingsLimits }: PlanRequest,
  { rate }: SavingsPlan,
): number {
  const { count, share, value } = savingsLimits;
  const least = Math.max(share.min ?? 0, (value.min ?? 0) / rate);
  const most = Math.min(count.max ?? target.length, least > 0 ? Math.floor(1 / least + 1e-6) : target.length);
  const largest = target.toSorted((a, b) => b - a).slice(0, Math.max(1, most));
  return 1e-6 + 100 * largest.reduce((sum, weight) => sum + weight, 0);
}

/**
 * A rate that no fund takes goes into one all the same; that it is below the fund's minimum is said, for its provider may
 * refuse it.
 *
 * @param plan the plan that replaces the present one
 */
export function rateBelowMinimum({ traded }: PlanRequest, plan: SavingsPlan): BindingLimit[] {
  const [only, ...others] = plan.entries.filter(({ percent }) => percent > 0);
  if (!only || others.length > 0) return [];
  const minimum = traded.get(only.isin)?.savingsMinimum ?? defaultMinimum;
  if (toCents(plan.rate) >= toCents(minimum)) return [];
  return [
    {
      limit: 'savingsPlan.minimumRate',
      subject: only.isin,
      values: { rate: plan.rate, minimum },
      text: `Die Rate von ${euros(toCents(plan.rate))} liegt unter der Mindestrate jedes Fonds, der in Frage kommt; sie geht deshalb ganz in ${only.isin} (Mindestrate ${euros(toCents(minimum))}).`,
    },
  ];
}
