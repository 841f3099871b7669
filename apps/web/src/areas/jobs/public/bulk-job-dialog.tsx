import type { Job } from '@depotwerk/api/jobs/jobs';
import { getJob, listJobProblems } from '@depotwerk/api/jobs/jobs';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { isMissingObject } from '../../../platform/api-error.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { catchFocus } from '../../../ui/catch-focus.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { KeyFigures } from '../../../ui/layout.tsx';
import { LeftOut } from '../left-out.tsx';
import { RetryJob } from '../retry-job.tsx';
import { CancelJob, CancelledBanner } from './cancel-job.tsx';
import { isCancelled, isGoingOn } from './job-texts.ts';
import './bulk.css';

const askAgainAfter = 1000;
/** Whether nothing more will come of a job. */
export const isOver = (job: Job | undefined) => job !== undefined && !isGoingOn(job);

type Words =
  | 'optimization.bulk'
  | 'optimization.bulkPlan'
  | 'optimization.bulkHandOver'
  | 'optimization.bulkRelease'
  | 'optimization.bulkApproval'
  | 'reports.yearEnd'
  | 'contracts.bulkJob'
  | 'contracts.bulkTakeBack'
  | 'customers.bulkJob'
  | 'customers.bulkInvite'
  | 'customers.bulkTakeBack';

interface BulkJobDialogProps {
  jobId: string;
  /** Whose words are used: of the check, of planning, of the letters of a year, or of a change and its way back. */
  words: Words | ((job: Job | undefined) => Words);
  /** What it found, one by one. */
  Rows: ComponentType<{ job: Job }>;
  /** Buttons beside the one that closes. */
  Actions?: ComponentType<{ job: Job }>;
  onClose: () => void;
}

/** How far work on many contracts or customers is, and what it found. It runs on when closed. */
export function BulkJobDialog({ jobId, words: wordsOf, Rows, Actions, onClose }: BulkJobDialogProps) {
  const job = useQuery({
    queryKey: ['bulk-job', jobId],
    queryFn: ({ signal }) => callApi(getJob, { params: { id: jobId } }, { signal }),
    enabled: jobId !== '',
    refetchInterval: (query) => (isOver(query.state.data) || query.state.error ? false : askAgainAfter),
  });
  const words = typeof wordsOf === 'function' ? wordsOf(job.data) : wordsOf;
  const done = isOver(job.data);
  // What came of it shows in lists and figures, and at each contract.
  useEffect(() => {
    if (done) void readAnew('contracts', 'contract', 'customers', 'customer');
  }, [done]);
  // The menu it was started from went with the choice.
  useEffect(() => catchFocus, []);
  return (
    <Dialog
      title={t(`${words}.title`)}
      size="large"
      onClose={onClose}
      footer={
        <>
          {job.data ? <CancelJob job={job.data} /> : null}
          {job.data ? <RetryJob job={job.data} /> : null}
          {job.data && Actions ? <Actions job={job.data} /> : null}
          <Button kind="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      {isMissingObject(job.error) ? (
        <Banner tone="warn">{t(`${words}.missing`)}</Banner>
      ) : job.data ? (
        <>
          <Progress job={job.data} words={words} />
          <LeftOut job={job.data} />
          {done && job.data.total === 0 && job.data.problemCount > 0 ? (
            <WhyNothing jobId={jobId} />
          ) : (
            <Rows job={job.data} />
          )}
        </>
      ) : job.isError ? (
        <QueryError query={job} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}

/** Why a job did nothing that had nothing to go through; of such a one there are no rows. */
function WhyNothing({ jobId }: { jobId: string }) {
  const problems = useQuery({
    queryKey: ['bulk-job', jobId, 'problems'],
    queryFn: ({ signal }) => callApi(listJobProblems, { params: { id: jobId }, query: {} }, { signal }),
  });
  if (problems.isError) return <QueryError query={problems} />;
  return (problems.data ?? []).map(({ id, message }) => (
    <Banner key={id} tone="info" role="status">
      {said(message)}
    </Banner>
  ));
}

function Progress({ job, words }: { job: Job; words: Words }) {
  const { total, done, changed, failed, cancelled = 0, state } = job;
  const unchanged = Math.max(0, done - changed - failed);
  const share = total === 0 ? (isOver(job) ? 1 : 0) : Math.min(1, done / total);
  const text =
    state === 'done' && !isCancelled(job)
      ? t(`${words}.done`, { count: done, number: formatNumber(done) })
      : total === 0 && !isOver(job)
        ? t('optimization.bulk.counting')
        : t(`${words}.progress`, { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className="opt-progress">
      <p className="opt-progress__words" role="status">
        {text}
      </p>
      <div
        className="opt-progress__bar"
        role="progressbar"
        aria-label={t(`${words}.title`)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <KeyFigures
        isJoined
        figures={[
          { key: 'changed', label: t(`${words}.changed`), value: formatNumber(changed) },
          // Somebody is invited or not: a third is counted only where somebody went meanwhile.
          ...(words === 'customers.bulkInvite' && unchanged === 0
            ? []
            : [{ key: 'unchanged', label: t(`${words}.unchanged`), value: formatNumber(unchanged) }]),
          { key: 'failed', label: t(`${words}.failed`), value: formatNumber(failed) },
          ...(cancelled > 0
            ? [{ key: 'cancelled', label: t('jobs.states.cancelled'), value: formatNumber(cancelled) }]
            : []),
        ]}
      />
      {state === 'failed' ? <Banner tone="warn">{t('jobs.interrupted')}</Banner> : null}
      <CancelledBanner job={job} />
      {state === 'dead' ? <Banner tone="bad">{t('jobs.givenUp')}</Banner> : null}
      {isOver(job) || isCancelled(job) ? null : <p className="hint">{t(`${words}.running`)}</p>}
    </div>
  );
}
