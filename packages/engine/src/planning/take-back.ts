import { applyBalanced } from './balance-cash.ts';
import type { TrimmedState } from './trimmed-state.ts';

/** Orders whose subsets are tried: more of them are taken back one by one and in pairs of a group only. */
const maximumForSubsets = 8;

/** Orders that can go as a whole: alone, then in pairs, then three at once, with what that costs in cash made up by others. */
export function takeBack(state: TrimmedState): boolean {
  const { trades } = state;
  const open = () => trades.flatMap(({ ticks, isFixed }, k) => (ticks > 0 && !isFixed ? [k] : []));
  let isChanged = false;
  const drop = (indices: readonly number[]) => {
    if (indices.some((k) => trades[k]!.ticks === 0)) return;
    const change = indices.map((k) => [k, 0] as const);
    if (applyBalanced(state, change)) isChanged = true;
  };
  for (const k of open()) drop([k]);
  const left = open();
  const isFew = left.length <= maximumForSubsets;
  const groupOf = (k: number) => trades[k]!.holding.groupIndex;
  for (const a of left) for (const b of left) if (a < b && (isFew || groupOf(a) === groupOf(b))) drop([a, b]);
  const rest = open();
  if (isFew)
    for (const a of rest) for (const b of rest) for (const c of rest) if (a < b && b < c) drop([a, b, c]);
  return isChanged;
}
