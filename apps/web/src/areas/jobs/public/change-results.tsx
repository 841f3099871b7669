import type { Job } from '@depotwerk/api/jobs/jobs';
import type { ReactNode } from 'react';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { TakeBackJob } from '../take-back-job.tsx';
import { BulkJobDialog } from './bulk-job-dialog.tsx';
import { BulkJobRows, type RowsQuery } from './bulk-job-rows.tsx';
import { type ChangedRow, changeResults, changeWords } from './change-of-many.tsx';

interface ChangeOfMany<Row> {
  readonly of: 'contracts' | 'customers';
  readonly dialog: 'bulkChange' | 'bulkCustomers';
  /** What the job of the way back is called. */
  readonly takeBackType: string;
  readonly columnTitle: () => string;
  readonly read: (
    jobId: string,
    query: RowsQuery<ChangedRow['result']>,
    signal: AbortSignal,
  ) => Promise<Row[]>;
  readonly takeBack: (jobId: string, idempotencyKey: string) => Promise<{ id: string }>;
  /** One object, and what happened to it in words. */
  readonly renderRow: (row: Row, result: string) => ReactNode;
}

/** The dialog of a change of many that runs as a job: how far it is, what became of each object, and the way back. */
export function changeResultsDialog<Row extends ChangedRow & { readonly isOpen: boolean }>({
  of,
  dialog,
  takeBackType,
  columnTitle,
  read,
  takeBack,
  renderRow,
}: ChangeOfMany<Row>) {
  const wordsOf = (job: Job | undefined) =>
    job?.jobType === takeBackType
      ? (`${of}.bulkTakeBack` as const)
      : job?.jobType === 'inviteCustomers'
        ? ('customers.bulkInvite' as const)
        : (`${of}.bulkJob` as const);

  function TakeBack({ job }: { job: Job }) {
    return (
      <TakeBackJob
        job={job}
        dialog={dialog}
        hint={t(`${of}.bulkJob.takeBackHint`)}
        readFirst={(signal) => read(job.id, { page: 1, pageSize: 1, result: 'changed' }, signal)}
        start={(idempotencyKey) => takeBack(job.id, idempotencyKey)}
      />
    );
  }

  function Rows({ job }: { job: Job }) {
    const words = wordsOf(job);
    return (
      <BulkJobRows<Row>
        job={job}
        kind={of}
        results={changeResults
          .filter((value) => words !== 'customers.bulkInvite' || value !== 'unchanged')
          .map((value) => ({ value, label: t(`${words}.${changeWords[value]}`) }))}
        read={(query, signal) => read(job.id, query, signal)}
        columns={[columnTitle(), t('optimization.bulk.result')]}
        emptyText={(over) => t(over ? `${of}.bulkJob.noRowsDone` : 'contracts.bulkJob.noRows')}
        renderRow={(row) => renderRow(row, t(`${words}.${changeWords[row.result]}`))}
      />
    );
  }

  return function ChangeResults({ params, onClose }: RoutedDialogProps) {
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
  };
}
