import { blockCustomer } from '@depotwerk/api/customers';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { CustomerDetail } from './customer-queries.ts';

/** Blocks a customer with a reason, or lifts the block. */
export function BlockDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const isBlocking = !customer.isBlocked;
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const body = { isBlocked: isBlocking, reason: isBlocking ? reason.trim() : null };
      await callApi(
        blockCustomer,
        { params: { id: customer.id }, body },
        { idempotencyKey: `${key.current}-${reason.trim().length}` },
      );
      await client.invalidateQueries({ queryKey: ['customer'] });
      await client.invalidateQueries({ queryKey: ['customers'] });
      showToast(t(isBlocking ? 'customers.block.done' : 'customers.block.lifted'));
      onClose();
    } catch (failure) {
      setError(failure);
      key.current = crypto.randomUUID();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      size="small"
      title={t(isBlocking ? 'customers.block.title' : 'customers.block.liftTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={isBlocking && reason.trim() === ''}
            onClick={() => void submit()}
          >
            {t(isBlocking ? 'customers.block.submit' : 'customers.block.lift')}
          </Button>
        </>
      }
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
      {error === null ? null : (
        <Banner tone="bad" role="alert">
          {errorMessageOf(error)}
        </Banner>
      )}
    </Dialog>
  );
}
