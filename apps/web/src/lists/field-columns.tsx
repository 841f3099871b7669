import { formatDate } from '@depotwerk/domain/date-text';
import type { FieldRow, ListedKey } from '@depotwerk/domain/master-data/field-table';
import type { ReactNode } from 'react';
import { numberText } from '../forms/value-texts.ts';
import { said } from '../texts/texts.ts';
import type { ListColumn } from '../ui/virtual-table.tsx';

/** Columns of a list for the fields of a table that are to stand there; `cells` shows those that are more than a text. */
export const fieldColumns = <
  Rows extends readonly FieldRow[],
  Row extends { readonly [Key in ListedKey<Rows>]: string | number | null },
>(
  rows: Rows,
  cells: { readonly [Key in ListedKey<Rows>]?: (row: Row) => ReactNode } = {},
): ListColumn<Row, ListedKey<Rows>>[] =>
  rows.flatMap(({ key: name, kind, unit, label, list }) => {
    if (list === undefined) return [];
    // A line with `list` has one of these keys; the check before it does not tell the compiler.
    const key = name as ListedKey<Rows>;
    const render = cells[key] ?? ((row: Row): ReactNode => cellOf(kind, unit, row[key]));
    const isNumeric = kind === 'number';
    return [{ key, header: said(label), ...list, ...(isNumeric && { isNumeric }), sortKey: key, render }];
  });

function cellOf(kind: FieldRow['kind'], unit: FieldRow['unit'], value: string | number | null): ReactNode {
  if (typeof value === 'number') return numberText(unit, value);
  if (value && kind === 'day') return formatDate(value);
  return value || <span className="hint">–</span>;
}
