import type { Job } from '@depotwerk/api/jobs/jobs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mayChange, useSession } from '../../platform/session.ts';
import { useStartJob } from '../../shell/use-start-job.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBanner } from '../../ui/feedback.tsx';
import { isOver } from './public/bulk-job-dialog.tsx';

interface TakeBackJobProps {
  job: Job;
  /** What comes back. */
  hint: string;
  /** Where the way back shows how far it is. */
  dialog: 'bulkChange' | 'bulkCustomers';
  /** The first row that was changed: what is left to take back comes first. */
  readFirst: (signal: AbortSignal) => Promise<readonly { readonly isOpen: boolean }[]>;
  start: (idempotencyKey: string) => Promise<{ id: string }>;
}

/** Takes back what a job over many did, as another job; offered while something is left of it. */
export function TakeBackJob({ job, hint, dialog, readFirst, start }: TakeBackJobProps) {
  const mayAct = useSession((state) => mayChange(state.user, 'contracts.bulk'));
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, start: startJob } = useStartJob(dialog);
  const idempotencyKey = useMemo(() => (isAsked ? crypto.randomUUID() : ''), [isAsked]);
  const first = useQuery({
    queryKey: ['bulk-job', job.id, 'open'],
    queryFn: ({ signal }) => readFirst(signal),
    enabled: mayAct && isOver(job) && job.changed > 0,
  });
  if (!mayAct || first.data?.[0]?.isOpen !== true) return null;
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{t('contracts.bulkJob.takeBack')}</Button>;
  return (
    <>
      {failure === null ? <span className="hint">{hint}</span> : <ErrorBanner error={failure} />}
      <Button isBusy={isBusy} onClick={() => void startJob(() => start(idempotencyKey))}>
        {t('contracts.bulkJob.takeBackNow')}
      </Button>
    </>
  );
}
