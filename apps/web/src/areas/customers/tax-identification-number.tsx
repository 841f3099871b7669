import { getTaxIdentificationNumber } from '@depotwerk/api/customers/customers';
import { formatTaxIdentificationNumber } from '@depotwerk/domain/customers/tax-identification-number';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';

/** Masked until somebody asks for it; every time it is asked for stands in the log. Nothing keeps it longer than the page. */
export function TaxIdentificationNumber({ id, masked }: { id: string; masked: string | null }) {
  const client = useQueryClient();
  const [whole, setWhole] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (masked === null) return t('common.none');
  const show = async () => {
    setBusy(true);
    try {
      const answer = await callApi(getTaxIdentificationNumber, { params: { id } });
      setWhole(answer.taxIdentificationNumber);
      void client.invalidateQueries({ queryKey: ['customer', id, 'history'] });
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  const isShown = whole !== null;
  return (
    <>
      <span aria-live="polite">{isShown ? formatTaxIdentificationNumber(whole) : masked}</span>{' '}
      <Button
        kind="quiet"
        size="small"
        isBusy={isBusy}
        aria-label={t(isShown ? 'customers.taxNumber.hideLong' : 'customers.taxNumber.showLong')}
        onClick={() => (isShown ? setWhole(null) : void show())}
      >
        {t(isShown ? 'customers.taxNumber.hide' : 'customers.taxNumber.show')}
      </Button>
    </>
  );
}
