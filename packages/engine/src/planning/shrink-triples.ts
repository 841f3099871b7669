import { tickOf } from './holdings.ts';
import type { Change } from './trim-sums.ts';
import type { TrimmedState } from './trimmed-state.ts';

/** More orders than that are not looked at three by three. */
const maximumOrders = 8;
/** Ways to make two orders smaller at most: with more of them the units are fine, and pairs find what there is. */
const mostWays = 600;
/** Changes of three orders that are tried, those first that save most. */
const mostTrials = 100;

/**
 * Takes back parts of three orders of whole units at once where no two of them come out: a sale and what it pays for in two funds,
 * or two sales and their buy. Where cash and group are both at an edge, only certain numbers of units lead from one plan to another.
 *
 * @returns whether any was taken back
 */
export function shrinkTriples(state: TrimmedState): boolean {
  const { trades } = state;
  const open = trades.flatMap(({ ticks, isFixed, holding }, k) =>
    ticks > 0 && !isFixed && holding.decimals === 0 ? [k] : [],
  );
  if (open.length < 3 || state.orders > maximumOrders) return false;
  let isChanged = false;
  for (const a of open)
    for (const b of open)
      for (const c of open)
        if (
          a < b &&
          b < c &&
          isMixed([a, b, c].map((k) => trades[k]!.sign)) &&
          shrinkTriple(state, [a, b, c])
        )
          isChanged = true;
  return isChanged;
}

const isMixed = (signs: readonly number[]): boolean => new Set(signs).size > 1;

/** Tries every way to make the two orders of the fewest units smaller, with the third for the money; the most is taken back. */
function shrinkTriple(state: TrimmedState, indices: readonly number[]): boolean {
  const { trades } = state;
  const [a, b, c] = indices.toSorted((one, other) => trades[one]!.ticks - trades[other]!.ticks) as [
    number,
    number,
    number,
  ];
  const [first, second] = [trades[a]!.ticks, trades[b]!.ticks];
  if (trades[c]!.ticks === 0 || first === 0 || second === 0 || first * second > mostWays) return false;
  const found: { readonly change: Change; readonly saved: number }[] = [];
  for (let x = 0; x < first; x++)
    for (let y = 0; y < second; y++) {
      const less: Change = [
        [a, x],
        [b, y],
      ];
      for (const ticks of endsOf(state, less, c)) {
        const change: Change = [...less, [c, ticks]];
        const saved = -state.turnoverBy(change);
        if (saved > 0 && state.strainedGroup(change) === null) found.push({ change, saved });
      }
    }
  found.sort((one, other) => other.saved - one.saved);
  return found.slice(0, mostTrials).some(({ change }) => state.apply(change));
}

/** The fewest and the most units of an order, less than now, with which the cash of a change comes out; none where it does not. */
function endsOf(state: TrimmedState, change: Change, index: number): Iterable<number> {
  const { ticks: now, sign, holding } = state.trades[index]!;
  const { aboveLeast, aboveMost } = state.cashAfter(change);
  const tick = tickOf(holding);
  // What the order gives or takes less of the cash lies between what may be missing and what must go.
  const [low, high] =
    sign === -1 ? [aboveMost / tick, aboveLeast / tick] : [-aboveLeast / tick, -aboveMost / tick];
  const least = Math.max(1, Math.ceil(low - 1e-9));
  const most = Math.min(now - 1, Math.floor(high + 1e-9));
  return least > most ? [] : new Set([now - most, now - least]);
}
