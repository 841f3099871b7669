import {
  compareDrafts,
  type FieldConflict,
  type MergeChoices,
  mergeDrafts,
} from '../../../forms/compare-drafts.ts';
import { t } from '../../../texts/texts.ts';
import type { DraftVersions } from '../wizard/wizard-definition.ts';

interface Item {
  readonly riskClassId: number;
}

interface DraftMatrix<Draft, Cell extends Item> {
  /** Of the list of cells, as a comparison names it. */
  readonly path: string;
  /** Row of a cell. */
  readonly rowOf: (cell: Cell) => number;
  /** Rows in their order, how many risk classes it has (null = unknown), and the cells; null where the draft has no matrix. */
  readonly matrixOf: (draft: Draft) => {
    readonly rows: readonly number[];
    readonly classCount: number | null;
    readonly cells: readonly Cell[];
  } | null;
  readonly withCells: (draft: Draft, cells: readonly Cell[]) => Draft;
}

const member = /\.class(\d)$/;

/** Risk class of a column of a matrix in a comparison; null for every other path. */
export function classOfPath(path: string): number | null {
  const [, riskClass] = member.exec(path) ?? [];
  return riskClass === undefined ? null : Number(riskClass);
}

/** "Anteile, RK 3" for a column of a matrix. */
export const columnLabel = (matrix: string, riskClass: number): string =>
  `${matrix}, ${t('allocation.className', { riskClass })}`;

/**
 * Versions of a draft with a matrix: it is chosen column by column. A column gives 100 % for itself, which single cells of two
 * versions would not. Where one of both is empty, there is nothing to mix.
 */
export function versionsByClass<Draft extends object, Cell extends Item>({
  path,
  rowOf,
  matrixOf,
  withCells,
}: DraftMatrix<Draft, Cell>): DraftVersions<Draft> {
  const columnsOf = (draft: Draft): Record<string, readonly Cell[]> | null => {
    const matrix = matrixOf(draft);
    if (matrix === null || matrix.cells.length === 0) return null;
    const columns: Record<string, readonly Cell[]> = {};
    for (const cell of matrix.cells.toSorted((a, b) => rowOf(a) - rowOf(b)))
      columns[`class${cell.riskClassId}`] = [...(columns[`class${cell.riskClassId}`] ?? []), cell];
    return columns;
  };
  const compare = (base: Draft | null, mine: Draft, theirs: Draft): readonly FieldConflict[] => {
    const fields = compareDrafts(base, mine, theirs);
    const [own, other] = [columnsOf(mine), columnsOf(theirs)];
    if (own === null || other === null) return fields;
    const columns = compareDrafts(base && (columnsOf(base) ?? {}), own, other, 'whole')
      .toSorted((one, two) => (one.path < two.path ? -1 : 1))
      .map((column) => ({ ...column, path: `${path}.${column.path}` }));
    return fields.flatMap((field) => (field.path === path ? columns : [field]));
  };
  const merge = (mine: Draft, theirs: Draft, choices: MergeChoices): Draft => {
    const isColumn = (name: string) => name.startsWith(`${path}.`);
    const chosen = Object.entries(choices);
    const merged = mergeDrafts(mine, theirs, Object.fromEntries(chosen.filter(([name]) => !isColumn(name))));
    const matrix = matrixOf(merged);
    const [own, other] = [columnsOf(mine), columnsOf(theirs)];
    if (matrix === null || own === null || other === null) return merged;
    const columns = mergeDrafts(
      own,
      other,
      Object.fromEntries(
        chosen.flatMap(([name, side]) => (isColumn(name) ? [[name.slice(path.length + 1), side]] : [])),
      ),
    );
    const { rows, classCount } = matrix;
    // Row by row, as the matrix itself lists them; a row or class that was not chosen takes its shares with it.
    const cells = Object.values(columns)
      // A column only the other version has is none of this one's, though it was chosen.
      .flatMap((column: readonly Cell[] | undefined) => column ?? [])
      .filter((cell) => rows.includes(rowOf(cell)) && cell.riskClassId <= (classCount ?? Infinity))
      .toSorted((a, b) => rows.indexOf(rowOf(a)) - rows.indexOf(rowOf(b)) || a.riskClassId - b.riskClassId);
    return withCells(merged, cells);
  };
  return { compare, merge };
}
