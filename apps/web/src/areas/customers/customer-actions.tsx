import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { IconBan, IconPencil, IconPlus, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayChange } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { waitsForErasure } from './customer-pages.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';

/** What can be done with a customer by those who hold the right in his group. */
export function CustomerActions({
  customer,
  onOpen,
}: {
  customer: CustomerDetail;
  onOpen: (form: 'edit' | 'contract') => void;
}) {
  const mayAct = useMayChange();
  const mayAddContract = useMayChange('contracts.create');
  const [asked, setAsked] = useState<'block' | 'deactivate' | null>(null);
  // Until the request to erase is taken back nothing can be done with the customer, not even the block lifted.
  if (!mayAct || !customer.mayEdit || waitsForErasure(customer)) return null;
  return (
    <>
      <Button icon={<IconBan size={18} aria-hidden="true" />} onClick={() => setAsked('block')}>
        {t(customer.isBlocked ? 'customers.block.lift' : 'customers.block.submit')}
      </Button>
      <Button
        icon={<IconUserOff size={18} aria-hidden="true" />}
        disabled={customer.isBlocked}
        onClick={() => setAsked('deactivate')}
      >
        {t(customer.isInactive ? 'customers.deactivate.back' : 'customers.deactivate.submit')}
      </Button>
      {mayAddContract ? (
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          disabled={customer.isBlocked || customer.isInactive}
          onClick={() => onOpen('contract')}
        >
          {t('contracts.form.create')}
        </Button>
      ) : null}
      <Button
        kind="primary"
        icon={<IconPencil size={18} aria-hidden="true" />}
        disabled={customer.isBlocked}
        onClick={() => onOpen('edit')}
      >
        {t('common.edit')}
      </Button>
      {asked === 'block' ? <BlockDialog customer={customer} onClose={() => setAsked(null)} /> : null}
      {asked === 'deactivate' ? (
        <DeactivateDialog customer={customer} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}
