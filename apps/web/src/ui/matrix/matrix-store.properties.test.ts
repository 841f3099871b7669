import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyContent, type MatrixContent, sumColumns } from './matrix-content.ts';
import { aMatrix } from './matrix-for-test.ts';
import {
  clearSelection,
  distributeColumn,
  fillDown,
  fillRight,
  pasteBlock,
  toggleUse,
} from './matrix-operations.ts';
import type { MatrixStore } from './matrix-store.ts';

/** Everything the content holds, to be compared bit for bit. */
const bits = (content: MatrixContent) => ({
  rowIds: content.rowIds,
  tenths: [...content.tenths],
  used: [...content.used],
  stash: [...content.stash],
  texts: [...content.texts].sort(([one], [other]) => one - other),
});

type Step = (store: MatrixStore) => void;
const cell = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(cell, fc.constantFrom('0', '12,5', '7,3 %', '', '100', 'x', '1.000', '33,33')).map(
    ([target, text]): Step =>
      (store) => {
        store.activate(target);
        store.type(text);
      },
  ),
  fc.tuple(cell, cell, fc.constantFrom(toggleUse, fillRight, fillDown, clearSelection)).map(
    ([from, to, operation]): Step =>
      (store) => {
        store.activate(from);
        store.activate(to, { extends: true });
        operation(store);
      },
  ),
  fc.nat(2).map(
    (column): Step =>
      (store) =>
        distributeColumn(store, column),
  ),
  fc
    .tuple(
      cell,
      fc.array(fc.array(fc.constantFrom('1', '2,5', 'y', '50'), { maxLength: 3 }), { maxLength: 3 }),
    )
    .map(
      ([target, block]): Step =>
        (store) => {
          store.activate(target);
          pasteBlock(store, block);
        },
    ),
  fc.uniqueArray(fc.integer({ min: 101, max: 110 }), { minLength: 7, maxLength: 7 }).map(
    (rowIds): Step =>
      (store) =>
        store.setRows(rowIds, () => ({ tenths: 0, isUsed: true }), { kind: 'addRow', rowId: 1 }),
  ),
);
const grid = fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 400 })), { minLength: 3, maxLength: 3 }), {
  minLength: 7,
  maxLength: 7,
});

describe('whatever people do', () => {
  it('sums stay exact and unused cells hold 0', () => {
    fc.assert(
      fc.property(grid, fc.array(step, { maxLength: 25 }), (rows, steps) => {
        const store = aMatrix(rows);
        for (const each of steps) {
          each(store);
          const { content } = store;
          expect([0, 1, 2].map((column) => store.sum(column))).toEqual([...sumColumns(content)]);
          const unused = [...content.used.keys()].filter((index) => content.used[index] === 0);
          const empty = [...unused, ...content.texts.keys()];
          expect(empty.filter((index) => content.tenths[index] !== 0)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('undo restores every state bit for bit, and redo too', () => {
    fc.assert(
      fc.property(grid, fc.array(step, { maxLength: 25 }), (rows, steps) => {
        const store = aMatrix(rows);
        const states = [bits(copyContent(store.content))];
        for (const each of steps) {
          each(store);
          store.commit();
          const state = bits(copyContent(store.content));
          if (store.nextUndo !== null && JSON.stringify(state) !== JSON.stringify(states.at(-1)))
            states.push(state);
        }
        // A step may lead to where the one before it stood (setRows with the same rows); then it has no state of its own.
        const seen = new Set(states.map((state) => JSON.stringify(state)));
        const last = JSON.stringify(bits(store.content));
        let undone = 0;
        while (store.undo() !== null) {
          undone += 1;
          expect(seen.has(JSON.stringify(bits(store.content)))).toBe(true);
        }
        expect(bits(store.content)).toEqual(states[0]);
        for (let index = 0; index < undone; index += 1) store.redo();
        expect(JSON.stringify(bits(store.content))).toBe(last);
      }),
      { numRuns: 200 },
    );
  });

  it('a distributed column gives exactly 100 %, unless nothing of it is used', () => {
    fc.assert(
      fc.property(grid, (rows) => {
        const store = aMatrix(rows);
        distributeColumn(store, 1);
        const isUsed = rows.some((row) => row[1] !== null);
        expect(store.sum(1)).toBe(isUsed ? 1000 : 0);
        expect([store.sum(0), store.sum(2)]).toEqual(
          [0, 2].map((column) => sumColumns(aMatrix(rows).content)[column]),
        );
      }),
    );
  });
});
