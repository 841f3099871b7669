import type { FieldRow, ListedKey } from '@depotwerk/domain/master-data/field-table';
import type { ReactNode } from 'react';
import type { ListColumn } from '../../ui/virtual-table.tsx';

/** Columns of a list for the fields of a table that are to stand there; `cells` shows those that are more than a text. */
export const fieldColumns = <
  Rows extends readonly FieldRow[],
  Row extends { readonly [Key in ListedKey<Rows>]: string | null },
>(
  rows: Rows,
  cells: { readonly [Key in ListedKey<Rows>]?: (row: Row) => ReactNode } = {},
): ListColumn<Row, ListedKey<Rows>>[] =>
  rows.flatMap(({ key: name, label, list }) => {
    if (list === undefined) return [];
    // A line with `list` has one of these keys; the check before it does not tell the compiler.
    const key = name as ListedKey<Rows>;
    const render = cells[key] ?? ((row: Row): ReactNode => row[key] || <span className="hint">–</span>);
    return [{ key, header: label, ...list, sortKey: key, render }];
  });
