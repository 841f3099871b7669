/** What decides whether a column is shown. */
export interface FittableColumn {
  key: string;
  /** Least width in pixels at which the column can be read. */
  minWidth: number;
  /** Columns with the highest number give way first; 0 never does. */
  priority: number;
  /** Width in pixels its reader gave it; it gives way as far as `minWidth` where there is no room. */
  width?: number | undefined;
}

/** Width below which a column is not shown: what its reader made narrower stays so. */
const leastWidth = ({ minWidth, width }: FittableColumn) => Math.min(minWidth, width ?? minWidth);

/** The column as a track of a grid. */
export function columnTrack({ grow, ...column }: FittableColumn & { grow: number }): string {
  const least = leastWidth(column);
  if (column.width === undefined) return `minmax(${least}px, ${grow}fr)`;
  return `minmax(${least}px, ${column.width}px)`;
}

/** The columns that fit into `width` pixels, in their order; the least important ones give way. */
export function fittingColumns<Column extends FittableColumn>(
  columns: readonly Column[],
  width: number,
): Column[] {
  const shown = [...columns];
  const total = () => shown.reduce((sum, column) => sum + leastWidth(column), 0);
  while (total() > width) {
    const least = shown.reduce<Column | undefined>(
      (candidate, column) =>
        column.priority > 0 && column.priority >= (candidate?.priority ?? 1) ? column : candidate,
      undefined,
    );
    if (least === undefined) break;
    shown.splice(shown.indexOf(least), 1);
  }
  return shown;
}
