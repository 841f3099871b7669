import {
  type contractChangeRow,
  listChangeJobRows,
  takeBackContractChange,
} from '@depotwerk/api/contract-bulk';
import type { Job } from '@depotwerk/api/jobs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { ErrorBanner } from '../../../ui/feedback.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { BulkJobDialog, isOver } from '../../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../../jobs/public/bulk-job-rows.tsx';

type ChangeRow = z.infer<typeof contractChangeRow>;
const tones: Record<ChangeRow['result'], LabelTone> = { changed: 'info', unchanged: 'ok', skipped: 'warn' };
const results = ['changed', 'skipped', 'unchanged'] as const;
/** The word of a result is that of its number above. */
const words = { changed: 'changed', skipped: 'failed', unchanged: 'unchanged' } as const;

const wordsOf = (job: Job | undefined) =>
  job?.jobType === 'takeBackContracts' ? 'contracts.bulkTakeBack' : 'contracts.bulkJob';

/** `?dialog=bulkChange&jobId=…`: how far a change of many contracts is, what became of each, and the way back. */
export function BulkChangeResults({ params, onClose }: RoutedDialogProps) {
  const jobId = params['jobId'] ?? '';
  return (
    <BulkJobDialog
      key={jobId}
      jobId={jobId}
      words={wordsOf}
      Rows={Rows}
      Actions={TakeBack}
      onClose={onClose}
    />
  );
}

function TakeBack({ job }: { job: Job }) {
  const mayAct = useSession((state) => mayChange(state.user, 'contracts.bulk'));
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, act } = useAction();
  const idempotencyKey = useMemo(() => (isAsked ? crypto.randomUUID() : ''), [isAsked]);
  // What is left to take back comes first.
  const open = useQuery({
    queryKey: ['bulk-job', job.id, 'open'],
    queryFn: ({ signal }) =>
      callApi(
        listChangeJobRows,
        { params: { id: job.id }, query: { result: 'changed', pageSize: 1 } },
        { signal },
      ),
    enabled: mayAct && isOver(job) && job.changed > 0,
  });
  if (!mayAct || open.data?.[0]?.isOpen !== true) return null;
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{t('contracts.bulkJob.takeBack')}</Button>;
  const takeBack = () =>
    act(async () => {
      const { id } = await callApi(takeBackContractChange, { params: { id: job.id } }, { idempotencyKey });
      await navigate({ to: '.', ...dialogLink('bulkChange', { jobId: id }) });
    });
  return (
    <>
      {failure === null ? (
        <span className="hint">{t('contracts.bulkJob.takeBackHint')}</span>
      ) : (
        <ErrorBanner error={failure} />
      )}
      <Button isBusy={isBusy} onClick={() => void takeBack()}>
        {t('contracts.bulkJob.takeBackNow')}
      </Button>
    </>
  );
}

function Rows({ job }: { job: Job }) {
  const of = wordsOf(job);
  return (
    <BulkJobRows<ChangeRow>
      job={job}
      kind="changes"
      results={results.map((value) => ({ value, label: t(`${of}.${words[value]}`) }))}
      read={(query, signal) => callApi(listChangeJobRows, { params: { id: job.id }, query }, { signal })}
      columns={[t('optimization.bulk.contract'), t('optimization.bulk.result')]}
      emptyText={(over) => t(over ? 'contracts.bulkJob.noRowsDone' : 'contracts.bulkJob.noRows')}
      renderRow={(row) => (
        <tr key={row.contractId}>
          <th scope="row">
            <Link to="/contracts/$contractId/$tab" params={{ contractId: row.contractId, tab: 'overview' }}>
              {row.externalKey}
            </Link>{' '}
            <span className="hint">{row.customerName}</span>
            {row.message === null ? null : <span className="opt-bulk__message">{said(row.message)}</span>}
          </th>
          <td data-label={t('optimization.bulk.result')}>
            <ColourLabel tone={row.isTakenBack ? 'neutral' : tones[row.result]}>
              {t(row.isTakenBack ? 'contracts.bulkJob.taken' : `${of}.${words[row.result]}`)}
            </ColourLabel>
          </td>
        </tr>
      )}
    />
  );
}
