// @vitest-environment happy-dom
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import type { FundHistory } from './use-fund-history.ts';
import { useFundHistory } from './use-fund-history.ts';

function aHistory(start: readonly number[]) {
  let history: FundHistory | undefined;
  let list = start;
  function List() {
    const [ids, setIds] = useState(start);
    history = useFundHistory(ids, setIds);
    list = ids;
    return null;
  }
  const page = renderForTest(<List />);
  return {
    ids: () => list,
    undoable: () => history?.undoable,
    change: (next: readonly number[], what: string) => page.change(() => history?.change(next, what)),
    undo: () => page.change(() => history?.undo()),
    // As a message keeps it: of the rendering in which it was made.
    oldUndo: () => history?.undo,
    run: (work: () => void) => page.change(work),
  };
}

describe('the way back through a fund list', () => {
  it('takes back one step after the other and says which', () => {
    const history = aHistory([1, 2, 3]);
    history.change([1, 3], '2 entfernt');
    history.change([3, 1], '1 verschoben');
    expect(history.undoable()).toBe('1 verschoben');
    history.undo();
    expect(history.ids()).toEqual([1, 3]);
    expect(history.undoable()).toBe('2 entfernt');
    history.undo();
    expect(history.ids()).toEqual([1, 2, 3]);
    expect(history.undoable()).toBeNull();
    history.undo();
    expect(history.ids()).toEqual([1, 2, 3]);
  });

  it('does not note what changed nothing', () => {
    const start = [1, 2];
    const history = aHistory(start);
    history.change(start, 'nichts');
    expect(history.undoable()).toBeNull();
  });

  it('undoes from a message that outlives its rendering', () => {
    const history = aHistory([1, 2]);
    const undo = history.oldUndo();
    history.change([1], '2 entfernt');
    history.run(() => undo?.());
    expect(history.ids()).toEqual([1, 2]);
  });
});
