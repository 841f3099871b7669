/** Where the focus goes: places count in the rows as they are seen, hidden ones left out. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

export interface MoveKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** Rows a page key moves. */
const pageRows = 10;

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/**
 * The place a key leads to; null when it moves nothing. Tab goes on to the next row at the end of one and answers null
 * behind the last cell and before the first, so that it leaves the grid there. With Ctrl, arrows go to the edge.
 */
export function placeAfter(place: GridPlace, { rows, columns }: GridSize, move: MoveKey): GridPlace | null {
  if (rows === 0 || columns === 0) return null;
  const { row, column } = place;
  const to = (nextRow: number, nextColumn: number) => ({
    row: clamp(nextRow, rows),
    column: clamp(nextColumn, columns),
  });
  const isFar = move.ctrlKey;
  switch (move.key) {
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column);
    case 'ArrowDown':
      return to(isFar ? rows - 1 : row + 1, column);
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, isFar ? columns - 1 : column + 1);
    case 'Home':
      return to(isFar ? 0 : row, 0);
    case 'End':
      return to(isFar ? rows - 1 : row, columns - 1);
    case 'PageUp':
      return to(row - pageRows, column);
    case 'PageDown':
      return to(row + pageRows, column);
    case 'Enter':
      return to(row + (move.shiftKey ? -1 : 1), column);
    case 'Tab': {
      const next = row * columns + column + (move.shiftKey ? -1 : 1);
      if (next < 0 || next >= rows * columns) return null;
      return { row: Math.floor(next / columns), column: next % columns };
    }
    default:
      return null;
  }
}

/** Places from one corner to the other, in order. */
export function between(one: number, other: number): number[] {
  const first = Math.min(one, other);
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, index) => first + index);
}
