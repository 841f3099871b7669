import { listCustomerChangeRows, takeBackCustomerChange } from '@depotwerk/api/customers/customer-bulk';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { ChangedLine } from '../../jobs/public/change-of-many.tsx';
import { changeResultsDialog } from '../../jobs/public/change-results.tsx';

/** `?dialog=bulkCustomers&jobId=…` */
export const CustomerChangeResults = changeResultsDialog({
  of: 'customers',
  dialog: 'bulkCustomers',
  takeBackType: 'takeBackCustomers',
  columnTitle: () => t('customers.bulkJob.customer'),
  read: (id, query, signal) => callApi(listCustomerChangeRows, { params: { id }, query }, { signal }),
  takeBack: (id, idempotencyKey) => callApi(takeBackCustomerChange, { params: { id } }, { idempotencyKey }),
  renderRow: (row, result) => (
    <ChangedLine key={row.customerId} row={row} result={result}>
      <Link to="/customers/$customerId" params={{ customerId: row.customerId }} search={{}}>
        {row.customerName}
      </Link>
    </ChangedLine>
  ),
});
