import { roundToUnits } from '../rounding/round-to-units.ts';
import { applyLimits } from './apply-limits.ts';
import { type BindingLimit, type PlanLimits, toCents } from './plan-input.ts';

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
  /** Further ISINs that may be added if too few are left. */
  readonly reserve: readonly string[];
}

/**
 * Savings plan (engine.md section 14). TARGET saves at target weights; CORRECT in proportion to
 * max(0, w (V + h) - value) with h = 12 rates, so that new money mends the drift. Funds below their savings minimum are
 * dropped, smallest first, at least one stays.
 */
export function savingsTarget(problem: SavingsProblem): SavingsTarget {
  const { targets, values, mode, limits, units } = problem;
  const rate = toCents(problem.rate);
  const isins = [...targets.keys()].filter((isin) => (targets.get(isin) ?? 0) > 0).toSorted();
  if (isins.length === 0 || rate <= 0) return { entries: [], binding: [] };
  const total = [...values.values()].reduce((sum, value) => sum + value, 0) + 12 * rate;
  const corrected = isins.map((isin) =>
    Math.max(0, (targets.get(isin) ?? 0) * total - (values.get(isin) ?? 0)),
  );
  const isCorrected = mode === 'CORRECT' && corrected.some((value) => value > 0);
  let shares = new Map(
    isins.map((isin, k) => [isin, isCorrected ? corrected[k]! : (targets.get(isin) ?? 0)]),
  );
  shares = new Map([...shares].filter(([, share]) => share > 0));
  for (;;) {
    const sum = [...shares.values()].reduce((a, b) => a + b, 0);
    const tooSmall = [...shares].filter(
      ([isin, share]) => (rate * share) / sum < toCents(problem.minimumOf(isin)) - 1e-6,
    );
    if (tooSmall.length === 0 || shares.size <= 1) break;
    const [smallest] = tooSmall.reduce((a, b) => (b[1] < a[1] ? b : a));
    shares.delete(smallest);
  }
  const ordered = [...shares.keys()];
  const inCents = new Map(ordered.map((isin, k) => [isin, roundToUnits([...shares.values()], rate)[k]!]));
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
      `Die Rate von ${(rate / 100).toFixed(2)} EUR reicht nicht für ${count} Fonds mit ihrer Mindestrate.`,
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
