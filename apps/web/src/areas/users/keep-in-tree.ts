interface Leveled {
  readonly level: number;
}

/** The rows of a tree a filter keeps, together with all that stands above them, in their order. */
export function keepInTree<Row extends Leveled>(rows: readonly Row[], isKept: (row: Row) => boolean): Row[] {
  const result: Row[] = [];
  let needed = -1;
  for (const row of rows.toReversed()) {
    const isAncestor = needed >= 0 && row.level < needed;
    if (isAncestor || isKept(row)) {
      result.push(row);
      needed = row.level;
    } else if (row.level < needed) needed = row.level;
  }
  return result.toReversed();
}
