import { t } from '../../../texts/texts.ts';
import type { MatrixColumn, MatrixRow } from '../../../ui/matrix/matrix-context.ts';
import type { PeergroupCategory } from './allocation-queries.ts';

/** Data colours of the tokens: the same category has the same one in every picture, apart for every eye. */
const dataColours = 7;
const colourOf = (category: number) => `var(--data-${(category % dataColours) + 1})`;

/** Chosen peer groups as rows: those of a category together, in the order of the categories. */
export function allocationRows(
  peergroupIds: readonly number[],
  categories: readonly PeergroupCategory[],
): MatrixRow[] {
  const chosen = new Set(peergroupIds);
  const known = categories.flatMap(({ peergroupName, peergroups }, category) =>
    peergroups.flatMap(({ id, name }): MatrixRow[] =>
      chosen.has(id) ? [{ id, name, group: peergroupName, colour: colourOf(category) }] : [],
    ),
  );
  const knownIds = new Set(known.map(({ id }) => id));
  // A group that exists no more still has its shares, and can be taken out.
  const unknown = peergroupIds.filter((id) => !knownIds.has(id));
  return [
    ...known,
    ...unknown.map((id) => ({
      id,
      name: t('allocation.unknownGroup', { id }),
      group: t('allocation.noCategory'),
    })),
  ];
}

/** Columns of a matrix: one for each risk class. */
export function classColumns(
  classes: readonly { readonly riskClassId: number; readonly detail?: string | undefined }[],
): MatrixColumn[] {
  return classes.map(({ riskClassId, detail }) => ({
    id: riskClassId,
    name: t('allocation.className', { riskClass: riskClassId }),
    longName: t('allocation.classLongName', { riskClass: riskClassId }),
    detail,
  }));
}
