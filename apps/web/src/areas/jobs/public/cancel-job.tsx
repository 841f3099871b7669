import { cancelJob, getJob, type Job } from '@depotwerk/api/jobs/jobs';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { catchFocus } from '../../../ui/catch-focus.ts';
import { Banner, ErrorBanner } from '../../../ui/feedback.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { isGoingOn } from './job-texts.ts';

/** The button that asked is gone: one goes on with what is said about it, and with the next step at the button that does it. */
const readHint = (hint: HTMLElement | null): void => hint?.focus({ preventScroll: true });

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
      // Its rest may be begun again: then it is asked anew.
      setAsked(false);
      catchFocus();
    }, readJobs);
  return (
    <>
      {failure === null ? (
        <span ref={readHint} tabIndex={-1} className="hint">
          {t('jobs.cancelHint')}
        </span>
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
  const { cancelledAt = null, cancelledBy = null, cancelled = 0, givenUp = 0 } = job;
  if (cancelledAt === null) return null;
  const at = formatDateTime(cancelledAt);
  const isOver = !isGoingOn(job);
  // What was at work when it was cancelled is still ended, and may have been all there was.
  const isAllDone = isOver && cancelled + givenUp === 0 && job.total > 0 && job.done >= job.total;
  return (
    <Banner tone="info" role="status">
      {cancelledBy === null
        ? t('jobs.cancelledAt', { at })
        : t('jobs.cancelledBy', { name: cancelledBy, at })}{' '}
      {!isOver
        ? t('jobs.cancelling')
        : cancelled > 0
          ? t('jobs.leftOut', { count: cancelled, number: formatNumber(cancelled) })
          : job.total === 0
            ? t('jobs.cancelledBefore')
            : isAllDone
              ? t('jobs.allDoneBefore')
              : null}
      {isOver && !isAllDone && job.done > 0 ? ` ${t('jobs.doneStays')}` : null}
    </Banner>
  );
}
