import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { blockCustomer } from '@depotwerk/api/customers/customers';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { TextArea } from '../../ui/text-field.tsx';
import { ActionDialog } from './privacy/action-dialog.tsx';

/** Blocks a customer with a reason, or lifts the block. */
export function BlockDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const isBlocking = !customer.isBlocked;
  return (
    <ActionDialog
      size="small"
      title={t(isBlocking ? 'customers.block.title' : 'customers.block.liftTitle')}
      submit={t(isBlocking ? 'customers.block.submit' : 'customers.block.lift')}
      done={t(isBlocking ? 'customers.block.done' : 'customers.block.lifted')}
      isDisabled={isBlocking && reason.trim() === ''}
      run={() => {
        const body = { isBlocked: isBlocking, reason: isBlocking ? reason.trim() : null };
        return callApi(blockCustomer, { params: { id: customer.id }, body });
      }}
      onClose={onClose}
    >
      <p>{t(isBlocking ? 'customers.block.hint' : 'customers.block.liftHint')}</p>
      {isBlocking ? (
        <TextArea
          label={t('customers.block.reason')}
          isRequired
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={setReason}
        />
      ) : null}
    </ActionDialog>
  );
}
