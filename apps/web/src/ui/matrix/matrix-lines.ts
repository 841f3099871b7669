import type { MatrixRow } from './matrix-context.ts';

/** What stands in a line of the grid. */
export type MatrixLine =
  | { readonly kind: 'row'; readonly row: MatrixRow /** In the store. */; readonly place: number }
  | {
      readonly kind: 'group';
      readonly name: string;
      readonly colour: string | undefined;
      readonly isFolded: boolean;
      readonly places: readonly number[];
    };

/**
 * Lines as they are seen: rows of a group together, in the order of its first row, under the group's head; those of
 * folded groups and those without a used cell (where only used ones are wanted) left out.
 */
export function matrixLines(
  rows: readonly MatrixRow[],
  rowIds: readonly number[],
  folded: ReadonlySet<string>,
  usedOnly: ReadonlySet<number> | null,
): MatrixLine[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const groups = new Map<string, { row: MatrixRow; place: number }[]>();
  rowIds.forEach((rowId, place) => {
    const row = rowOf.get(rowId);
    if (!row) return;
    const group = row.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), { row, place }]);
  });
  return [...groups].flatMap(([name, members]): MatrixLine[] => {
    const isFolded = folded.has(name);
    const shown = usedOnly ? members.filter(({ row }) => usedOnly.has(row.id)) : members;
    const lines = (isFolded ? [] : shown).map((member): MatrixLine => ({ kind: 'row', ...member }));
    if (name === '' || shown.length === 0) return lines;
    const places = members.map(({ place }) => place);
    return [{ kind: 'group', name, colour: members[0]?.row.colour, isFolded, places }, ...lines];
  });
}

/** Places of the rows that are seen, in their order. */
export const placesOf = (lines: readonly MatrixLine[]): number[] =>
  lines.flatMap((line) => (line.kind === 'row' ? [line.place] : []));
