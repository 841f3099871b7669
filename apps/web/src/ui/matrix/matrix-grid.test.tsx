// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../render-for-test.tsx';
import { createContent } from './matrix-content.ts';
import { MatrixGrid } from './matrix-grid.tsx';
import { MatrixStore } from './matrix-store.ts';

speaksGerman();

// The status line speaks after a pause.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts how often cells are drawn: each of them asks once for the text being typed. */
class CountingStore extends MatrixStore {
  readonly drawn: number[] = [];
  override typedText(cell: number): string | null {
    this.drawn.push(cell);
    return super.typedText(cell);
  }
}

const groups = ['Aktien', 'Anleihen'];

function aGrid(rowCount = 4, columnCount = 3) {
  const rowIds = Array.from({ length: rowCount }, (_, row) => row + 1);
  const store = new CountingStore(
    createContent(rowIds, columnCount, (rowId, column) => ({
      tenths: rowId * 10 + column,
      isUsed: !(rowId === 2 && column === 1),
    })),
  );
  const page = renderForTest(
    <MatrixGrid
      store={store}
      label="Allokation"
      rows={rowIds.map((id) => ({ id, name: `Gruppe ${id}`, group: groups[id % 2] }))}
      columns={Array.from({ length: columnCount }, (_, column) => ({
        id: column + 1,
        name: `RK ${column + 1}`,
        longName: `Risikoklasse ${column + 1}`,
      }))}
      rowHeading="Peergroup"
      hasUsedBoxes
      footRows={[]}
    />,
  );
  const input = () => page.find('.matrix__input', HTMLInputElement);
  const press = (key: string, options: KeyboardEventInit = {}) => {
    let isNative = false;
    act(() => {
      isNative = input().dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
      );
    });
    return isNative;
  };
  const enter = () => act(() => input().focus());
  const status = () => page.find('.matrix__status [role=status]', HTMLElement).textContent ?? '';
  const cellText = (cell: number) => {
    const element = page.find(`[data-cell="${cell}"]`, HTMLElement);
    return element.querySelector('input')?.value ?? element.textContent;
  };
  const paste = (text: string) =>
    act(() => {
      const event = new Event('paste', { bubbles: true, cancelable: true });
      Object.assign(event, { clipboardData: { getData: () => text } });
      input().dispatchEvent(event);
    });
  return { ...page, store, input, press, enter, status, cellText, paste };
}

describe('grid of a matrix', () => {
  it('draws one cell again for a key, however large it is', () => {
    const grid = aGrid(200, 7);
    grid.enter();
    grid.store.drawn.length = 0;
    grid.type('.matrix__input', '12');
    expect(new Set(grid.store.drawn)).toEqual(new Set([grid.store.focus.active]));
    expect(grid.store.drawn.length).toBeLessThanOrEqual(2);
  });

  it('draws two cells again for a move', () => {
    const grid = aGrid(200, 7);
    grid.enter();
    grid.press('ArrowDown');
    grid.store.drawn.length = 0;
    const from = grid.store.focus.active;
    grid.press('ArrowRight');
    expect(new Set(grid.store.drawn)).toEqual(new Set([from, from + 1]));
  });

  it('has one tab stop among the cells, named by row and column', () => {
    const grid = aGrid();
    expect(document.querySelectorAll('.matrix__input')).toHaveLength(1);
    const names = (grid.input().getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(names).toEqual(['Gruppe 1', 'RK 1']);
  });

  it('selects the whole share when its cell is clicked, also the one that is active already', () => {
    const grid = aGrid();
    for (const cell of [0, 6]) {
      act(() => {
        const target = grid.find(`[data-cell="${cell}"]`, HTMLElement);
        target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
      });
      const input = grid.input();
      expect(document.activeElement).toBe(input);
      expect([input.selectionStart, input.selectionEnd]).toEqual([0, input.value.length]);
      act(() => input.blur());
    }
  });

  it('walks through rows as they are grouped, and edits on Enter, F2 and by typing', () => {
    const grid = aGrid();
    grid.enter();
    grid.press('ArrowDown');
    // Gruppe 1 and 3 stand under „Anleihen“.
    expect(grid.store.focus.row).toBe(2);
    grid.press('Enter');
    expect(grid.store.isEditing).toBe(true);
    grid.press('Enter');
    expect(grid.store.isEditing).toBe(false);
    expect(grid.store.focus.row).toBe(1);
    grid.press('Enter', { shiftKey: true });
    expect(grid.store.focus.row).toBe(2);
    expect(document.activeElement).toBe(grid.input());
  });

  it('selects the text being written by Ctrl+A, else the whole grid without leaving its cell', () => {
    const grid = aGrid();
    grid.enter();
    grid.press('ArrowRight');
    grid.type('.matrix__input', '12');
    expect(grid.press('a', { ctrlKey: true })).toBe(true);
    expect(grid.store.focus.isRange).toBe(false);
    grid.press('Enter');
    const { active } = grid.store.focus;
    expect(grid.press('a', { ctrlKey: true })).toBe(false);
    expect(grid.store.focus.active).toBe(active);
    expect(grid.store.focus.range.rows).toHaveLength(4);
    expect(document.querySelectorAll('.matrix__cell--selected')).toHaveLength(12);
    grid.type('.matrix__input', '7');
    expect(grid.cellText(active)).toBe('7');
    grid.press('Escape');
    grid.press('Escape');
    expect(grid.store.focus.isRange).toBe(false);
    expect(grid.store.focus.active).toBe(active);
  });

  it('leaves by Tab after Escape and at its ends, not in the middle', () => {
    const grid = aGrid();
    grid.enter();
    expect(grid.press('Tab', { shiftKey: true })).toBe(true);
    expect(grid.press('Tab')).toBe(false);
    expect(grid.store.focus.column).toBe(1);
    grid.press('Escape');
    expect(grid.press('Tab')).toBe(true);
  });

  it('toggles "used" by space and shows that the cell takes nothing', () => {
    const grid = aGrid();
    grid.enter();
    grid.press(' ');
    expect(grid.input().readOnly).toBe(true);
    expect(grid.input().getAttribute('aria-disabled')).toBe('true');
    grid.press('5');
    expect(grid.status()).toContain('Diese Zelle wird nicht verwendet.');
    grid.press(' ');
    expect(grid.cellText(0)).toBe('1');
  });

  it('says what it pasted, what it undid, and why it refused', () => {
    const grid = aGrid();
    grid.enter();
    grid.paste('12,5 %\t7\r\n1\t2');
    expect(grid.status()).toContain('4 Zellen eingefügt.');
    expect(grid.cellText(1)).toBe('7\u00a0%');
    grid.press('z', { ctrlKey: true });
    expect(grid.status()).toContain('Rückgängig gemacht: Einfügen in 4 Zellen.');
    grid.paste('1\tAktien');
    expect(grid.status()).toContain('„Aktien“ in Zeile 1, Spalte 2 des Blocks ist kein Anteil');
    expect(grid.status()).toContain('Es wurde nichts eingefügt.');
    grid.paste('1\t2\t3\t4');
    expect(grid.status()).toContain('passt ab dieser Zelle nicht in die Tabelle');
    expect(grid.cellText(1)).toBe('1,1\u00a0%');
  });

  it('keeps what is no share, says so, and leads there', () => {
    const grid = aGrid();
    grid.enter();
    grid.type('.matrix__input', '12x');
    grid.press('ArrowDown');
    expect(grid.cellText(0)).toBe('12x');
    expect(grid.status()).toContain('„12x“ in Gruppe 1, RK 1: Bitte geben Sie einen Prozentwert ein');
    grid.press('F8');
    expect(grid.store.focus.active).toBe(0);
    expect(grid.input().getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(grid.input().getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toContain('Bitte geben Sie einen Prozentwert ein');
  });

  it('folds groups; what is folded is not walked through', () => {
    const grid = aGrid();
    grid.enter();
    grid.click('.matrix__fold[aria-expanded=true]');
    expect(document.querySelectorAll('[data-cell]')).toHaveLength(6);
    expect(grid.store.focus.visibleRows).toEqual([1, 3]);
  });

  it('brings a column to 100 by its button', () => {
    const grid = aGrid();
    grid.click('button.matrix__difference');
    expect(grid.store.sum(0)).toBe(1000);
    expect(grid.status()).toContain('Rest verteilen in RK 1.');
  });
});
