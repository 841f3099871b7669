import { roundToUnits } from '../rounding/round-to-units.ts';
import { are, securities } from './count-text.ts';
import { euros } from './euro-text.ts';
import type { BindingLimit, PlanLimits } from './plan-input.ts';

/** Bounds in cents of one security, from share and value together. */
function boundsOf(limits: PlanLimits, total: number) {
  const low = Math.max(limits.share.min ?? 0, ((limits.value.min ?? 0) * 100) / total);
  const high = Math.min(
    limits.share.max ?? 1,
    limits.value.max === null ? 1 : (limits.value.max * 100) / total,
  );
  const name = (side: 'min' | 'max') => {
    const byShare = limits.share[side];
    const byValue = limits.value[side];
    if (byValue === null) return `share.${side}`;
    if (byShare === null) return `value.${side}`;
    const isValue = side === 'min' ? byValue * 100 > byShare * total : byValue * 100 < byShare * total;
    return `${isValue ? 'value' : 'share'}.${side}`;
  };
  return {
    low: Math.ceil(low * total - 1e-6),
    high: Math.floor(high * total + 1e-6),
    lowName: name('min'),
    highName: name('max'),
  };
}

/**
 * Brings target values into the tariff's limits: too many securities lose the smallest, too small ones are dropped,
 * too large ones are cut, the money goes to the others; too few take the next of `reserve`. The sum stays exact.
 *
 * @param targets cents by ISIN
 * @param fixed ISINs that must keep their value (locked)
 * @param reserve further ISINs that may be added, best first
 * @returns the values, or the limits that cannot be kept together
 */
export function applyLimits(
  targets: ReadonlyMap<string, number>,
  fixed: ReadonlySet<string>,
  reserve: Iterable<string>,
  limits: PlanLimits,
  scope: 'portfolio' | 'savingsPlan',
): { readonly targets: Map<string, number>; readonly binding: BindingLimit[] } {
  const total = [...targets.values()].reduce((sum, value) => sum + value, 0);
  const result = new Map(
    [...targets].filter(([, value]) => value > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const binding: BindingLimit[] = [];
  const bind = (limit: string, subject: string, values: Record<string, number>, text: string) =>
    binding.push({ limit: `${scope}.${limit}`, subject, values, text });
  if (total <= 0) return { targets: result, binding };
  const { low, high, lowName, highName } = boundsOf(limits, total);
  for (const isin of fixed) {
    const value = result.get(isin) ?? 0;
    if (value > high)
      bind(
        highName,
        isin,
        { value, high },
        `${isin} ist gesperrt und mit ${euros(value)} über der Obergrenze von ${euros(high)}.`,
      );
    if (value > 0 && value < low)
      bind(
        lowName,
        isin,
        { value, low },
        `${isin} ist gesperrt und mit ${euros(value)} unter der Untergrenze von ${euros(low)}.`,
      );
  }
  const free = () => [...result.keys()].filter((isin) => !fixed.has(isin));
  const smallest = () =>
    free().reduce(
      (best, isin) => ((result.get(isin) ?? 0) < (result.get(best) ?? 0) ? isin : best),
      free()[0] ?? '',
    );
  const maximum = Math.min(
    limits.count.max ?? Number.POSITIVE_INFINITY,
    low > 0 ? Math.floor(total / low) : Number.POSITIVE_INFINITY,
  );
  const asked = result.size;
  while (result.size > maximum && free().length > 0) result.delete(smallest());
  if (result.size > maximum)
    bind(
      'count.max',
      scope,
      { count: result.size, maximum },
      `${securities(result.size)} ${are(result.size)} gesperrt, erlaubt ${are(maximum)} höchstens ${maximum}.`,
    );
  const needed = Math.max(limits.count.min ?? 0, high > 0 ? Math.ceil(total / high) : 0);
  // Too small ones go, but as many as are needed stay and are brought up.
  while (free().length > 1 && result.size > needed && (result.get(smallest()) ?? 0) < low)
    result.delete(smallest());
  // Asked for only where it is needed: to name the reserve takes longer than most of what is done here.
  if (result.size < needed)
    for (const isin of reserve) {
      if (result.size >= needed || result.size + 1 > maximum) break;
      if (!result.has(isin)) result.set(isin, Math.max(low, Math.floor(total / needed)));
    }
  if (result.size < needed) {
    const isCount = result.size < (limits.count.min ?? 0);
    const text = `Nötig ${are(needed)} mindestens ${securities(needed)}, verfügbar ${are(result.size)} ${result.size}.`;
    bind(isCount ? 'count.min' : highName, scope, { count: result.size, needed }, text);
  }
  if (binding.length > 0) return { targets: result, binding };
  const open = free();
  const rest = total - [...fixed].reduce((sum, isin) => sum + (result.get(isin) ?? 0), 0);
  if (open.length === 0) {
    const isFull = asked > result.size && result.size >= maximum;
    const text = isFull
      ? `${securities(result.size)} ${are(result.size)} gesperrt und höchstens ${maximum} erlaubt; es gibt keines für den restlichen Betrag.`
      : 'Alle Wertpapiere sind gesperrt; es gibt keines für den restlichen Betrag.';
    if (rest > 0) bind(isFull ? 'count.max' : 'count.min', scope, { rest }, text);
    return { targets: result, binding };
  }
  if (open.length * low > rest || open.length * high < rest) {
    const isLow = open.length * low > rest;
    const text = isLow
      ? `${securities(open.length)} mit mindestens ${euros(low)} ${are(open.length)} mehr als ${euros(rest)}.`
      : `${securities(open.length)} mit höchstens ${euros(high)} ${open.length === 1 ? 'ergibt' : 'ergeben'} nicht ${euros(rest)}.`;
    bind(isLow ? lowName : highName, scope, { count: open.length, rest }, text);
    return { targets: result, binding };
  }
  // What sums up already and is within the bounds is what rounding would answer.
  const isFit = (value: number) =>
    Number.isInteger(value) && value >= Math.max(1, low) && value <= Math.min(high, rest);
  const values = open.map((isin) => result.get(isin) ?? 0);
  if (values.every(isFit) && values.reduce((sum, value) => sum + value, 0) === rest)
    return { targets: result, binding };
  const size = open.length;
  const parts = roundToUnits(
    open.map((isin) => Math.max(1, result.get(isin) ?? 0)),
    rest,
    {
      lower: Array.from({ length: size }, () => low),
      upper: Array.from({ length: size }, () => Math.min(high, rest)),
    },
  );
  open.forEach((isin, k) => result.set(isin, parts[k]!));
  return { targets: result, binding };
}
