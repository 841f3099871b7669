import { type Job, retryJob } from '@depotwerk/api/jobs/jobs';
import { useMemo } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { readAnew } from '../../platform/read-anew.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { catchFocus } from '../../ui/catch-focus.ts';
import { ErrorBanner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { isCancelled } from './public/job-texts.ts';

/** Lets what was given up or left out of a job run: where it is shown, without the way over the list of all jobs. */
export function RetryJob({ job }: { job: Job }) {
  const mayAct = useSession((state) => mayChange(state.user, null));
  const { isBusy, failure, act } = useAction();
  // Of each end of the job one: its second start is another than its first.
  const idempotencyKey = useMemo(() => `${job.id}-${job.finishedAt ?? ''}`, [job.id, job.finishedAt]);
  if (!mayAct || job.canRetry !== true) return null;
  const readJobs = () => readAnew('jobs', 'bulk-job');
  const retry = () =>
    act(async () => {
      await callApi(retryJob, { params: { id: job.id } }, { idempotencyKey });
      showToast(t('jobs.retried'));
      await readJobs();
      catchFocus();
    }, readJobs);
  return (
    <>
      <ErrorBanner error={failure} />
      <Button isBusy={isBusy} onClick={() => void retry()}>
        {isCancelled(job) ? t('jobs.goOn') : t('jobs.retry')}
      </Button>
    </>
  );
}
