import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

export interface ScrollTableProps {
  caption: string;
  columns: readonly { key: string; label: string; isNumber?: boolean }[];
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
      <td key={columns[column]?.key} className={columns[column]?.isNumber ? 'num' : undefined}>
        {content}
      </td>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
    <div
      className={classNames('ui-data-table analysis__table', isLong && 'analysis__table--long')}
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="contract__table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, isNumber }) => (
              <th key={key} scope="col" className={isNumber ? 'num' : undefined}>
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
