import { clearSelection, fillDown, fillRight, toggleUse } from './matrix-operations.ts';
import type { MatrixStore } from './matrix-store.ts';

/** What of a keyboard event counts. */
export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export interface GridKeyOptions {
  readonly hasUsedBoxes: boolean;
  /** Escape was pressed before: Tab leaves the grid now. */
  readonly isLeaving: boolean;
}

/** `handled`: the browser must do nothing more with it; `leaving`: the next Tab goes out of the grid. */
export type KeyOutcome = 'handled' | 'leaving' | 'native';

const moves = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);
const caretKeys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Goes to the next place that keeps the matrix from being saved: a text that is no share, or a column's first cell. */
export function goToNextFault(store: MatrixStore, isBackwards = false): boolean {
  store.commit();
  const { columnCount } = store.content;
  const { visibleRows, active } = store.focus;
  const visible = new Set(visibleRows);
  const faulty = store.faultyCells().filter((cell) => visible.has(Math.floor(cell / columnCount)));
  const heads = store.wrongColumns().map((column) => (visibleRows[0] ?? 0) * columnCount + column);
  const places = [...faulty, ...heads.filter((cell) => !faulty.includes(cell))];
  const at = places.indexOf(active);
  const next = isBackwards ? places.at(at <= 0 ? -1 : at - 1) : (places[at + 1] ?? places[0]);
  if (next === undefined) return false;
  store.activate(next);
  return true;
}

const withCtrl: Readonly<Record<string, (store: MatrixStore, isShifted: boolean) => void>> = {
  z: (store, isShifted) => (isShifted ? store.redo() : store.undo()),
  y: (store) => store.redo(),
  r: (store) => fillRight(store),
  d: (store) => fillDown(store),
  a: (store) => store.selectAll(),
};

/** What a key does in the grid. */
export function pressKey(store: MatrixStore, event: GridKey, options: GridKeyOptions): KeyOutcome {
  const { key } = event;
  const isCtrl = event.ctrlKey || event.metaKey;
  // AltGr comes as Ctrl and Alt; what it writes is text.
  if (event.altKey) return 'native';
  if (isCtrl) {
    const isWriting = store.isEditing || store.typedText(store.focus.active) !== null;
    // In a text that is being written it selects the text.
    const run = isWriting && key.toLowerCase() === 'a' ? undefined : withCtrl[key.toLowerCase()];
    if (run) {
      run(store, event.shiftKey);
      return 'handled';
    }
    // Saving and the like happen outside; what was typed must be there.
    if (key.toLowerCase() === 's') store.leave();
  }
  if (key === 'Escape') return escape(store);
  if (key === 'F2') {
    store.edit();
    return 'handled';
  }
  if (key === 'F8') {
    goToNextFault(store, event.shiftKey);
    return 'handled';
  }
  return movement(store, event, isCtrl, options) ?? editing(store, key, isCtrl, options);
}

function escape(store: MatrixStore): KeyOutcome {
  if (store.revert()) return 'handled';
  if (store.focus.isRange) {
    store.activate(store.focus.active);
    return 'handled';
  }
  return 'leaving';
}

function movement(
  store: MatrixStore,
  { key, shiftKey }: GridKey,
  ctrlKey: boolean,
  { isLeaving }: GridKeyOptions,
): KeyOutcome | null {
  if (key === 'Tab') {
    if (isLeaving) return 'native';
    return store.move({ key, ctrlKey: false, shiftKey }, false) ? 'handled' : 'native';
  }
  if (key === 'Enter') {
    const cell = store.focus.active;
    const isUntouched = !store.isEditing && store.typedText(cell) === null;
    // On an untouched cell Enter edits, on one being written it goes on.
    if (isUntouched && !shiftKey && !store.isReadOnly && store.state(cell).isUsed) store.edit();
    else if (!store.move({ key, ctrlKey: false, shiftKey }, false)) store.commit();
    return 'handled';
  }
  if (!moves.has(key)) return null;
  if (store.isEditing && caretKeys.has(key)) return 'native';
  const isExtending = shiftKey && !store.isEditing;
  store.move({ key, ctrlKey, shiftKey }, isExtending);
  return 'handled';
}

function editing(
  store: MatrixStore,
  key: string,
  isCtrl: boolean,
  { hasUsedBoxes }: GridKeyOptions,
): KeyOutcome {
  if (store.isEditing || isCtrl) return 'native';
  const isTyping = store.typedText(store.focus.active) !== null;
  if (key === ' ' && hasUsedBoxes && !isTyping) {
    if (store.isReadOnly) store.notify({ kind: 'readOnly' });
    else toggleUse(store);
    return 'handled';
  }
  if ((key === 'Delete' || (key === 'Backspace' && store.focus.isRange)) && !isTyping) {
    clearSelection(store);
    return 'handled';
  }
  if (key.length === 1 && (store.isReadOnly || !store.state(store.focus.active).isUsed))
    store.notify({ kind: store.isReadOnly ? 'readOnly' : 'notUsed' });
  return 'native';
}
