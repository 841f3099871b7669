import {
  type contractChangeRow,
  listChangeJobRows,
  takeBackContractChange,
} from '@depotwerk/api/contract-bulk';
import type { Job } from '@depotwerk/api/jobs';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { said, t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { BulkJobDialog } from '../../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../../jobs/public/bulk-job-rows.tsx';
import { TakeBackJob } from '../../jobs/public/take-back-job.tsx';

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
  const params = { id: job.id };
  return (
    <TakeBackJob
      job={job}
      dialog="bulkChange"
      hint={t('contracts.bulkJob.takeBackHint')}
      readFirst={(signal) =>
        callApi(listChangeJobRows, { params, query: { result: 'changed', pageSize: 1 } }, { signal })
      }
      start={(idempotencyKey) => callApi(takeBackContractChange, { params }, { idempotencyKey })}
    />
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
