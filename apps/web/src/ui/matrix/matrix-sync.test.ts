import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContent, type MatrixContent } from './matrix-content.ts';
import { MatrixStore } from './matrix-store.ts';
import { MatrixSync } from './matrix-sync.ts';

type Items = readonly number[];
const contentOf = (items: Items) =>
  createContent([1, 2], 1, (rowId) => ({ tenths: items[rowId - 1] ?? 0, isUsed: true }));
const itemsOf = (content: MatrixContent): Items => [...content.tenths];

function aForm(start: Items, isHeld: () => boolean = () => false) {
  const pushed: Items[] = [];
  const store = new MatrixStore(contentOf(start));
  const sync = new MatrixSync<Items>(store, start, 'a', {
    contentOf,
    itemsOf,
    push: (items) => pushed.push(items),
    isHeld,
  });
  return { pushed, store, sync, stop: sync.start() };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('matrix and form', () => {
  it('meet after a pause, not at every key', () => {
    const { pushed, store } = aForm([10, 20]);
    store.type('1');
    vi.advanceTimersByTime(799);
    store.type('12');
    vi.advanceTimersByTime(799);
    expect(pushed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(pushed).toEqual([[120, 20]]);
  });

  it('meet at once when the focus leaves or the page goes', () => {
    const { pushed, store, stop } = aForm([10, 20]);
    store.type('2');
    store.leave();
    expect(pushed).toEqual([[20, 20]]);
    store.type('3');
    stop();
    expect(pushed).toEqual([
      [20, 20],
      [30, 20],
    ]);
    vi.advanceTimersByTime(5000);
    expect(pushed).toHaveLength(2);
  });

  it('changes from outside reach the matrix, its own do not come back', () => {
    const { pushed, store, sync } = aForm([10, 20]);
    store.type('5');
    sync.flush();
    const [own = []] = pushed;
    store.type('7');
    sync.show(own, 'a');
    expect(store.sum(0)).toBe(90);
    sync.show([1, 2], 'a');
    expect(store.sum(0)).toBe(3);
    expect(store.nextUndo).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(pushed).toHaveLength(1);
    // Other rows or columns: the matrix begins anew from what the form holds.
    store.type('9');
    sync.show([1, 2], 'b');
    expect(store.sum(0)).toBe(3);
  });

  it('the same numbers in another object, as after a save, leave the history alone', () => {
    const { store, sync } = aForm([10, 20]);
    store.type('5');
    store.leave();
    sync.show([50, 20], 'a');
    expect(store.nextUndo).not.toBeNull();
    sync.show([50, 21], 'a');
    expect(store.nextUndo).toBeNull();
  });

  it('the form may be ahead while new numbers are computed; without them, what is in sight counts', () => {
    let isHeld = true;
    const { pushed, store, sync } = aForm([10, 20], () => isHeld);
    const none: Items = [];
    store.type('5');
    sync.show(none, 'a');
    vi.advanceTimersByTime(5000);
    expect(pushed).toEqual([]);
    expect(store.sum(0)).toBe(70);
    isHeld = false;
    sync.show(none, 'a');
    expect(pushed).toEqual([[50, 20]]);
  });
});
