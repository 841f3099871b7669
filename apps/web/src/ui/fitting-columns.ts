/** What decides whether a column is shown. */
export interface FittableColumn {
  key: string;
  /** Least width in pixels at which the column can be read. */
  minWidth: number;
  /** Columns with the highest number give way first; 0 never does. */
  priority: number;
}

/** The columns that fit into `width` pixels, in their order; the least important ones give way. */
export function fittingColumns<Column extends FittableColumn>(
  columns: readonly Column[],
  width: number,
): Column[] {
  const shown = [...columns];
  const total = () => shown.reduce((sum, column) => sum + column.minWidth, 0);
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
