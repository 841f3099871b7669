import { listCustomers } from '@depotwerk/api/customers';
import { callFile } from '../../platform/api-client.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import type { CustomerFilter } from './customer-queries.ts';

/** Saves the customer list with its filter and order. */
export function CustomersExport(props: {
  filter: CustomerFilter;
  sort: string | undefined;
  isDisabled: boolean;
}) {
  const user = useSession((state) => state.user);
  if (!hasPermission(user, 'customers.export')) return null;
  const load = (format: 'csv' | 'xlsx') =>
    callFile(
      listCustomers,
      {
        query: {
          ...props.filter,
          noGroupOnly: false,
          ...(props.sort !== undefined && { sort: props.sort }),
          format,
        },
      },
      `${t('customers.exportName')}.${format}`,
    );
  return <ExportMenu load={load} isDisabled={props.isDisabled} />;
}
