import { type approvalRow, listApprovalRows } from '@depotwerk/api/optimization/bulk-approvals';
import { approvalRowResults } from '@depotwerk/domain/contracts/approval-of-many';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import type { LabelTone } from '../../../ui/cells.tsx';
import { BulkJobDialog } from '../../jobs/public/bulk-job-dialog.tsx';
import { PlanRows } from '../release/plan-rows.tsx';

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

const changed = ['orders', 'contract'] as const;

const Rows: Parameters<typeof BulkJobDialog>[0]['Rows'] = ({ job }) => (
  <PlanRows
    job={job}
    kind="approvals"
    results={approvalRowResults}
    tones={tones}
    word={(result) => t(`optimization.bulkApproval.results.${result}`)}
    emptyText={(over) =>
      t(over ? 'optimization.bulkApproval.noRowsDone' : 'optimization.bulkApproval.noRows')
    }
    read={(query, signal) => callApi(listApprovalRows, { params: { id: job.id }, query }, { signal })}
    changed={changed}
  />
);
