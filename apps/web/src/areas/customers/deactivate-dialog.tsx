import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { deactivateCustomer } from '@depotwerk/api/customers/customers';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { ActionDialog } from './privacy/action-dialog.tsx';

/** Says that a customer is no longer served, or is again. */
export function DeactivateDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const isInactive = !customer.isInactive;
  return (
    <ActionDialog
      size="small"
      title={t(isInactive ? 'customers.deactivate.title' : 'customers.deactivate.backTitle')}
      submit={t(isInactive ? 'customers.deactivate.submit' : 'customers.deactivate.back')}
      done={t(isInactive ? 'customers.deactivate.done' : 'customers.deactivate.backDone')}
      run={() => callApi(deactivateCustomer, { params: { id: customer.id }, body: { isInactive } })}
      onClose={onClose}
    >
      <p>{t(isInactive ? 'customers.deactivate.hint' : 'customers.deactivate.backHint')}</p>
    </ActionDialog>
  );
}
