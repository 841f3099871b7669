import type { Job } from '@depotwerk/api/jobs/jobs';
import { listCheckJobRows } from '@depotwerk/api/optimization/optimization';
import type * as z from 'zod/mini';
import { callApi } from '../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { numeric } from '../../ui/table-head.tsx';
import { BulkJobDialog } from '../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../jobs/public/bulk-job-rows.tsx';
import { ContractCell } from '../jobs/public/contract-cell.tsx';

type CheckRow = z.infer<(typeof listCheckJobRows)['answer']>[number];

/** `?dialog=bulkAction&jobId=…`: how far a check of many contracts is, and what it found. */
export function BulkCheckDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <BulkJobDialog jobId={params['jobId'] ?? ''} words="optimization.bulk" Rows={Rows} onClose={onClose} />
  );
}

function Rows({ job }: { job: Job }) {
  return (
    <BulkJobRows<CheckRow>
      job={job}
      kind="checks"
      results={(['changed', 'failed'] as const).map((value) => ({
        value,
        label: t(`optimization.bulk.${value}`),
      }))}
      read={(query, signal) => callApi(listCheckJobRows, { params: { id: job.id }, query }, { signal })}
      columns={[
        t('optimization.bulk.contract'),
        numeric(t('optimization.bulk.score')),
        numeric(t('optimization.bulk.hints')),
        t('optimization.bulk.result'),
      ]}
      emptyText={(over) => t(over ? 'optimization.bulk.noRowsDone' : 'optimization.bulk.noRows')}
      renderRow={(row) => (
        <tr key={row.contractId}>
          <ContractCell row={row} tab="optimization-hints" />
          <td className="num">
            {t('optimization.bulk.scoreChange', {
              before: row.scoreBefore ?? '–',
              after: row.scoreAfter ?? '–',
            })}
          </td>
          <td className="num">{row.hintCount ?? '–'}</td>
          <td>
            <ColourLabel tone={row.result === 'failed' ? 'bad' : 'info'}>
              {t(`optimization.bulk.${row.result}`)}
            </ColourLabel>
          </td>
        </tr>
      )}
    />
  );
}
