import type { FieldRow } from '@depotwerk/domain/master-data/field-table';

/** The columns of a table of fields in a selection, under the names of the answer; `alias` is that of the table. */
export const fieldSelection = (rows: readonly FieldRow[], alias: string): string =>
  rows.map(({ column, key }) => `${alias}.${column} as "${key}"`).join(', ');
