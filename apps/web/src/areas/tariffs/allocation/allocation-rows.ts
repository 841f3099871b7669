import { t } from '../../../texts/texts.ts';
import type { MatrixColumn, MatrixRow } from '../../../ui/matrix/matrix-context.ts';
import type { PeergroupCategory, PeergroupFigures } from './allocation-queries.ts';

/** Chosen peer groups as rows: those of a category together, in the order of the categories. */
export function allocationRows(
  peergroupIds: readonly number[],
  categories: readonly PeergroupCategory[],
  figures: PeergroupFigures | undefined,
): MatrixRow[] {
  const chosen = new Set(peergroupIds);
  const colourOf = new Map(figures?.peergroups.map((group) => [group.peergroupId, group.colour]));
  const known = categories.flatMap(({ peergroupName, peergroups }) =>
    peergroups.flatMap(({ id, name }): MatrixRow[] =>
      chosen.has(id) ? [{ id, name, group: peergroupName, colour: colourOf.get(id) }] : [],
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
