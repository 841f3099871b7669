import { describe, expect, it } from 'vitest';
import { splitBlock } from './clipboard-block.ts';
import { aMatrix, shares } from './matrix-for-test.ts';
import { clearSelection, fillDown, fillRight, pasteBlock, toggleUse } from './matrix-operations.ts';
import { columnTopic, type MatrixStore, type MatrixTopic } from './matrix-store.ts';

/** Topics told while something happens. */
function toldBy(store: MatrixStore, work: () => void): MatrixTopic[] {
  const told: MatrixTopic[] = [];
  const { rowIds, columnCount } = store.content;
  const cells = Array.from({ length: rowIds.length * columnCount }, (_, cell) => cell);
  const columns = Array.from({ length: columnCount }, (_, column) => columnTopic(column));
  const stops = [...cells, ...columns].map((topic) => store.topics.subscribe(topic, () => told.push(topic)));
  work();
  for (const stop of stops) stop();
  return told;
}

describe('typing', () => {
  it('changes one cell and the sum of its column, and tells nobody else', () => {
    const store = aMatrix([
      [100, 200, 300],
      [400, 500, 600],
    ]);
    store.activate(4);
    const told = toldBy(store, () => store.type('12,5'));
    expect(new Set(told)).toEqual(new Set([4, 'column-1']));
    expect(store.sum(1)).toBe(325);
  });

  it('is one step of the history, however many keys it took', () => {
    const store = aMatrix([[100, 200]]);
    for (const text of ['1', '12', '12,', '12,5']) store.type(text);
    store.move({ key: 'Enter', ctrlKey: false, shiftKey: false }, false);
    expect(shares(store)).toEqual([[125, 200]]);
    expect(store.undo()).toEqual({ kind: 'type', rowId: 101, column: 0 });
    expect(shares(store)).toEqual([[100, 200]]);
    expect(store.nextUndo).toBeNull();
    store.redo();
    expect(shares(store)).toEqual([[125, 200]]);
  });

  it('is taken back by Escape', () => {
    const store = aMatrix([[100, 200]]);
    store.type('9');
    expect(store.revert()).toBe(true);
    expect(store.revert()).toBe(false);
    expect(shares(store)).toEqual([[100, 200]]);
    expect(store.nextUndo).toBeNull();
  });

  it('keeps a text that is no share, counts it as 0, and says where it is', () => {
    const store = aMatrix([[1000, 200]]);
    store.type('12x');
    store.commit();
    expect(store.state(0)).toMatchObject({ tenths: 0, text: '12x' });
    expect(store.faultyCells()).toEqual([0]);
    expect(store.wrongColumns()).toEqual([0, 1]);
    store.undo();
    expect(store.faultyCells()).toEqual([]);
    expect(store.wrongColumns()).toEqual([1]);
  });

  it('does nothing to an unused cell or a read-only matrix', () => {
    const store = aMatrix([[null, 200]]);
    store.type('5');
    store.activate(1);
    store.setReadOnly(true);
    store.type('5');
    clearSelection(store);
    expect(shares(store)).toEqual([[null, 200]]);
  });
});

describe('used boxes', () => {
  it('keep the share and bring it back', () => {
    const store = aMatrix([[125, 200]]);
    toggleUse(store);
    expect(shares(store)).toEqual([[null, 200]]);
    expect(store.sum(0)).toBe(0);
    toggleUse(store);
    expect(shares(store)).toEqual([[125, 200]]);
  });

  it('of a selection go together: off only when all are on', () => {
    const store = aMatrix([[125, null, 5]]);
    store.activate(1, { extends: true });
    toggleUse(store);
    expect(shares(store)).toEqual([[125, 0, 5]]);
    toggleUse(store);
    expect(shares(store)).toEqual([[null, null, 5]]);
    store.undo();
    store.undo();
    expect(shares(store)).toEqual([[125, null, 5]]);
  });
});

describe('blocks', () => {
  it('are pasted whole, as one step', () => {
    const store = aMatrix([
      [1, 2, 3],
      [4, null, 6],
      [7, 8, 9],
    ]);
    store.activate(3);
    const block = splitBlock('12,5 %\t7\r\n"0,1"\t100\r\n') ?? [];
    expect(pasteBlock(store, block)).toMatchObject({ takenIntoUse: 1 });
    expect(shares(store)).toEqual([
      [1, 2, 3],
      [125, 70, 6],
      [1, 1000, 9],
    ]);
    expect(store.focus.range).toEqual({ rows: [1, 2], columns: [0, 1] });
    expect(store.undo()).toEqual({ kind: 'paste', count: 4 });
    expect(shares(store)[1]).toEqual([4, null, 6]);
  });

  it('that do not fit or cannot be read change nothing', () => {
    const store = aMatrix([
      [1, 2],
      [3, 4],
    ]);
    store.activate(3);
    expect(pasteBlock(store, [['1', '2']])).toEqual({ kind: 'tooLarge', rows: 1, columns: 2 });
    store.activate(0);
    expect(
      pasteBlock(store, [
        ['1', '2'],
        ['3', 'Aktien'],
      ]),
    ).toEqual({
      kind: 'unreadable',
      text: 'Aktien',
      row: 2,
      column: 2,
      fault: 'format',
    });
    expect(pasteBlock(store, [['101']])).toMatchObject({ kind: 'unreadable', fault: 'tooLarge' });
    expect(pasteBlock(store, [['1.234,5']])).toMatchObject({ kind: 'unreadable', fault: 'tooLarge' });
    expect(pasteBlock(store, [['']])).toEqual({ kind: 'empty' });
    expect(shares(store)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(store.nextUndo).toBeNull();
  });

  it('of one cell fill the whole selection', () => {
    const store = aMatrix([
      [1, 2],
      [3, 4],
    ]);
    store.selectAll();
    pasteBlock(store, [['25']]);
    expect(shares(store)).toEqual([
      [250, 250],
      [250, 250],
    ]);
  });

  it('go into the rows that are seen', () => {
    const store = aMatrix([[1], [2], [3]]);
    store.show([0, 2]);
    pasteBlock(store, [['10'], ['20']]);
    expect(shares(store)).toEqual([[100], [2], [200]]);
  });
});

describe('fill', () => {
  it('goes right and down from the first of the selection', () => {
    const store = aMatrix([
      [10, 20, 30],
      [40, 50, null],
    ]);
    store.activate(5, { extends: true });
    fillRight(store);
    expect(shares(store)).toEqual([
      [10, 10, 10],
      [40, 40, 40],
    ]);
    fillDown(store);
    expect(shares(store)[1]).toEqual([10, 10, 10]);
    store.undo();
    store.undo();
    expect(shares(store)[1]).toEqual([40, 50, null]);
  });

  it('of a single cell takes its neighbour', () => {
    const store = aMatrix([
      [10, 20],
      [40, 50],
    ]);
    store.activate(3);
    fillRight(store);
    expect(shares(store)[1]).toEqual([40, 40]);
    fillDown(store);
    expect(shares(store)[1]).toEqual([40, 20]);
    store.activate(0);
    fillRight(store);
    fillDown(store);
    expect(shares(store)[0]).toEqual([10, 20]);
  });
});

describe('rows', () => {
  it('come and go with their shares, and undo brings them back', () => {
    const store = aMatrix([
      [10, 20],
      [30, null],
    ]);
    const unused = () => ({ tenths: 0, isUsed: true });
    store.setRows([102, 101, 103], unused, { kind: 'addRow', rowId: 103 });
    expect(shares(store)).toEqual([
      [30, null],
      [10, 20],
      [0, 0],
    ]);
    store.setRows([101], unused, { kind: 'removeRow', rowId: 102 });
    expect([store.sum(0), store.sum(1)]).toEqual([10, 20]);
    store.undo();
    store.undo();
    expect(store.content.rowIds).toEqual([101, 102]);
    expect(shares(store)).toEqual([
      [10, 20],
      [30, null],
    ]);
  });
});
