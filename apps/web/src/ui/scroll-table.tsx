import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './figure-table.css';

export interface ScrollTableProps {
  caption: string;
  /** A column that is `isWide` stays away from phones. */
  columns: readonly { key: string; label: string; isNumber?: boolean; isWide?: boolean }[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  /** Many rows scroll in the box too. */
  isLong?: boolean;
  /** A last line of the same columns. */
  footer?: readonly ReactNode[] | undefined;
}

/** A table wider than a phone scrolls in a box of its own; the first cell of a row names it. */
export function ScrollTable({ caption, columns, rows, footer, isLong = false }: ScrollTableProps) {
  const cell = (content: ReactNode, column: number) =>
    column === 0 ? (
      <th key={0} scope="row">
        {content}
      </th>
    ) : (
      <td key={columns[column]?.key} className={classOf(columns[column])}>
        {content}
      </td>
    );
  return (
    <div
      className={classNames('ui-data-table figure-table-box', isLong && 'figure-table-box--long')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="figure-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, ...column }) => (
              <th key={key} scope="col" className={classOf(column)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>{cells.map(cell)}</tr>
          ))}
        </tbody>
        {footer ? (
          <tfoot>
            <tr>{footer.map(cell)}</tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

const classOf = (column: { isNumber?: boolean; isWide?: boolean } | undefined): string =>
  classNames(column?.isNumber && 'num', column?.isWide && 'figure-table__wide');
