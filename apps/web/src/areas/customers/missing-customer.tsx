import { getSurvivor } from '@depotwerk/api/customers/customer-merges';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Skeleton } from '../../ui/feedback.tsx';
import { MissingPage } from '../../ui/missing-page.tsx';
import type { CustomerTab } from './customer-search.ts';

/** A customer who was merged into another one leads there, to the same tab. */
export function MissingCustomer({ customerId, tab }: { customerId: string; tab: CustomerTab }) {
  const survivor = useQuery({
    queryKey: ['customer', customerId, 'survivor'],
    queryFn: ({ signal }) => callApi(getSurvivor, { params: { id: customerId } }, { signal }),
    retry: false,
  });
  if (survivor.isPending) return <Skeleton height={240} />;
  if (survivor.data) {
    return (
      <Navigate
        to="/customers/$customerId"
        params={{ customerId: survivor.data.id }}
        search={{ tab }}
        replace
      />
    );
  }
  return (
    <MissingPage
      title={t('customers.missingTitle')}
      icon={IconUserOff}
      list="/customers"
      toList={t('customers.toList')}
    >
      {t('customers.missing')}
    </MissingPage>
  );
}
