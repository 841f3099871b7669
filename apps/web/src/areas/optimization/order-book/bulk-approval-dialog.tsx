import { type approvalRow, listApprovalRows } from '@depotwerk/api/optimization/bulk-approvals';
import { approvalRowResults } from '@depotwerk/domain/contracts/approval-of-many';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { BulkJobDialog, isOver } from '../../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../../jobs/public/bulk-job-rows.tsx';
import { PlanRow, planColumns } from '../release/plan-row.tsx';

type ApprovalRow = z.infer<typeof approvalRow>;
const tones: Record<ApprovalRow['result'], LabelTone> = {
  approved: 'ok',
  skipped: 'warn',
};

/** `?dialog=bulkApproval&jobId=…`: how far agreeing as second person to the plans of many contracts is, and what became of each. */
export function BulkApprovalDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <BulkJobDialog
      jobId={params['jobId'] ?? ''}
      words="optimization.bulkApproval"
      Rows={Rows}
      onClose={onClose}
    />
  );
}

const Rows: Parameters<typeof BulkJobDialog>[0]['Rows'] = ({ job }) => {
  const done = isOver(job);
  // The lists of what waits are shorter now, and each plan says by its contract how far it is.
  useEffect(() => {
    if (done) void readAnew('orders', 'contract');
  }, [done]);
  return (
    <div className="stack">
      <BulkJobRows<ApprovalRow>
        job={job}
        kind="approvals"
        results={approvalRowResults.map((value) => ({
          value,
          label: t(`optimization.bulkApproval.results.${value}`),
        }))}
        read={(query, signal) => callApi(listApprovalRows, { params: { id: job.id }, query }, { signal })}
        columns={planColumns()}
        className="opt-bulk__rows--plans"
        emptyText={(over) =>
          t(over ? 'optimization.bulkApproval.noRowsDone' : 'optimization.bulkApproval.noRows')
        }
        renderRow={(row) => (
          <PlanRow
            key={row.contractId}
            row={row}
            result={
              <ColourLabel tone={tones[row.result]}>
                {t(`optimization.bulkApproval.results.${row.result}`)}
              </ColourLabel>
            }
          />
        )}
      />
    </div>
  );
};
