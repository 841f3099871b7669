import type { Job } from '@depotwerk/api/jobs/jobs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { QueryError } from '../../../ui/feedback.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { isOver } from './bulk-job-dialog.tsx';

const pageSize = 50;

/** What a row list asks for; without `result` all of them. */
export interface RowsQuery<Result extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly result?: Result;
}

/** What a job over many contracts or customers came to, row by row: filter by result, table, further rows on request. */
export function BulkJobRows<Row extends { readonly result: string }>({
  job,
  kind,
  results,
  read,
  columns,
  className = '',
  emptyText,
  renderRow,
}: {
  job: Job;
  /** Tells the rows of one kind of job from another's in the cache. */
  kind: string;
  /** Results in the order of the filter, with their words. */
  results: readonly { readonly value: Row['result']; readonly label: string }[];
  read: (query: RowsQuery<Row['result']>, signal: AbortSignal) => Promise<Row[]>;
  columns: ComponentProps<typeof TableHead>['columns'];
  className?: string;
  /** Said where there is no row, while the job goes on or once it is over. */
  emptyText: (isOver: boolean) => string;
  /** A table row with the id of its contract or customer as its key. */
  renderRow: (row: Row) => ReactNode;
}) {
  const [result, setResult] = useState<'all' | Row['result']>('all');
  const rows = useInfiniteQuery({
    // The numbers are part of the key: new results are asked for as they come.
    queryKey: ['bulk-job', job.id, kind, result, job.changed, job.failed, job.done],
    queryFn: ({ signal, pageParam }) =>
      read({ page: pageParam, pageSize, ...(result === 'all' ? {} : { result }) }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length + 1),
    placeholderData: (previous) => previous,
  });
  const shown = rows.data?.pages.flat() ?? [];
  return (
    <div className="stack">
      <div>
        <SegmentedControl
          size="small"
          label={t('optimization.bulk.resultLabel')}
          value={result}
          options={[{ value: 'all' as const, label: t('optimization.bulk.all') }, ...results]}
          onChange={setResult}
        />
      </div>
      {rows.isError && !rows.isFetchNextPageError ? (
        <QueryError query={rows} />
      ) : shown.length === 0 ? (
        <p className="hint">{emptyText(isOver(job))}</p>
      ) : (
        <table className={`opt-bulk__rows ${className}`}>
          <caption className="visually-hidden">{t('optimization.bulk.result')}</caption>
          <TableHead columns={columns} />
          <tbody>{shown.map(renderRow)}</tbody>
        </table>
      )}
      {rows.hasNextPage ? (
        <div>
          <MoreButton query={rows} />
        </div>
      ) : null}
    </div>
  );
}
