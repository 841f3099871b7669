import { eraseCustomer } from '@depotwerk/api/customers/customer-privacy';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { personName } from '@depotwerk/domain/customers/person-name';
import {
  type ErasureBasis,
  erasureBases,
  erasureBasisTexts,
} from '@depotwerk/domain/customers/privacy-texts';
import { formatDate } from '@depotwerk/domain/date-text';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { said, t } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { KeptList } from './kept-list.tsx';
import type { CustomerPrivacyData } from './privacy-queries.ts';

/** Says what would be erased now and what later, and wants it confirmed. */
export function EraseDialog({
  customer,
  outlook,
  onClose,
}: {
  customer: CustomerDetail;
  outlook: CustomerPrivacyData['outlook'];
  onClose: () => void;
}) {
  const [basis, setBasis] = useState<ErasureBasis>('noLongerNeeded');
  const [isSure, setSure] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const isWhole = outlook.state === 'free';
  const leave = async () => {
    await navigate({ to: '/customers', replace: true });
    client.removeQueries({ queryKey: ['customer', customer.id] });
  };
  return (
    <ActionDialog
      title={t('customers.privacy.erase')}
      submit={t(isWhole ? 'customers.privacy.eraseNow' : 'customers.privacy.eraseLater')}
      kind="danger"
      done={t(isWhole ? 'customers.privacy.erasedDone' : 'customers.privacy.requestedDone')}
      isDisabled={!isSure}
      run={() => callApi(eraseCustomer, { params: { id: customer.id }, body: { basis } })}
      onClose={onClose}
      {...(isWhole ? { onDone: () => void leave() } : {})}
    >
      <p>
        {t(isWhole ? 'customers.privacy.eraseAll' : 'customers.privacy.eraseUnneeded', {
          name: personName(customer),
        })}
      </p>
      {isWhole ? null : (
        <>
          <p>{t('customers.privacy.eraseRest', { date: formatDate(outlook.until ?? '') })}</p>
          <KeptList kept={outlook.kept} />
        </>
      )}
      <SelectField
        label={t('customers.privacy.basis')}
        value={basis}
        options={erasureBases.map((value) => ({ value, label: said(erasureBasisTexts[value]) }))}
        onChange={(value) => setBasis(value || basis)}
      />
      <Checkbox label={t('customers.privacy.sure')} isChecked={isSure} onChange={setSure} />
    </ActionDialog>
  );
}
