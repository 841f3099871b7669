import type { Job } from '@depotwerk/api/jobs';
import { getJob } from '@depotwerk/api/jobs';
import { listCheckJobRows } from '@depotwerk/api/optimization';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../platform/api-client.ts';
import { isMissingObject } from '../../platform/api-error.ts';
import { queryClient } from '../../platform/query-client.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { KeyFigures } from '../../ui/layout.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import './bulk.css';
import { numeric, TableHead } from '../../ui/table-head.tsx';

type CheckRow = z.infer<(typeof listCheckJobRows)['answer']>[number];
type ResultFilter = 'all' | CheckRow['result'];

const askAgainAfter = 1000;
const pageSize = 50;
const isOver = (job: Job | undefined) => job !== undefined && ['done', 'dead'].includes(job.state);

/** `?dialog=bulkAction&jobId=…`: how far a check of many contracts is, and what it found. It runs on when closed. */
export function BulkCheckDialog({ params, onClose }: RoutedDialogProps) {
  const jobId = params['jobId'] ?? '';
  const job = useQuery({
    queryKey: ['check-job', jobId],
    queryFn: ({ signal }) => callApi(getJob, { params: { id: jobId } }, { signal }),
    enabled: jobId !== '',
    refetchInterval: (query) => (isOver(query.state.data) || query.state.error ? false : askAgainAfter),
  });
  const done = isOver(job.data);
  // What was checked shows in lists and figures.
  useEffect(() => {
    if (done) void queryClient.invalidateQueries({ queryKey: ['contracts'] });
  }, [done]);
  const isMissing = isMissingObject(job.error);
  return (
    <Dialog
      title={t('optimization.bulk.title')}
      size="large"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      {isMissing ? (
        <Banner tone="warn">{t('optimization.bulk.missing')}</Banner>
      ) : job.data ? (
        <>
          <Progress job={job.data} />
          <Rows jobId={jobId} job={job.data} onOpen={onClose} />
        </>
      ) : job.isError ? (
        <QueryError query={job} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}

function Progress({ job }: { job: Job }) {
  const { total, done, changed, failed, state } = job;
  const share = total === 0 ? (isOver(job) ? 1 : 0) : Math.min(1, done / total);
  const words =
    state === 'done'
      ? t('optimization.bulk.done', { count: done, number: formatNumberDe(done) })
      : total === 0
        ? t('optimization.bulk.counting')
        : t('optimization.bulk.progress', { done: formatNumberDe(done), total: formatNumberDe(total) });
  return (
    <div className="opt-progress">
      <p className="opt-progress__words" role="status">
        {words}
      </p>
      <div
        className="opt-progress__bar"
        role="progressbar"
        aria-label={t('optimization.bulk.title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <KeyFigures
        isJoined
        figures={[
          { key: 'changed', label: t('optimization.bulk.changed'), value: formatNumberDe(changed) },
          {
            key: 'unchanged',
            label: t('optimization.bulk.unchanged'),
            value: formatNumberDe(Math.max(0, done - changed - failed)),
          },
          { key: 'failed', label: t('optimization.bulk.failed'), value: formatNumberDe(failed) },
        ]}
      />
      {state === 'failed' ? <Banner tone="warn">{t('optimization.bulk.failedState')}</Banner> : null}
      {state === 'dead' ? <Banner tone="bad">{t('optimization.bulk.deadState')}</Banner> : null}
      {isOver(job) ? null : <p className="hint">{t('optimization.bulk.running')}</p>}
    </div>
  );
}

function Rows({ jobId, job, onOpen }: { jobId: string; job: Job; onOpen: () => void }) {
  const [result, setResult] = useState<ResultFilter>('all');
  const rows = useInfiniteQuery({
    // The numbers are part of the key: new results are asked for as they come.
    queryKey: ['check-job', jobId, 'rows', result, job.changed, job.failed],
    queryFn: ({ signal, pageParam }) =>
      callApi(
        listCheckJobRows,
        {
          params: { id: jobId },
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
                    onClick={onOpen}
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
