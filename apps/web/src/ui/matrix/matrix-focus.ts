import type { CellRange } from './matrix-changes.ts';
import { between, type GridPlace, type MoveKey, placeAfter } from './matrix-navigation.ts';

/** Where the focus of a grid is and what is selected, over the rows that are seen. Cells are row × columns + column. */
export class MatrixFocus {
  readonly #columnCount: number;
  /** Rows in the order they are seen; hidden ones are missing. */
  #visible: readonly number[];
  #active = 0;
  /** The selection goes from one of them to the other: the active cell is the second, but where everything is selected. */
  #anchor = 0;
  #extent = 0;

  constructor(rowCount: number, columnCount: number) {
    this.#columnCount = Math.max(1, columnCount);
    this.#visible = Array.from({ length: rowCount }, (_, row) => row);
  }

  get visibleRows(): readonly number[] {
    return this.#visible;
  }
  get active(): number {
    return this.#active;
  }
  get row(): number {
    return Math.floor(this.#active / this.#columnCount);
  }
  get column(): number {
    return this.#active % this.#columnCount;
  }

  /** Selected cells; the active one alone where nothing more is. */
  get range(): CellRange {
    const [from, to] = [this.#placeOf(this.#anchor), this.#placeOf(this.#extent)];
    return {
      rows: between(from.row, to.row).flatMap((place) => this.#visible[place] ?? []),
      columns: between(from.column, to.column),
    };
  }
  get isRange(): boolean {
    return this.#anchor !== this.#extent;
  }

  isSelected(cell: number): boolean {
    if (!this.isRange) return false;
    const { rows, columns } = this.range;
    return rows.includes(Math.floor(cell / this.#columnCount)) && columns.includes(cell % this.#columnCount);
  }

  /** Row seen before the selection, and those from its first one on. */
  get rowAbove(): number | null {
    return this.#visible[this.#firstPlace() - 1] ?? null;
  }
  get rowsBelow(): readonly number[] {
    return this.#visible.slice(this.#firstPlace());
  }

  /** Moves to a cell; answers the cells that look different now. */
  moveTo(cell: number, isExtending = false): number[] {
    const old = this.#active;
    this.#active = cell;
    return [...this.#select(isExtending ? this.#anchor : cell, cell), old, cell];
  }

  /** Selects all that is seen; the active cell stays where it is. Answers the cells that look different now. */
  selectAll(): number[] {
    const [first, last] = [this.#visible[0], this.#visible.at(-1)];
    if (first === undefined || last === undefined) return [];
    return this.#select(first * this.#columnCount, (last + 1) * this.#columnCount - 1);
  }

  #select(anchor: number, extent: number): number[] {
    const before = this.#selectedCells();
    this.#anchor = anchor;
    this.#extent = extent;
    const after = this.#selectedCells();
    return [...before, ...after].filter((each) => before.has(each) !== after.has(each));
  }

  /** Cell a key leads to; null when it leads nowhere (Tab at the ends). */
  cellAfter(key: MoveKey): number | null {
    const size = { rows: this.#visible.length, columns: this.#columnCount };
    const place = placeAfter(this.#placeOf(this.#active), size, key);
    const row = place === null ? undefined : this.#visible[place.row];
    return place === null || row === undefined ? null : row * this.#columnCount + place.column;
  }

  /** Shows other rows; a focus that would be hidden goes to the nearest one. Answers the cells that look different. */
  show(rows: readonly number[]): number[] {
    const before = [...this.#selectedCells()];
    this.#visible = rows;
    const isSeen = (cell: number) => rows.includes(Math.floor(cell / this.#columnCount));
    if (isSeen(this.#active) && isSeen(this.#anchor) && isSeen(this.#extent))
      return [...before, ...this.#selectedCells()];
    const nearest = rows.find((row) => row >= this.row) ?? rows.at(-1) ?? 0;
    return [...before, ...this.moveTo(nearest * this.#columnCount + this.column)];
  }

  #firstPlace(): number {
    return Math.max(0, this.#visible.indexOf(this.range.rows[0] ?? -1));
  }

  #placeOf(cell: number): GridPlace {
    const row = this.#visible.indexOf(Math.floor(cell / this.#columnCount));
    return { row: Math.max(0, row), column: cell % this.#columnCount };
  }

  #selectedCells(): Set<number> {
    if (!this.isRange) return new Set();
    const { rows, columns } = this.range;
    return new Set(rows.flatMap((row) => columns.map((column) => row * this.#columnCount + column)));
  }
}
