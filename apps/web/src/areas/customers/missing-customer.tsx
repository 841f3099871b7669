import { getSurvivor } from '@depotwerk/api/customer-merges';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { t } from '../../texts/texts.ts';
import { EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import type { CustomerTab } from './customer-search.ts';

/** A customer who was merged into another one leads there, to the same tab. */
export function MissingCustomer({ customerId, tab }: { customerId: string; tab: CustomerTab }) {
  const survivor = useQuery({
    queryKey: ['customer', customerId, 'survivor'],
    queryFn: ({ signal }) => callApi(getSurvivor, { params: { id: customerId } }, { signal }),
    retry: false,
  });
  usePageTitle(survivor.isError ? t('customers.missingTitle') : undefined);
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
    <Card>
      <EmptyState
        icon={<IconUserOff size={36} aria-hidden="true" />}
        title={<h1>{t('customers.missingTitle')}</h1>}
        action={
          <Link to="/customers" className="ui-button ui-button--primary ui-button--medium">
            {t('customers.toList')}
          </Link>
        }
      >
        {t('customers.missing')}
      </EmptyState>
    </Card>
  );
}
