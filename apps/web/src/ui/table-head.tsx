import type { ReactNode } from 'react';

/** A column by its text alone, or with the class of its cells. */
type HeadColumn = string | { readonly label: string; readonly className: string };

/** A column of numbers. */
export const numeric = (label: string): HeadColumn => ({ label, className: 'num' });

interface TableHeadProps {
  /** From left to right; no two of one table are called alike. */
  readonly columns: readonly HeadColumn[];
  /** What follows them in the row, e.g. the head of a column without a text. */
  readonly children?: ReactNode;
}

/** The row of heads of a table. */
export function TableHead({ columns, children }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { label, className } =
            typeof column === 'string' ? { label: column, className: undefined } : column;
          return (
            <th key={label} scope="col" className={className}>
              {label}
            </th>
          );
        })}
        {children}
      </tr>
    </thead>
  );
}
