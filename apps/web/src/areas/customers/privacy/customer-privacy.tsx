import { exportCustomerData } from '@depotwerk/api/customers/customer-privacy';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callFile } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useMayChange } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { ErasureCard } from './erasure-card.tsx';
import { HoldCard } from './hold-card.tsx';
import { customerPrivacyQuery } from './privacy-queries.ts';

/** Tab "Datenschutz": what a customer can ask for, and what stands in the way of it. */
export function CustomerPrivacy({ customer }: { customer: CustomerDetail }) {
  const privacy = useQuery(customerPrivacyQuery(customer.id));
  if (privacy.isError && !privacy.data) {
    return <QueryError title={t('customers.privacy.loadFailed')} query={privacy} />;
  }
  if (!privacy.data) return <Skeleton height={240} />;
  return (
    <div className="stack">
      <ExportCard customer={customer} mayExport={privacy.data.mayExport} />
      <ConsentsCard customerId={customer.id} privacy={privacy.data} />
      <HoldCard customer={customer} privacy={privacy.data} />
      <ErasureCard customer={customer} privacy={privacy.data} />
    </div>
  );
}

function ExportCard({ customer, mayExport }: { customer: CustomerDetail; mayExport: boolean }) {
  const mayAct = useMayChange();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(
        await callFile(
          exportCustomerData,
          { params: { id: customer.id } },
          `${t('customers.privacy.exportName')}.zip`,
        ),
      );
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card
      title={t('customers.privacy.export')}
      actions={
        mayAct && mayExport ? (
          <Button
            size="small"
            isBusy={isBusy}
            icon={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => void save()}
          >
            {t('customers.privacy.exportSubmit')}
          </Button>
        ) : null
      }
    >
      <p>{t(mayExport ? 'customers.privacy.exportHint' : 'customers.privacy.exportForbidden')}</p>
    </Card>
  );
}
