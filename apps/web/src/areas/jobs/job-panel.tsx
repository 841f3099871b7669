import type { Job } from '@depotwerk/api/jobs/jobs';
import { getJob, listJobProblems } from '@depotwerk/api/jobs/jobs';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { resultsDialogOf } from '@depotwerk/domain/job-results';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi, callWithHeaders } from '../../platform/api-client.ts';
import { said, saidOrNull, t, textOfFirst } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { FactList } from '../../ui/layout.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { JobProgress, JobState } from './job-progress.tsx';
import { LeftOut } from './left-out.tsx';
import { CancelJob, CancelledBanner } from './public/cancel-job.tsx';
import { isCancelled, isGoingOn, jobTypeText } from './public/job-texts.ts';
import { RetryJob } from './retry-job.tsx';

/** One job: how far it is, its parts, the rows that need somebody's eye, and another start when it was given up. */
export function JobPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const job = useQuery({
    queryKey: ['jobs', 'one', id],
    queryFn: ({ signal }) => callApi(getJob, { params: { id } }, { signal }),
    // As its call asks for: once a second while it goes on.
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data) ? 1000 : false),
  });
  return (
    <SidePanel
      title={job.data ? jobTypeText(job.data.jobType) : t('common.loading')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {job.data ? <CancelJob job={job.data} /> : null}
          {job.data ? <ToResults job={job.data} /> : null}
          {job.data ? <RetryJob job={job.data} /> : null}
        </>
      }
    >
      {job.isError ? (
        <QueryError title={t('jobs.oneLoadFailed')} query={job} />
      ) : job.data ? (
        <>
          <JobFacts job={job.data} />
          <LeftOut job={job.data} />
          <JobParts job={job.data} />
          <JobProblems id={id} count={job.data.problemCount} />
        </>
      ) : (
        <Skeleton lines={6} />
      )}
    </SidePanel>
  );
}

/** Whoever has closed the dialog of a work of many finds it here again: every row, and the way to take it back. */
export function ToResults({ job: { id, jobType, isMine } }: { job: Pick<Job, 'id' | 'jobType' | 'isMine'> }) {
  const dialog = resultsDialogOf(jobType);
  if (dialog === undefined || !isMine) return null;
  return (
    <Link
      to="/contracts"
      search={{ dialog, jobId: id } as never}
      className="ui-button ui-button--primary ui-button--medium"
    >
      {t('jobs.toResults')}
    </Link>
  );
}

function JobFacts({ job }: { job: Job }) {
  const number = formatNumber;
  return (
    <>
      <div className="row">
        <JobState job={job} />
        <JobProgress job={job} />
      </div>
      <CancelledBanner job={job} />
      {job.lastError === null ? null : (
        <Banner tone="warn" title={t('jobs.lastError')}>
          {said(job.lastError)}
        </Banner>
      )}
      <FactList
        facts={[
          { key: 'changed', label: t('jobs.changed'), value: number(job.changed) },
          { key: 'failed', label: t('jobs.failed'), value: number(job.failed) },
          ...(isCancelled(job)
            ? [{ key: 'cancelled', label: t('jobs.states.cancelled'), value: number(job.cancelled ?? 0) }]
            : []),
          {
            key: 'attempts',
            label: t('jobs.attempts'),
            value: t('jobs.attemptsOf', {
              attempts: number(job.attempts),
              maximum: number(job.maximumAttempts),
            }),
          },
          { key: 'createdBy', label: t('jobs.startedBy'), value: job.createdBy ?? t('jobs.system') },
          { key: 'createdAt', label: t('jobs.createdAt'), value: formatDateTime(job.createdAt) },
          {
            key: 'finishedAt',
            label: t('jobs.finishedAt'),
            value: job.finishedAt === null ? '–' : formatDateTime(job.finishedAt),
          },
        ]}
      />
    </>
  );
}

/** Parts with a progress of their own, such as the banks of a refresh. */
function JobParts({ job }: { job: Job }) {
  if (job.parts.length === 0) return null;
  return (
    <section className="entity-form__section">
      <h3>{t('jobs.parts')}</h3>
      <ul className="jobs__problems">
        {job.parts.map((part) => (
          <li key={part.partKey} className="jobs__problem">
            <strong>{part.name}</strong>
            <span className="row">
              {(part.cancelled ?? 0) > 0 ? t('jobs.states.cancelled') : t(`jobs.partStates.${part.state}`)}
              <JobProgress job={part} />
            </span>
            <span className="hint">{reasonOf(part)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why a part did not run, in the words of its error. */
const reasonOf = ({ message, code }: Job['parts'][number]): string | null =>
  saidOrNull(message) ?? (code === null ? null : (textOfFirst([`errors.${code}.message`]) ?? code));

const shownProblems = 50;

function JobProblems({ id, count }: { id: string; count: number }) {
  const problems = useQuery({
    queryKey: ['jobs', 'problems', id, count],
    queryFn: ({ signal }) =>
      callWithHeaders(listJobProblems, { params: { id }, query: { pageSize: shownProblems } }, { signal }),
    enabled: count > 0,
  });
  const total = problems.data?.totalCount ?? count;
  return (
    <section className="entity-form__section">
      <h3>{t('jobs.problems')}</h3>
      {count === 0 ? (
        <p className="hint">{t('jobs.noProblems')}</p>
      ) : problems.isError ? (
        <QueryError title={t('jobs.problemsFailed')} query={problems} />
      ) : !problems.data ? (
        <Skeleton lines={4} />
      ) : (
        <>
          <ul className="jobs__problems">
            {problems.data.answer.map((problem) => (
              <li key={problem.id} className="jobs__problem">
                <span>{said(problem.message)}</span>
                <span className="hint">
                  {[problem.externalKey, formatDateTime(problem.createdAt)]
                    .filter((text) => text !== null)
                    .join(' · ')}
                </span>
                {problem.contractId === null ? null : (
                  <Link
                    to="/contracts/$contractId/$tab"
                    params={{ contractId: problem.contractId, tab: 'overview' }}
                  >
                    {t('jobs.contract')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          {total > shownProblems ? (
            <p className="hint">
              {t('jobs.moreProblems', { shown: shownProblems, total: formatNumber(total) })}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}
