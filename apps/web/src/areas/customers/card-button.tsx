import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { getCustomerCard } from '@depotwerk/api/customers/customers';
import { useState } from 'react';
import { callFile } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useMayChange } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';

/** Saves how a customer is reached for an address book. */
export function CardButton({ customer }: { customer: CustomerDetail }) {
  const mayAct = useMayChange();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await callFile(getCustomerCard, { params: { id: customer.id } }, `${customer.lastName}.vcf`));
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  if (!mayAct) return null;
  return (
    <Button kind="quiet" size="small" isBusy={isBusy} onClick={() => void save()}>
      {t('customers.saveCard')}
    </Button>
  );
}
