import { formatDateTime } from '@depotwerk/domain/date-text';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { TableBox } from './table-box.tsx';
import './imports.css';
import { TableHead } from '../../../ui/table-head.tsx';

interface EarlierImport {
  readonly id: string | number;
  readonly createdAt: string;
  readonly actorName: string | null;
}

/** A column of one kind of import. */
export interface HistoryColumn<Import> {
  readonly label: string;
  readonly isNumber?: boolean;
  readonly cell: (each: Import) => ReactNode;
}

interface ImportHistoryProps<Import> {
  title: string;
  /** Says that there is none yet. */
  none: string;
  query: UseQueryResult<readonly Import[]>;
  /** The file, perhaps as a link. */
  fileOf: (each: Import) => ReactNode;
  /** Beside file, time and person. */
  columns: readonly HistoryColumn<Import>[];
}

/** Earlier imports of one kind, newest first: which file, when, by whom, and what became of it. */
export function ImportHistory<Import extends EarlierImport>({
  title,
  none,
  query,
  fileOf,
  columns,
}: ImportHistoryProps<Import>) {
  return (
    <Card title={title}>
      {query.isError ? (
        <QueryError query={query} />
      ) : !query.data ? (
        <Skeleton lines={4} />
      ) : query.data.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <TableBox label={title}>
          <TableHead
            columns={[t('imports.history.file'), t('imports.history.when'), t('imports.history.who')]}
          >
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber ? 'num' : undefined}>
                {label}
              </th>
            ))}
          </TableHead>
          <tbody>
            {query.data.map((each) => (
              <tr key={each.id}>
                <th scope="row">{fileOf(each)}</th>
                <td>{formatDateTime(each.createdAt)}</td>
                <td>{each.actorName ?? '–'}</td>
                {columns.map(({ label, isNumber, cell }) => (
                  <td key={label} className={isNumber ? 'num' : undefined}>
                    {cell(each)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableBox>
      )}
    </Card>
  );
}
