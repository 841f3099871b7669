import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { blockText, splitBlock } from './clipboard-block.ts';
import { goToNextFault, type KeyOutcome, pressKey } from './matrix-keys.ts';
import { clearSelection, pasteBlock, toggleUse } from './matrix-operations.ts';
import type { MatrixStore } from './matrix-store.ts';

function cellOf(target: EventTarget | null, attribute: 'cell' | 'box'): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(`[data-${attribute}]`) : null;
  const cell = element?.dataset[attribute];
  return cell === undefined ? null : Number(cell);
}

/**
 * Mouse, keys, clipboard and focus of one grid, handled once for all cells. What happens at other controls inside the
 * grid (folding a group, the button of a sum) is theirs.
 */
export class GridHandling {
  readonly #store: MatrixStore;
  readonly #hasUsedBoxes: boolean;
  #hasFocus = false;
  #isLeaving = false;
  #isDragging = false;

  constructor(store: MatrixStore, hasUsedBoxes: boolean) {
    this.#store = store;
    this.#hasUsedBoxes = hasUsedBoxes;
  }

  /** True while the focus is at a cell: the cell that becomes active then takes it. */
  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  /** Puts the focus on the next place that has to be mended. */
  goToFault(): void {
    this.#hasFocus = true;
    flushSync(() => goToNextFault(this.#store));
  }

  /** Shows another column without taking the focus from the control that asked for it. */
  showColumn(column: number): void {
    this.#hasFocus = false;
    this.#store.activate(this.#store.focus.row * this.#store.content.columnCount + column);
  }

  readonly keyDown = (event: KeyboardEvent): void => {
    if (cellOf(event.target, 'cell') === null) return;
    this.#hasFocus = true;
    const options = { hasUsedBoxes: this.#hasUsedBoxes, isLeaving: this.#isLeaving };
    // The next key must find the focus where this one has put it.
    const outcome = flushSync((): KeyOutcome => pressKey(this.#store, event, options));
    if (event.key !== 'Shift') this.#isLeaving = outcome === 'leaving';
    if (outcome === 'handled') event.preventDefault();
  };

  readonly mouseDown = (event: MouseEvent): void => {
    const store = this.#store;
    const cell = cellOf(event.target, 'cell');
    if (cell === null || event.button !== 0) return;
    const input = event.target instanceof HTMLInputElement ? event.target : null;
    const isFocused = input !== null && document.activeElement === input;
    // Where somebody writes already, a click puts the caret where it points.
    if (isFocused && (store.isEditing || store.typedText(cell) !== null) && !event.shiftKey) return;
    event.preventDefault();
    if (cellOf(event.target, 'box') !== null) return;
    this.#hasFocus = true;
    this.#isDragging = true;
    flushSync(() => store.activate(cell, { extends: event.shiftKey }));
    // The cell may have been the active one already, without the focus: then nothing was drawn that would take it.
    const own = event.currentTarget.querySelector<HTMLInputElement>('input.matrix__input');
    own?.focus();
    own?.select();
  };

  readonly mouseOver = (event: MouseEvent): void => {
    if (!this.#isDragging) return;
    if (event.buttons !== 1) {
      this.#isDragging = false;
      return;
    }
    const cell = cellOf(event.target, 'cell');
    if (cell !== null && cell !== this.#store.focus.active) this.#store.activate(cell, { extends: true });
  };

  readonly click = (event: MouseEvent): void => {
    const box = cellOf(event.target, 'box');
    if (box === null) return;
    if (this.#store.isReadOnly) this.#store.notify({ kind: 'readOnly' });
    else toggleUse(this.#store, box);
  };

  readonly doubleClick = (event: MouseEvent): void => {
    if (cellOf(event.target, 'cell') !== null && cellOf(event.target, 'box') === null)
      flushSync(() => this.#store.edit());
  };

  readonly copy = (event: ClipboardEvent): void => this.#copy(event, false);
  readonly cut = (event: ClipboardEvent): void => this.#copy(event, true);

  #copy(event: ClipboardEvent, isCut: boolean): void {
    const store = this.#store;
    if (cellOf(event.target, 'cell') === null || store.isEditing) return;
    const { range } = store.focus;
    event.clipboardData.setData('text/plain', blockText(store.content, range));
    event.preventDefault();
    if (isCut && !store.isReadOnly) clearSelection(store);
    else store.notify({ kind: 'copied', count: range.rows.length * range.columns.length });
  }

  readonly paste = (event: ClipboardEvent): void => {
    const store = this.#store;
    if (cellOf(event.target, 'cell') === null) return;
    const text = event.clipboardData.getData('text/plain');
    // Into a text that is being edited, a single value goes as text.
    if (store.isEditing && !/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    const block = splitBlock(text);
    if (store.isReadOnly) store.notify({ kind: 'readOnly' });
    else if (block === null) store.notify({ kind: 'tooLong' });
    else {
      const result = pasteBlock(store, block);
      if ('kind' in result) store.notify({ kind: 'refused', fault: result });
      else {
        const count = result.range.rows.length * result.range.columns.length;
        store.notify({ kind: 'pasted', count, takenIntoUse: result.takenIntoUse });
      }
    }
  };

  readonly focus = (event: FocusEvent): void => {
    // A link of an error summary leads to the head of a column; its first cell is what one wants.
    const head = event.target.closest<HTMLElement>('[data-head]')?.dataset['head'];
    const row = this.#store.focus.visibleRows[0];
    if (head !== undefined && row !== undefined) {
      this.#hasFocus = true;
      flushSync(() => this.#store.activate(row * this.#store.content.columnCount + Number(head)));
      return;
    }
    if (cellOf(event.target, 'cell') === null) return;
    if (!this.#hasFocus && event.target instanceof HTMLInputElement) event.target.select();
    this.#hasFocus = true;
  };

  readonly blur = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (event.currentTarget.contains(to) && cellOf(to, 'cell') !== null) return;
    this.#hasFocus = false;
    this.#isLeaving = false;
    this.#store.leave();
  };
}
