import { listCustomers } from '@depotwerk/api/customers';
import { callFile } from '../../platform/api-client.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import type { CustomerFilter } from './customer-queries.ts';

/** Columns that stand in a file under another name, or as two. */
const exportedAs: Readonly<Record<string, string>> = {
  lastName: 'lastName,firstName',
  group: 'group.groupName',
};

/** Saves the customer list with its filter, order and chosen columns. */
export function CustomersExport(props: {
  filter: CustomerFilter;
  sort: string | undefined;
  /** undefined = all a file can have. */
  columns: readonly { key: string }[] | undefined;
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
          ...(props.columns !== undefined && {
            columns: props.columns.map(({ key }) => exportedAs[key] ?? key).join(','),
          }),
          format,
        },
      },
      `${t('customers.exportName')}.${format}`,
    );
  return <ExportMenu load={load} isDisabled={props.isDisabled} />;
}
