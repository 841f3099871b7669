import { wholeTenths } from '@depotwerk/domain/tenths';
import { typed } from './matrix-changes.ts';
import {
  type CellChange,
  type CellSource,
  type CellState,
  cellState,
  copyContent,
  isSameState,
  type MatrixContent,
  sumColumns,
  withRows,
} from './matrix-content.ts';
import { MatrixFocus } from './matrix-focus.ts';
import { type CellStep, type HistoryStep, type MatrixAction, MatrixHistory } from './matrix-history.ts';
import type { MoveKey } from './matrix-navigation.ts';
import type { MatrixNotice } from './matrix-notice.ts';
import { Topics } from './topics.ts';

/** A cell by its index, a column, or one of the grid's common matters. */
export type MatrixTopic =
  | number
  | `column-${number}`
  | 'rows'
  | 'history'
  | 'status'
  | 'values'
  | 'active'
  /** The focus left the grid: what was typed is to be kept now. */
  | 'left'
  /** All shares were replaced at once: what stands beside the matrix follows without waiting. */
  | 'replaced';

export const columnTopic = (column: number) => `column-${column}` as const;

/** What is being typed into the active cell. */
interface Typing {
  readonly cell: number;
  readonly before: CellState;
  readonly text: string;
}

/**
 * A matrix while people work on it: shares as integers, focus, selection, history. Every operation tells exactly the
 * cells and columns it changed, so nothing else is drawn again.
 */
export class MatrixStore {
  readonly topics = new Topics<MatrixTopic>();
  readonly #history = new MatrixHistory();
  #content: MatrixContent;
  #sums: Int32Array;
  #focus: MatrixFocus;
  #isEditing = false;
  #typing: Typing | null = null;
  #isReadOnly = false;
  #notice: MatrixNotice | null = null;

  constructor(content: MatrixContent) {
    this.#content = content;
    this.#sums = sumColumns(content);
    this.#focus = new MatrixFocus(content.rowIds.length, content.columnCount);
  }

  get content(): MatrixContent {
    return this.#content;
  }
  /** Where the focus is and what is selected; changed through the store only. */
  get focus(): Readonly<Omit<MatrixFocus, 'moveTo' | 'show' | 'selectAll'>> {
    return this.#focus;
  }
  /** True while the caret moves inside a cell instead of the focus between cells. */
  get isEditing(): boolean {
    return this.#isEditing;
  }
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }
  get nextUndo(): MatrixAction | null {
    const typing = this.#typing;
    return typing ? this.#typeAction(typing.cell) : this.#history.nextUndo;
  }
  get nextRedo(): MatrixAction | null {
    return this.#history.nextRedo;
  }

  state(cell: number): CellState {
    return cellState(this.#content, cell);
  }
  /** Text being typed into a cell, or null. */
  typedText(cell: number): string | null {
    return this.#typing?.cell === cell ? this.#typing.text : null;
  }
  sum(column: number): number {
    return this.#sums[column] ?? 0;
  }
  /** Shares of a column, row by row, in tenths of a percent. */
  column(column: number): number[] {
    return this.#content.rowIds.map(
      (_, row) => this.#content.tenths[row * this.#content.columnCount + column] ?? 0,
    );
  }
  /** Sum of some rows of a column. */
  sumOf(rows: readonly number[], column: number): number {
    return rows.reduce(
      (sum, row) => sum + (this.#content.tenths[row * this.#content.columnCount + column] ?? 0),
      0,
    );
  }
  /** What the status line tells of the last operation. */
  get notice(): MatrixNotice | null {
    return this.#notice;
  }
  notify(notice: MatrixNotice | null): void {
    this.#notice = notice;
    this.topics.tell(['status']);
  }

  /** Columns that do not give 100 %. */
  wrongColumns(): number[] {
    return [...this.#sums.keys()].filter((column) => this.sum(column) !== wholeTenths);
  }
  /** Cells whose text is no share, in reading order. */
  faultyCells(): number[] {
    return [...this.#content.texts.keys()].sort((one, other) => one - other);
  }

  setReadOnly(isReadOnly: boolean): void {
    if (isReadOnly === this.#isReadOnly) return;
    this.commit();
    this.#isReadOnly = isReadOnly;
    this.topics.tell(['rows', 'history', ...this.#allCells()]);
  }

  /** Rows that are seen, in their order; the focus moves to the nearest one. */
  show(rows: readonly number[]): void {
    this.commit();
    this.topics.tell([...this.#focus.show(rows), 'rows', 'active']);
  }

  /** Puts the focus on a cell; `extends` keeps the other corner of the selection. */
  activate(cell: number, options: { extends?: boolean; edits?: boolean } = {}): void {
    if (cell !== this.#focus.active) this.commit();
    this.#moveTo(cell, options.extends ?? false);
    if (options.edits) this.edit();
  }

  /** Moves by a key; false when the key leads nowhere (Tab at the ends). */
  move(key: MoveKey, isExtending: boolean): boolean {
    const cell = this.#focus.cellAfter(key);
    if (cell === null) return false;
    this.activate(cell, { extends: isExtending });
    return true;
  }

  /** Selects all rows that are seen; the focus stays in its cell, so that what is typed next goes there. */
  selectAll(): void {
    this.commit();
    this.topics.tell([...this.#focus.selectAll(), 'active']);
  }

  /** The caret goes into the cell. */
  edit(): void {
    if (this.#isReadOnly || !this.state(this.#focus.active).isUsed) return;
    this.#isEditing = true;
    this.topics.tell([this.#focus.active]);
  }

  /** A key's effect on the active cell's text; sums follow at once, the history when the cell is left. */
  type(text: string): void {
    const cell = this.#focus.active;
    if (this.#isReadOnly || !this.state(cell).isUsed) return;
    this.#typing = { cell, before: this.#typing?.before ?? this.state(cell), text };
    const changes = typed(this.#content, cell, text);
    this.#apply(changes);
    this.topics.tell([cell, 'history']);
  }

  /** What was typed stays and becomes one step of the history. */
  commit(): void {
    const typing = this.#typing;
    if (!typing && !this.#isEditing) return;
    this.#typing = null;
    this.#isEditing = false;
    const cell = this.#focus.active;
    if (typing) {
      const after = this.state(typing.cell);
      if (!isSameState(typing.before, after)) {
        this.#notice = null;
        this.#history.add({
          action: this.#typeAction(typing.cell),
          active: typing.cell,
          cells: [{ cell: typing.cell, before: typing.before, after }],
        });
      }
    }
    this.topics.tell([cell, 'history', 'status']);
  }

  /** The focus leaves, or something outside is about to save. */
  leave(): void {
    this.commit();
    this.topics.tell(['left']);
  }

  /** Takes back what was typed since the cell was entered; false when there is nothing. */
  revert(): boolean {
    const typing = this.#typing;
    if (!typing && !this.#isEditing) return false;
    this.#typing = null;
    this.#isEditing = false;
    if (typing) this.#apply([{ cell: typing.cell, after: typing.before }]);
    this.topics.tell([this.#focus.active, 'history', 'status']);
    return true;
  }

  /** Changes of one operation as one step of the history; `action` is told how many cells changed. */
  perform(changes: readonly CellChange[], action: (count: number) => MatrixAction): void {
    this.commit();
    if (changes.length === 0 || this.#isReadOnly) return;
    const cells = changes.map(({ cell, after }) => ({ cell, before: this.state(cell), after }));
    this.#history.add({ action: action(cells.length), active: this.#focus.active, cells });
    this.#apply(changes);
    this.notify({ kind: 'done', action: action(cells.length) });
    this.topics.tell(['history']);
  }

  /** All shares replaced as one step, e.g. by the automatic allocation. */
  replace(content: MatrixContent): void {
    this.commit();
    const cells: CellStep[] = this.#allCells().flatMap((cell) => {
      const [before, after] = [this.state(cell), cellState(content, cell)];
      return isSameState(before, after) ? [] : [{ cell, before, after }];
    });
    if (cells.length === 0) return;
    this.#history.add({ action: { kind: 'replace' }, active: this.#focus.active, cells });
    this.#apply(cells);
    this.notify({ kind: 'done', action: { kind: 'replace' } });
    this.topics.tell(['history', 'replaced']);
  }

  /** Other rows, in this order, as a step that can be undone. */
  setRows(rowIds: readonly number[], source: CellSource, action: MatrixAction): void {
    this.commit();
    const before = copyContent(this.#content);
    const after = withRows(this.#content, rowIds, source);
    this.#history.add({ action, active: this.#focus.active, before, after: copyContent(after) });
    this.#restore(after);
  }

  /** Begins anew with this content; nothing before can be undone. */
  load(content: MatrixContent): void {
    this.#typing = null;
    this.#isEditing = false;
    this.#history.clear();
    this.#restore(content);
  }

  undo(): MatrixAction | null {
    this.commit();
    const step = this.#history.takeUndo();
    if (step) {
      this.#go(step, 'before');
      this.notify({ kind: 'undone', action: step.action });
    }
    return step?.action ?? null;
  }

  redo(): MatrixAction | null {
    this.commit();
    const step = this.#history.takeRedo();
    if (step) {
      this.#go(step, 'after');
      this.notify({ kind: 'redone', action: step.action });
    }
    return step?.action ?? null;
  }

  #go(step: HistoryStep, side: 'before' | 'after'): void {
    if ('cells' in step) {
      this.#apply(step.cells.map((change) => ({ cell: change.cell, after: change[side] })));
      if (this.#focus.visibleRows.includes(Math.floor(step.active / this.#content.columnCount)))
        this.#moveTo(step.active);
    } else this.#restore(copyContent(step[side]));
    this.topics.tell(['history', 'status']);
  }

  #apply(changes: readonly CellChange[]): void {
    if (changes.length === 0) return;
    const { tenths, used, stash, columnCount } = this.#content;
    const texts = new Map(this.#content.texts);
    const topics = new Set<MatrixTopic>(['values']);
    for (const { cell, after } of changes) {
      const column = cell % columnCount;
      this.#sums[column] = this.sum(column) + after.tenths - (tenths[cell] ?? 0);
      tenths[cell] = after.tenths;
      used[cell] = after.isUsed ? 1 : 0;
      stash[cell] = after.stash;
      if (after.text === null) texts.delete(cell);
      else texts.set(cell, after.text);
      topics.add(cell).add(columnTopic(column));
    }
    this.#content = { ...this.#content, texts };
    this.topics.tell(topics);
  }

  #restore(content: MatrixContent): void {
    const rowsBefore = this.#content.rowIds;
    const isSameGrid =
      content.columnCount === this.#content.columnCount &&
      content.rowIds.length === rowsBefore.length &&
      content.rowIds.every((rowId, row) => rowId === rowsBefore[row]);
    this.#content = content;
    this.#sums = sumColumns(content);
    if (!isSameGrid) {
      const active = Math.max(0, Math.min(this.#focus.active, content.tenths.length - 1));
      this.#focus = new MatrixFocus(content.rowIds.length, content.columnCount);
      this.#focus.moveTo(active);
    }
    const columns = Array.from({ length: content.columnCount }, (_, column) => columnTopic(column));
    this.topics.tell([...this.#allCells(), ...columns, 'rows', 'values', 'history', 'status', 'active']);
  }

  #moveTo(cell: number, isExtending = false): void {
    this.topics.tell([...this.#focus.moveTo(cell, isExtending), 'active']);
  }

  #allCells(): number[] {
    return [...this.#content.tenths.keys()];
  }

  #typeAction(cell: number): MatrixAction {
    const columnCount = Math.max(1, this.#content.columnCount);
    return {
      kind: 'type',
      rowId: this.#content.rowIds[Math.floor(cell / columnCount)] ?? 0,
      column: cell % columnCount,
    };
  }
}
