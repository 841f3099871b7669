import type { FieldKind, FieldRow } from '@depotwerk/domain/master-data/field-table';
import type { CellValue, ExportColumn } from './export-column.ts';

const cellKinds = {
  name: 'text',
  text: 'text',
  line: 'text',
  masked: 'text',
  day: 'day',
  yes: 'boolean',
  state: 'boolean',
} as const satisfies Record<Exclude<FieldKind, 'group' | 'choice'>, ExportColumn<unknown>['kind']>;

/**
 * Columns of a file for fields of a table, in their order; `valuesOf` has them by key. What is chosen by its id stands in an
 * answer with its name too and is left to the caller.
 */
export const fieldColumns = <Row>(
  rows: readonly FieldRow[],
  valuesOf: (row: Row) => object,
): ExportColumn<Row>[] =>
  rows.flatMap(({ key, kind, label, heading }): ExportColumn<Row>[] => {
    if (kind === 'group' || kind === 'choice') return [];
    const value = (row: Row): CellValue => new Map(Object.entries(valuesOf(row))).get(key) ?? null;
    return [{ key, header: heading ?? label, kind: cellKinds[kind], value }];
  });
