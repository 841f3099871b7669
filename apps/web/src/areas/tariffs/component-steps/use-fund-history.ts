import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Steps back that are kept; a list of five thousand funds weighs some forty kilobytes. */
const mostSteps = 50;

export interface FundHistory {
  /** Changes the list; `what` says in words what is done. */
  readonly change: (next: readonly number[], what: string) => void;
  /** What undoing takes back, in words; null = nothing. */
  readonly undoable: string | null;
  readonly undo: () => void;
}

/** Steps back through the changes of a fund list, as long as its page is open. */
export function useFundHistory(
  ids: readonly number[],
  onChange: (ids: readonly number[]) => void,
): FundHistory {
  const [past, setPast] = useState<readonly { readonly ids: readonly number[]; readonly what: string }[]>([]);
  const latest = useRef({ ids, past, onChange });
  // Undoing may come from a message that outlives the rendering it was made in.
  useLayoutEffect(() => {
    latest.current = { ids, past, onChange };
  });
  const change = useCallback((next: readonly number[], what: string) => {
    const now = latest.current;
    if (next === now.ids) return;
    setPast([...now.past.slice(1 - mostSteps), { ids: now.ids, what }]);
    now.onChange(next);
  }, []);
  const undo = useCallback(() => {
    const now = latest.current;
    const last = now.past.at(-1);
    if (last === undefined) return;
    setPast(now.past.slice(0, -1));
    now.onChange(last.ids);
  }, []);
  return { change, undoable: past.at(-1)?.what ?? null, undo };
}
