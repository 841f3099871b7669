import { mostFunds } from '@depotwerk/domain/limits';

/** The list of fund ids of a selection or universe; every function answers a new list. */

/** The fund at the end of the list; unchanged when it stands there already or the list is full. */
export function withFund(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) || ids.length >= mostFunds ? ids : [...ids, id];
}

export function withoutFund(ids: readonly number[], id: number): readonly number[] {
  return ids.filter((other) => other !== id);
}

/** The fund at another place, counted from 0 and cut to the list's ends. */
export function withFundAt(ids: readonly number[], id: number, place: number): readonly number[] {
  const from = ids.indexOf(id);
  const to = Math.min(Math.max(place, 0), ids.length - 1);
  if (from === -1 || from === to) return ids;
  const rest = withoutFund(ids, id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** How an import meets what the list holds already. */
export type ImportMode = 'add' | 'replace';

/** The list with imported funds, each once: in their order in place of it, or the new ones behind it. */
export function withImport(
  ids: readonly number[],
  imported: readonly number[],
  mode: ImportMode,
): readonly number[] {
  const merged = mode === 'replace' ? new Set(imported) : new Set([...ids, ...imported]);
  return [...merged].slice(0, mostFunds);
}
