import {
  type customerChangeRow,
  listCustomerChangeRows,
  takeBackCustomerChange,
} from '@depotwerk/api/customer-bulk';
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

type ChangeRow = z.infer<typeof customerChangeRow>;

const wordsOf = (job: Job | undefined) =>
  job?.jobType === 'takeBackCustomers' ? 'customers.bulkTakeBack' : 'customers.bulkJob';

/** `?dialog=bulkCustomers&jobId=…`: how far a change of many customers is, what became of each, and the way back. */
export function CustomerChangeResults({ params, onClose }: RoutedDialogProps) {
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
      dialog="bulkCustomers"
      hint={t('customers.bulkJob.takeBackHint')}
      readFirst={(signal) =>
        callApi(listCustomerChangeRows, { params, query: { result: 'changed', pageSize: 1 } }, { signal })
      }
      start={(idempotencyKey) => callApi(takeBackCustomerChange, { params }, { idempotencyKey })}
    />
  );
}

function Rows({ job }: { job: Job }) {
  const of = wordsOf(job);
  return (
    <BulkJobRows<ChangeRow>
      job={job}
      kind="customers"
      results={changeResults.map((value) => ({ value, label: t(`${of}.${changeWords[value]}`) }))}
      read={(query, signal) => callApi(listCustomerChangeRows, { params: { id: job.id }, query }, { signal })}
      columns={[t('customers.bulkJob.customer'), t('optimization.bulk.result')]}
      emptyText={(over) => t(over ? 'customers.bulkJob.noRowsDone' : 'contracts.bulkJob.noRows')}
      renderRow={(row) => (
        <ChangedLine key={row.customerId} row={row} result={t(`${of}.${changeWords[row.result]}`)}>
          <Link to="/customers/$customerId" params={{ customerId: row.customerId }} search={{}}>
            {row.customerName}
          </Link>
        </ChangedLine>
      )}
    />
  );
}
