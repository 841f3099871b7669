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
import { t } from '../../../texts/texts.ts';
import { BulkJobDialog } from '../../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../../jobs/public/bulk-job-rows.tsx';
import { ChangedLine, changeResults, changeWords } from '../../jobs/public/change-of-many.tsx';
import { TakeBackJob } from '../../jobs/public/take-back-job.tsx';

type ChangeRow = z.infer<typeof contractChangeRow>;

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
      results={changeResults.map((value) => ({ value, label: t(`${of}.${changeWords[value]}`) }))}
      read={(query, signal) => callApi(listChangeJobRows, { params: { id: job.id }, query }, { signal })}
      columns={[t('optimization.bulk.contract'), t('optimization.bulk.result')]}
      emptyText={(over) => t(over ? 'contracts.bulkJob.noRowsDone' : 'contracts.bulkJob.noRows')}
      renderRow={(row) => (
        <ChangedLine key={row.contractId} row={row} result={t(`${of}.${changeWords[row.result]}`)}>
          <Link to="/contracts/$contractId/$tab" params={{ contractId: row.contractId, tab: 'overview' }}>
            {row.externalKey}
          </Link>{' '}
          <span className="hint">{row.customerName}</span>
        </ChangedLine>
      )}
    />
  );
}
