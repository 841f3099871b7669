import { cancelJob, getJob, type Job } from '@depotwerk/api/jobs';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../../ui/feedback.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { isGoingOn } from './job-texts.ts';

/** Cancels work that goes on, asked a second time: what is done stays, and the rest is left as it is. */
export function CancelJob({ job }: { job: Job }) {
  const mayAct = useSession((state) => mayChange(state.user, null));
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, act } = useAction();
  const idempotencyKey = useMemo(() => (isAsked ? crypto.randomUUID() : ''), [isAsked]);
  if (!mayAct || job.canCancel !== true) return null;
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{t('jobs.cancel')}</Button>;
  const readJobs = () => readAnew('jobs', 'bulk-job');
  const cancel = () =>
    act(async () => {
      await callApi(cancelJob, { params: { id: job.id } }, { idempotencyKey });
      await readJobs();
    }, readJobs);
  return (
    <>
      {failure === null ? (
        <span className="hint">{t('jobs.cancelHint')}</span>
      ) : (
        <ErrorBanner error={failure} />
      )}
      <Button kind="danger" isBusy={isBusy} onClick={() => void cancel()}>
        {t('jobs.cancelNow')}
      </Button>
    </>
  );
}

/** The same where the work is shown by what it is about; nothing while the job is not known. */
export function CancelJobById({ id }: { id: string }) {
  const job = useQuery({
    queryKey: ['jobs', 'one', id],
    queryFn: ({ signal }) => callApi(getJob, { params: { id } }, { signal }),
  });
  return job.data ? <CancelJob job={job.data} /> : null;
}

/** Who cancelled a job and what that leaves; nothing where nobody did. */
export function CancelledBanner({ job }: { job: Job }) {
  const { cancelledAt = null, cancelledBy = null, cancelled = 0 } = job;
  if (cancelledAt === null) return null;
  const at = formatDateTime(cancelledAt);
  return (
    <Banner tone="info" role="status">
      {cancelledBy === null
        ? t('jobs.cancelledAt', { at })
        : t('jobs.cancelledBy', { name: cancelledBy, at })}{' '}
      {isGoingOn(job)
        ? t('jobs.cancelling')
        : cancelled > 0
          ? t('jobs.leftOut', { count: cancelled, number: formatNumber(cancelled) })
          : job.total === 0
            ? t('jobs.cancelledBefore')
            : null}
      {!isGoingOn(job) && job.done > 0 ? ` ${t('jobs.doneStays')}` : null}
    </Banner>
  );
}
