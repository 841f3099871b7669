import { tickOf } from './holdings.ts';
import type { Change } from './trim-sums.ts';
import type { TrimmedState } from './trimmed-state.ts';

/** Fees follow the amount: after so many corrections a cent is all that is left to correct. */
const corrections = 4;

/**
 * A change of orders with one more of them changed so that the cash comes out: what is missing is bought less or sold
 * more, what is left over sold less or, where a sale cannot give it up, bought.
 *
 * @returns null where that order cannot do it
 */
export function balanced(state: TrimmedState, change: Change, index: number): Change | null {
  const trade = state.trades[index]!;
  if (trade.isFixed) return null;
  const tick = tickOf(trade.holding);
  let ticks = trade.ticks;
  const without = state.cashAfter(change);
  for (let round = 0; round < corrections; round++) {
    const more = state.cashBy(index, ticks);
    const [aboveLeast, aboveMost] = [without.aboveLeast + more, without.aboveMost + more];
    let step = 0;
    if (trade.sign === -1) step = -Math.floor(aboveLeast / tick + 1e-9);
    else if (aboveLeast < 0) step = -Math.ceil(-aboveLeast / tick - 1e-9);
    else if (aboveMost > 0) step = Math.ceil(aboveMost / tick - 1e-9);
    if (step === 0) break;
    ticks += step;
    if (trade.sign === -1) ticks = Math.min(ticks, trade.holding.ticks);
    if (ticks < 0) return null;
  }
  return [...change, [index, ticks]];
}

/**
 * A change with another order smaller by as much as the change leaves of the cash: what of a sale and a buy only feeds each
 * other goes, and no cash is spent on it.
 *
 * @returns null where that order cannot do it
 */
export function evened(state: TrimmedState, change: Change, index: number): Change | null {
  const { ticks: now, isFixed, holding, sign } = state.trades[index]!;
  if (isFixed) return null;
  const tick = tickOf(holding);
  let left = 0;
  for (const [k, of] of change) left += state.cashBy(k, of);
  let ticks = now;
  for (let round = 0; round < corrections; round++) {
    const cash = left + state.cashBy(index, ticks);
    const exact = (sign * cash) / tick;
    // What is bought less, or what fees no longer take, may cost a fraction that there is cash for.
    const more = Math.ceil(exact - 1e-9);
    const step = sign === 1 && more * tick - cash > state.spareCash ? Math.floor(exact + 1e-9) : more;
    if (step === 0) break;
    ticks += step;
    if (ticks < 0) return null;
  }
  return ticks < now ? [...change, [index, ticks]] : null;
}

/** Applies a change as it is or with one other order that makes the cash come out; whether that was possible. */
export function applyBalanced(state: TrimmedState, change: Change): boolean {
  if (state.apply(change)) return true;
  const { aboveLeast, aboveMost } = state.cashAfter(change);
  // Nothing but the cash is mended by another order, and at most one group.
  if (aboveLeast >= 0 && aboveMost <= 0) return false;
  const strained = state.strainedGroup(change);
  if (strained === 'several') return false;
  const saved = -state.turnoverBy(change);
  const { trades } = state;
  for (let k = 0; k < trades.length; k++) {
    const { sign, ticks, isFixed, amount, holding } = trades[k]!;
    if (ticks === 0 || isFixed || (strained !== null && holding.groupIndex !== strained)) continue;
    if (change.some(([other]) => other === k)) continue;
    // What the order would have to give or take, roughly: fees are left to the trial.
    if (aboveLeast < 0 && (sign === 1 ? amount : Math.min(saved, holding.value - amount)) < -aboveLeast)
      continue;
    if (aboveMost > 0 && (sign === 1 ? saved : amount) < aboveMost) continue;
    const whole = balanced(state, change, k);
    if (!whole || state.turnoverBy(whole) > 0) continue;
    if (state.apply(whole)) return true;
    const isOther = sign === -1 ? applyWithMore : holding.decimals === 0 ? applyWithFewer : null;
    if (isOther?.(state, change, k, whole)) return true;
  }
  return false;
}

/** Applies a change with fewer whole units of a buy than its cash asks for: costs or risk may want cash to be left. */
function applyWithFewer(state: TrimmedState, change: Change, k: number, whole: Change): boolean {
  const most = whole.at(-1)![1];
  for (const fewer of new Set([most - 1, Math.ceil(most / 2)]))
    if (fewer >= 1 && fewer < most && state.apply([...change, [k, fewer]])) return true;
  return false;
}

/** So many whole units more are sold, one by one. */
const mostUnitsMore = 12;

/** Applies a change with more of a sale than its cash asks for: a smallest order, a group or the costs may want it gone. */
function applyWithMore(state: TrimmedState, change: Change, k: number, whole: Change): boolean {
  const { holding, ticks: now } = state.trades[k]!;
  const least = whole.at(-1)![1];
  const smallest = Math.ceil(Math.max(1, holding.minimumOrder) / tickOf(holding) - 1e-9);
  const from = Math.max(least + 1, smallest);
  const to = holding.decimals === 0 ? Math.min(now, least + mostUnitsMore) : from;
  for (let ticks = from; ticks <= to && ticks <= now; ticks++) {
    const more: Change = [...change, [k, ticks]];
    if (state.cashAfter(more).aboveMost > 0 || state.turnoverBy(more) > 0) return false;
    if (state.apply(more)) return true;
  }
  return false;
}
