import type { FieldKind, FieldRow } from '@depotwerk/domain/master-data/field-table';
import type { CellValue, ExportColumn } from './export-column.ts';

/** What is chosen by its id or one of a few words stands in an answer with its name too: a column of the caller's. */
const cellKinds = {
  name: 'text',
  text: 'text',
  line: 'text',
  masked: 'text',
  colour: 'text',
  day: 'day',
  yes: 'boolean',
  state: 'boolean',
  number: 'number',
  group: null,
  choice: null,
  reference: null,
  object: null,
  option: null,
} as const satisfies Record<FieldKind, ExportColumn<unknown>['kind'] | null>;

/** Numbers say their unit in the heading; shares stand as percent. */
const units = {
  percent: { kind: 'number', suffix: ' in\u00a0%' },
  money: { kind: 'money', suffix: ' in €' },
  count: { kind: 'integer', suffix: '' },
} as const;

/** A share as percent: 0.025 → 2.5, without the digits the multiplication makes up (0.0035 × 100 = 0.35000000000000003). */
export const inPercent = (fraction: number): number => Number((fraction * 100).toPrecision(15));

/** Columns of a file for fields of a table, in their order; `valuesOf` has them by key. */
export const fieldColumns = <Row>(
  rows: readonly FieldRow[],
  valuesOf: (row: Row) => object,
): ExportColumn<Row>[] =>
  rows.flatMap(({ key, kind: fieldKind, label, heading = label, unit }): ExportColumn<Row>[] => {
    const cell = cellKinds[fieldKind];
    if (cell === null) return [];
    const value = (row: Row): CellValue => {
      const stored: CellValue = new Map(Object.entries(valuesOf(row))).get(key) ?? null;
      return unit === 'percent' && typeof stored === 'number' ? inPercent(stored) : stored;
    };
    const { kind, suffix } = unit === undefined ? { kind: cell, suffix: '' } : units[unit];
    return [{ key, header: `${heading}${suffix}`, kind, value }];
  });
