import type { CellState, MatrixContent } from './matrix-content.ts';

/** What was done, so that undo can say what it undid. */
export type MatrixAction =
  | { readonly kind: 'type'; readonly rowId: number; readonly column: number }
  | { readonly kind: 'paste' | 'fillRight' | 'fillDown' | 'clear' | 'use' | 'unuse'; readonly count: number }
  | { readonly kind: 'distribute'; readonly column: number }
  | { readonly kind: 'replace' }
  | { readonly kind: 'addRow' | 'removeRow'; readonly rowId: number };

export interface CellStep {
  readonly cell: number;
  readonly before: CellState;
  readonly after: CellState;
}

/** One step of the history: changed cells, or the whole content where rows came or went. */
export type HistoryStep = {
  readonly action: MatrixAction;
  /** Where the focus stood. */
  readonly active: number;
} & (
  | { readonly cells: readonly CellStep[] }
  | { readonly before: MatrixContent; readonly after: MatrixContent }
);

const longest = 200;

/** Undo and redo of one grid. */
export class MatrixHistory {
  #done: HistoryStep[] = [];
  #undone: HistoryStep[] = [];

  get nextUndo(): MatrixAction | null {
    return this.#done.at(-1)?.action ?? null;
  }

  get nextRedo(): MatrixAction | null {
    return this.#undone.at(-1)?.action ?? null;
  }

  /** Notes a step; what was undone before can no longer be redone. */
  add(step: HistoryStep): void {
    this.#done.push(step);
    if (this.#done.length > longest) this.#done.shift();
    this.#undone = [];
  }

  takeUndo(): HistoryStep | null {
    const step = this.#done.pop();
    if (step) this.#undone.push(step);
    return step ?? null;
  }

  takeRedo(): HistoryStep | null {
    const step = this.#undone.pop();
    if (step) this.#done.push(step);
    return step ?? null;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }
}
