import { toCents } from '../rounding/in-cents.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import { applyLimits } from './apply-limits.ts';
import { chooseSavingsGroups } from './choose-savings-groups.ts';
import { euros } from './euro-text.ts';
import { type BindingLimit, type PlanLimits } from './plan-input.ts';

/** A savings plan: units that sum exactly and amounts in cents that sum to the rate. */
export interface SavingsTarget {
  readonly entries: readonly {
    readonly isin: string;
    readonly units: number;
    readonly percent: number;
    readonly amount: number;
  }[];
  readonly binding: readonly BindingLimit[];
}

/** What the savings target is made from. */
export interface SavingsProblem {
  /** Target weights by ISIN, summing to 1. */
  readonly targets: ReadonlyMap<string, number>;
  /** Current values in cents by ISIN. */
  readonly values: ReadonlyMap<string, number>;
  /** Monthly rate in euros. */
  readonly rate: number;
  readonly mode: 'TARGET' | 'CORRECT';
  /** Smallest rate per fund in euros. */
  readonly minimumOf: (isin: string) => number;
  /** 100 or 1000 units. */
  readonly units: number;
  readonly limits: PlanLimits;
  /** Further ISINs, each group's best first, that may be added if too few are left, or take a group's part where its own minimum rates are too high. */
  readonly reserve: readonly string[];
  /** What funds are saved into together; default each for itself. */
  readonly groupOf?: (isin: string) => number;
  /** Funds that are saved into already: within a group they go first. */
  readonly saved?: ReadonlySet<string>;
}

/**
 * Savings plan (engine.md section 14). TARGET saves at target weights; CORRECT in proportion to
 * max(0, w (V + h) - value) of groups with h = 12 rates, so that new money mends the drift. Groups before funds: where minimum rates
 * do not allow every group, those are kept whose plan has the greatest overlap with the target, and a group has as many
 * funds as its share feeds. At least one fund stays.
 */
export function savingsTarget(problem: SavingsProblem): SavingsTarget {
  const { targets, mode, limits, units } = problem;
  const rate = toCents(problem.rate);
  const isins = [...targets.keys()].filter((isin) => (targets.get(isin) ?? 0) > 0).toSorted();
  if (isins.length === 0 || rate <= 0) return { entries: [], binding: [] };
  const drifts = mode === 'CORRECT' ? missingOf(problem, isins, rate) : [];
  const isCorrected = drifts.some((value) => value > 0);
  const wanted = isins.map((isin, k) => (isCorrected ? drifts[k]! : (targets.get(isin) ?? 0)));
  const chosen = mergeInGroups(problem, chooseFunds(problem, isins, wanted, rate), rate);
  const ordered = [...chosen.keys()];
  const cents = roundToUnits([...chosen.values()], rate);
  const inCents = new Map(ordered.map((isin, k) => [isin, cents[k]!]));
  const limited = applyLimits(inCents, new Set(), problem.reserve, limits, 'savingsPlan');
  const final = [...limited.targets.keys()].filter((isin) => (limited.targets.get(isin) ?? 0) > 0);
  if (limited.binding.length > 0) return { entries: [], binding: limited.binding };
  const weights = final.map((isin) => limited.targets.get(isin) ?? 0);
  const bounds = unitBounds(problem, final, rate, ordered.length);
  if (bounds.binding.length > 0) return { entries: [], binding: bounds.binding };
  const percentUnits = roundToUnits(weights, units, bounds.units);
  const amounts = roundToUnits(percentUnits, rate, bounds.cents);
  return {
    entries: final.map((isin, k) => ({
      isin,
      units: percentUnits[k]!,
      percent: (percentUnits[k]! * 100) / units,
      amount: amounts[k]!,
    })),
    binding: [],
  };
}

/** What each fund lacks in a year's time: its part of what its group does, whichever of its funds the group's value lies in. */
function missingOf({ targets, values, groupOf }: SavingsProblem, isins: readonly string[], rate: number) {
  const total = [...values.values()].reduce((sum, value) => sum + value, 0) + 12 * rate;
  const keyOf = groupOf ?? ((isin: string) => isin);
  const sumBy = (amounts: Iterable<readonly [string, number]>) => {
    const sums = new Map<number | string, number>();
    for (const [isin, amount] of amounts) sums.set(keyOf(isin), (sums.get(keyOf(isin)) ?? 0) + amount);
    return sums;
  };
  const [wanted, held] = [sumBy(targets), sumBy(values)];
  return isins.map((isin) => {
    const weight = wanted.get(keyOf(isin)) ?? 0;
    const missing = Math.max(0, weight * total - (held.get(keyOf(isin)) ?? 0));
    return (missing * (targets.get(isin) ?? 0)) / weight;
  });
}

/** Units by ISIN before the tariff's limits: the best plan that minimum rates allow, groups before funds. */
function chooseFunds(
  problem: SavingsProblem,
  isins: readonly string[],
  wanted: readonly number[],
  rate: number,
): Map<string, number> {
  const { units, groupOf, saved } = problem;
  const sum = wanted.reduce((all, value) => all + value, 0);
  const groups = new Map<number, { isin: string; target: number; least: number }[]>();
  isins.forEach((isin, k) => {
    const fund = {
      isin,
      target: (wanted[k]! / sum) * units,
      least: leastUnits(problem.minimumOf(isin), units, rate),
    };
    if (fund.target <= 0) return;
    const key = groupOf ? groupOf(isin) : k;
    const members = groups.get(key);
    if (members) members.push(fund);
    else groups.set(key, [fund]);
  });
  const lists = [...groups.values()].map((members) =>
    members.toSorted(
      (a, b) =>
        Number(saved?.has(b.isin) ?? false) - Number(saved?.has(a.isin) ?? false) || b.target - a.target,
    ),
  );
  const spared = sparesOf(problem, rate, groups);
  const spares = [...groups.keys()].map((key) => spared.get(key) ?? []);
  const candidates = lists.map((members, g) => ({
    target: members.reduce((all, { target }) => all + target, 0),
    least: Math.min(...[...members, ...spares[g]!].map(({ least }) => least)),
  }));
  const given = chooseSavingsGroups(candidates, units);
  const result = new Map<string, number>();
  if (!given) {
    // The rate is below every minimum: all of it goes to the fund that should get most.
    const most = lists.flat().reduce((a, b) => (b.target > a.target ? b : a));
    return result.set(most.isin, units);
  }
  lists.forEach((members, g) => {
    for (const [isin, share] of shareInGroup(members, spares[g]!, given[g]!)) result.set(isin, share);
  });
  return result;
}

/**
 * Groups before funds: where the tariff's limits on number, share or value allow fewer funds than were chosen, the further
 * funds of a group that has several leave their part to its first, before a whole group is dropped for them.
 */
function mergeInGroups(
  { limits, units, groupOf, saved }: SavingsProblem,
  chosen: Map<string, number>,
  rate: number,
) {
  if (!groupOf) return chosen;
  const least = Math.max((limits.share.min ?? 0) * units, ((limits.value.min ?? 0) * 100 * units) / rate);
  const most = Math.min(
    limits.count.max ?? Number.POSITIVE_INFINITY,
    least > 0 ? Math.floor(units / least + 1e-9) : Number.POSITIVE_INFINITY,
  );
  const result = new Map(chosen);
  // Saved into today, then the largest: the first of a group stays.
  const ordered = [...result.keys()].toSorted(
    (a, b) =>
      Number(saved?.has(b) ?? false) - Number(saved?.has(a) ?? false) ||
      (result.get(b) ?? 0) - (result.get(a) ?? 0) ||
      (a < b ? -1 : 1),
  );
  const first = new Map(ordered.toReversed().map((isin) => [groupOf(isin), isin]));
  // What belongs to no group (-1) has no other fund that stands for it.
  const others = ordered
    .filter((isin) => groupOf(isin) !== -1 && first.get(groupOf(isin)) !== isin)
    .toReversed();
  for (const isin of others) {
    const share = result.get(isin) ?? 0;
    if (result.size <= most && share >= least) continue;
    if (result.size <= (limits.count.min ?? 0)) break;
    const by = first.get(groupOf(isin))!;
    result.set(by, (result.get(by) ?? 0) + share);
    result.delete(isin);
  }
  return result;
}

/** Units that a minimum rate in euros asks for, of a rate in cents. */
export const leastUnits = (minimum: number, units: number, rate: number): number =>
  Math.max(1, Math.ceil((toCents(minimum) * units) / rate - 1e-9));

/**
 * Whether further funds can make a difference to a savings plan: under limits of the tariff, and where one of a group that has a
 * target asks for less than each of those that have it.
 */
export function reserveDecides({ targets, reserve, limits, groupOf, minimumOf }: SavingsProblem): boolean {
  const { count, share, value } = limits;
  if ([count, share, value].some(({ min, max }) => min !== null || max !== null)) return true;
  if (!groupOf) return false;
  const least = new Map<number, number>();
  for (const [isin, weight] of targets) {
    const known = least.get(groupOf(isin)) ?? Number.POSITIVE_INFINITY;
    if (weight > 0) least.set(groupOf(isin), Math.min(known, minimumOf(isin)));
  }
  return reserve.some((isin) => minimumOf(isin) < (least.get(groupOf(isin)) ?? 0));
}

/** A fund that may take its group's part. */
interface Spare {
  readonly isin: string;
  readonly least: number;
}

/**
 * Further funds by group, saved ones first, then in the order of the shortlist: one with a lower minimum rate lets the group in.
 *
 * @param asked groups that have a target: of the others none is asked for
 */
function sparesOf(
  problem: SavingsProblem,
  rate: number,
  asked: ReadonlyMap<number, unknown>,
): Map<number, Spare[]> {
  const { groupOf, reserve, saved, targets } = problem;
  const spares = new Map<number, Spare[]>();
  if (!groupOf) return spares;
  const others = reserve.filter((isin) => asked.has(groupOf(isin)) && !((targets.get(isin) ?? 0) > 0));
  const isSaved = (isin: string) => saved?.has(isin) ?? false;
  const first = saved && saved.size > 0 ? others.filter(isSaved) : [];
  const ordered = first.length > 0 ? [...first, ...others.filter((isin) => !isSaved(isin))] : others;
  for (const isin of ordered) {
    const spare = { isin, least: leastUnits(problem.minimumOf(isin), problem.units, rate) };
    const group = groupOf(isin);
    const known = spares.get(group);
    if (known) known.push(spare);
    else spares.set(group, [spare]);
  }
  return spares;
}

/** A group's units among as many of its funds as their minimums allow, one before two. */
function shareInGroup(
  members: readonly { readonly isin: string; readonly target: number; readonly least: number }[],
  spares: readonly Spare[],
  given: number,
): [string, number][] {
  const least = (count: number) => members.slice(0, count).reduce((sum, member) => sum + member.least, 0);
  let count = members.length;
  while (least(count) > given) count--;
  if (count > 0) {
    const some = members.slice(0, count);
    const lower = some.map((member) => member.least);
    const parts = roundToUnits(
      some.map(({ target }) => target),
      given,
      { lower },
    );
    return some.map(({ isin }, k) => [isin, parts[k]!]);
  }
  // The first fund's minimum may be more than that of the one that let the group in.
  const cheapest = [...members, ...spares].find(({ least }) => least <= given);
  return cheapest ? [[cheapest.isin, given]] : [];
}

/**
 * Bounds of every fund in units and in cents, from share, value and the funds' own minimum (which a single fund need not
 * meet); or the limit that cannot be kept in whole units.
 */
function unitBounds(problem: SavingsProblem, isins: readonly string[], rate: number, chosen: number) {
  const { limits, units } = problem;
  const inUnits = (cents: number) => (cents * units) / rate;
  const lowOf = { share: (limits.share.min ?? 0) * units, value: inUnits(toCents(limits.value.min ?? 0)) };
  const highOf = {
    share: (limits.share.max ?? 1) * units,
    value: limits.value.max === null ? units : inUnits(toCents(limits.value.max)),
  };
  const low = Math.ceil(Math.max(lowOf.share, lowOf.value) - 1e-9);
  const high = Math.floor(Math.min(highOf.share, highOf.value, units) + 1e-9);
  const minimums = isins.map((isin) => (isins.length > 1 ? toCents(problem.minimumOf(isin)) : 0));
  const lower = minimums.map((minimum) => Math.max(low, Math.ceil(inUnits(minimum) - 1e-9)));
  const count = isins.length;
  const binding: BindingLimit[] = [];
  const bind = (limit: string, text: string) =>
    binding.push({
      limit: `savingsPlan.${limit}`,
      subject: 'savingsPlan',
      values: { count, low, high },
      text,
    });
  if (low * count > units)
    bind(
      lowOf.value > lowOf.share ? 'value.min' : 'share.min',
      `${count} Fonds erreichen in ganzen Prozent nicht alle die Untergrenze.`,
    );
  else if (high * count < units)
    bind(
      highOf.value < highOf.share ? 'value.max' : 'share.max',
      `${count} Fonds halten in ganzen Prozent nicht alle die Obergrenze ein.`,
    );
  else if (lower.reduce((sum, value) => sum + value, 0) > units || lower.some((value) => value > high))
    // More funds than the rate feeds are there only because a limit asks for them.
    bind(
      count > chosen && limits.count.min !== null && count <= limits.count.min ? 'count.min' : 'share.max',
      `Die Rate von ${euros(rate)} reicht nicht für ${count} Fonds mit ihrer Mindestrate.`,
    );
  return {
    binding,
    units: { lower, upper: isins.map(() => high) },
    cents: {
      lower: minimums.map((minimum) => Math.max(minimum, toCents(limits.value.min ?? 0))),
      upper: isins.map(() => (limits.value.max === null ? rate : Math.min(rate, toCents(limits.value.max)))),
    },
  };
}
