import { type Job, type LeftOutRow, listLeftOut } from '@depotwerk/api/jobs/jobs';
import { isAboutCustomers, resultsDialogOf } from '@depotwerk/domain/job-results';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callFile, callWithHeaders } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { isGoingOn, jobTones } from './public/job-texts.ts';
import './public/bulk.css';

const pageSize = 100;
const states = { cancelled: 'cancelled', givenUp: 'dead' } as const;

/** How many objects a job has left out: cancelled before their turn, or in pieces given up. */
const leftOutCount = ({ cancelled = 0, givenUp = 0 }: Job): number => cancelled + givenUp;

/**
 * What a job that is over has left out, one by one and as a file. It is read when it is opened; nothing where nothing is left, and of
 * work that goes through neither contracts nor customers.
 */
export function LeftOut({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false);
  const count = leftOutCount(job);
  if (isGoingOn(job) || count === 0 || resultsDialogOf(job.jobType) === undefined) return null;
  return (
    <details className="opt-bulk__rest" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('jobs.rest.title', { number: formatNumber(count) })}</summary>
      {isOpen ? <LeftOutRows job={job} /> : null}
    </details>
  );
}

function LeftOutRows({ job }: { job: Job }) {
  const { id, jobType } = job;
  const count = leftOutCount(job);
  const isOfCustomers = isAboutCustomers(jobType);
  const mayExport = useSession(({ user }) =>
    mayChange(user, isOfCustomers ? 'customers.export' : 'contracts.export'),
  );
  const rows = useInfiniteQuery({
    // Of each end of the job its own rest: its second start may be cancelled as well.
    queryKey: ['bulk-job', id, 'left-out', job.finishedAt],
    queryFn: ({ signal, pageParam }) =>
      callWithHeaders(listLeftOut, { params: { id }, query: { page: pageParam, pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.answer.length < pageSize ? undefined : pages.length + 1),
  });
  if (rows.isError && !rows.isFetchNextPageError)
    return <QueryError title={t('jobs.rest.loadFailed')} query={rows} />;
  if (!rows.data) return <Skeleton lines={4} />;
  const shown = rows.data.pages.flatMap(({ answer }) => answer);
  const total = rows.data.pages[0]?.totalCount ?? shown.length;
  return (
    <div className="stack">
      {shown.length === 0 ? (
        <p className="hint">{t('jobs.rest.nothing')}</p>
      ) : count > total ? (
        <p className="hint">
          {t('jobs.rest.shown', { shown: formatNumber(total), total: formatNumber(count) })}
        </p>
      ) : null}
      {mayExport && shown.length > 0 ? (
        <div>
          <ExportMenu
            isDisabled={false}
            load={(format) =>
              callFile(
                listLeftOut,
                { params: { id }, query: { format } },
                `${t('jobs.rest.fileName')}.${format}`,
              )
            }
          />
        </div>
      ) : null}
      {shown.length === 0 ? null : (
        <table className="opt-bulk__rows">
          <caption className="visually-hidden">{t('jobs.rest.fileName')}</caption>
          <TableHead
            columns={[
              isOfCustomers ? t('customers.bulkJob.customer') : t('optimization.bulk.contract'),
              t('jobs.rest.reason'),
            ]}
          />
          <tbody>
            {shown.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
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

function Row({ row: { id, kind, externalKey, customerName, reason } }: { row: LeftOutRow }) {
  return (
    <tr>
      <th scope="row">
        {kind === 'customer' ? (
          <Link to="/customers/$customerId" params={{ customerId: id }}>
            {customerName}
          </Link>
        ) : (
          <>
            <Link to="/contracts/$contractId/$tab" params={{ contractId: id, tab: 'overview' }}>
              {externalKey}
            </Link>{' '}
            <span className="hint">{customerName}</span>
          </>
        )}
      </th>
      <td>
        <ColourLabel tone={jobTones[states[reason]]}>{t(`jobs.states.${states[reason]}`)}</ColourLabel>
      </td>
    </tr>
  );
}
