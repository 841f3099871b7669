import { type handoverRow, listHandoverRows } from '@depotwerk/api/optimization/key-information';
import { handoverRowResults } from '@depotwerk/domain/contracts/key-information';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { numeric } from '../../../ui/table-head.tsx';
import { BulkJobDialog } from '../../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../../jobs/public/bulk-job-rows.tsx';
import { ContractCell } from '../../jobs/public/contract-cell.tsx';

type HandoverRow = z.infer<typeof handoverRow>;
const tones: Record<HandoverRow['result'], LabelTone> = {
  handedOver: 'ok',
  partly: 'warn',
  nothingToDo: 'neutral',
  skipped: 'warn',
};
const none = '–';

/** `?dialog=bulkHandOver&jobId=…`: how far handing over for many contracts is, and what became of each. */
export function BulkHandOverDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <BulkJobDialog
      jobId={params['jobId'] ?? ''}
      words="optimization.bulkHandOver"
      Rows={Rows}
      onClose={onClose}
    />
  );
}

const Rows: Parameters<typeof BulkJobDialog>[0]['Rows'] = ({ job }) => (
  <BulkJobRows<HandoverRow>
    job={job}
    kind="handovers"
    results={handoverRowResults.map((value) => ({
      value,
      label: t(`optimization.bulkHandOver.results.${value}`),
    }))}
    read={(query, signal) => callApi(listHandoverRows, { params: { id: job.id }, query }, { signal })}
    columns={[
      t('optimization.bulk.contract'),
      numeric(t('optimization.bulkHandOver.documents')),
      numeric(t('optimization.bulkHandOver.holders')),
      t('optimization.bulk.result'),
    ]}
    className="opt-bulk__rows--plans"
    emptyText={(over) =>
      t(over ? 'optimization.bulkHandOver.noRowsDone' : 'optimization.bulkHandOver.noRows')
    }
    renderRow={(row) => (
      <tr key={row.contractId}>
        <ContractCell row={row} tab="optimization" />
        <td className="num" data-label={t('optimization.bulkHandOver.documents')}>
          {row.documentCount ?? none}
        </td>
        <td className="num" data-label={t('optimization.bulkHandOver.holders')}>
          {row.holderCount ?? none}
        </td>
        <td data-label={t('optimization.bulk.result')}>
          <ColourLabel tone={tones[row.result]}>
            {t(`optimization.bulkHandOver.results.${row.result}`)}
          </ColourLabel>
        </td>
      </tr>
    )}
  />
);
