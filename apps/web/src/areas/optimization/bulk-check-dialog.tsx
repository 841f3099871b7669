import type { Job } from '@depotwerk/api/jobs';
import { listCheckJobRows } from '@depotwerk/api/optimization';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { QueryError } from '../../ui/feedback.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { BulkJobDialog, isOver } from './bulk-job-dialog.tsx';

type CheckRow = z.infer<(typeof listCheckJobRows)['answer']>[number];
type ResultFilter = 'all' | CheckRow['result'];

const pageSize = 50;

/** `?dialog=bulkAction&jobId=…`: how far a check of many contracts is, and what it found. */
export function BulkCheckDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <BulkJobDialog jobId={params['jobId'] ?? ''} words="optimization.bulk" Rows={Rows} onClose={onClose} />
  );
}

function Rows({ job }: { job: Job }) {
  const [result, setResult] = useState<ResultFilter>('all');
  const rows = useInfiniteQuery({
    // The numbers are part of the key: new results are asked for as they come.
    queryKey: ['bulk-job', job.id, 'checks', result, job.changed, job.failed],
    queryFn: ({ signal, pageParam }) =>
      callApi(
        listCheckJobRows,
        {
          params: { id: job.id },
          query: { page: pageParam, pageSize, ...(result === 'all' ? {} : { result }) },
        },
        { signal },
      ),
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
          options={[
            { value: 'all', label: t('optimization.bulk.all') },
            { value: 'changed', label: t('optimization.bulk.changed') },
            { value: 'failed', label: t('optimization.bulk.failed') },
          ]}
          onChange={setResult}
        />
      </div>
      {rows.isError ? (
        <QueryError query={rows} />
      ) : shown.length === 0 ? (
        <p className="hint">{t(isOver(job) ? 'optimization.bulk.noRowsDone' : 'optimization.bulk.noRows')}</p>
      ) : (
        <table className="opt-bulk__rows">
          <caption className="visually-hidden">{t('optimization.bulk.result')}</caption>
          <TableHead
            columns={[
              t('optimization.bulk.contract'),
              numeric(t('optimization.bulk.score')),
              numeric(t('optimization.bulk.hints')),
              t('optimization.bulk.result'),
            ]}
          />
          <tbody>
            {shown.map((row) => (
              <tr key={row.contractId}>
                <th scope="row">
                  <Link
                    to="/contracts/$contractId/$tab"
                    params={{ contractId: row.contractId, tab: 'optimization-hints' }}
                  >
                    {row.externalKey}
                  </Link>
                  {row.message === null ? null : <span className="opt-bulk__message">{row.message}</span>}
                </th>
                <td className="num">
                  {t('optimization.bulk.scoreChange', {
                    before: row.scoreBefore ?? '–',
                    after: row.scoreAfter ?? '–',
                  })}
                </td>
                <td className="num">{row.hintCount ?? '–'}</td>
                <td>
                  <ColourLabel tone={row.result === 'failed' ? 'bad' : 'info'}>
                    {t(`optimization.bulk.${row.result}`)}
                  </ColourLabel>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.hasNextPage ? (
        <div>
          <Button isBusy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
            {t('optimization.bulk.more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
