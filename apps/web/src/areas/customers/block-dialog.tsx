import { blockCustomer } from '@depotwerk/api/customers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AskDialog } from '../forms/ask-dialog.tsx';
import type { CustomerDetail } from './customer-queries.ts';

/** Blocks a customer with a reason, or lifts the block. */
export function BlockDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const { isBusy, failure: error, act } = useAction();
  const isBlocking = !customer.isBlocked;
  const submit = async () => {
    await act(async () => {
      const body = { isBlocked: isBlocking, reason: isBlocking ? reason.trim() : null };
      await callApi(blockCustomer, { params: { id: customer.id }, body });
      await client.invalidateQueries({ queryKey: ['customer'] });
      await client.invalidateQueries({ queryKey: ['customers'] });
      showToast(t(isBlocking ? 'customers.block.done' : 'customers.block.lifted'));
      onClose();
    });
  };
  return (
    <AskDialog
      size="small"
      title={t(isBlocking ? 'customers.block.title' : 'customers.block.liftTitle')}
      onClose={onClose}
      submit={t(isBlocking ? 'customers.block.submit' : 'customers.block.lift')}
      isDisabled={isBlocking && reason.trim() === ''}
      failure={error}
      isBusy={isBusy}
      onSubmit={() => void submit()}
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
    </AskDialog>
  );
}
