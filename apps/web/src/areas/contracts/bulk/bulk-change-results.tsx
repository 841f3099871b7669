import { listChangeJobRows, takeBackContractChange } from '@depotwerk/api/contracts/contract-bulk';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { ChangedLine } from '../../jobs/public/change-of-many.tsx';
import { changeResultsDialog } from '../../jobs/public/change-results.tsx';

/** `?dialog=bulkChange&jobId=…` */
export const BulkChangeResults = changeResultsDialog({
  of: 'contracts',
  dialog: 'bulkChange',
  takeBackType: 'takeBackContracts',
  columnTitle: () => t('optimization.bulk.contract'),
  read: (id, query, signal) => callApi(listChangeJobRows, { params: { id }, query }, { signal }),
  takeBack: (id, idempotencyKey) => callApi(takeBackContractChange, { params: { id } }, { idempotencyKey }),
  renderRow: (row, result) => (
    <ChangedLine key={row.contractId} row={row} result={result}>
      <Link to="/contracts/$contractId/$tab" params={{ contractId: row.contractId, tab: 'overview' }}>
        {row.externalKey}
      </Link>{' '}
      <span className="hint">{row.customerName}</span>
    </ChangedLine>
  ),
});
