import { exportChosenCustomers } from '@depotwerk/api/customer-bulk';
import { listCustomers } from '@depotwerk/api/customers';
import { callFile } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import type { CustomerFilter } from './customer-pages.ts';

/** Columns that stand in a file under another name, or as two. */
const exportedAs: Readonly<Record<string, string>> = {
  lastName: 'lastName,firstName',
  group: 'group.groupName',
};

/** Saves the customer list with its filter, order and chosen columns, or what was chosen of it. */
export function CustomersExport(props: {
  filter: CustomerFilter;
  sort: string | undefined;
  /** undefined = all a file can have. */
  columns: readonly { key: string }[] | undefined;
  isDisabled: boolean;
  /** Customers chosen one by one, in the place of all the filter finds. */
  chosenIds?: ReadonlySet<string> | undefined;
}) {
  const user = useSession((state) => state.user);
  if (!mayChange(user, 'customers.export')) return null;
  const load = (format: 'csv' | 'xlsx') => {
    const name = `${t('customers.exportName')}.${format}`;
    const columns = props.columns && {
      columns: props.columns.map(({ key }) => exportedAs[key] ?? key).join(','),
    };
    if (props.chosenIds !== undefined) {
      const body = { customerIds: [...props.chosenIds], ...columns, format };
      return callFile(exportChosenCustomers, { body }, name);
    }
    const sort = props.sort === undefined ? {} : { sort: props.sort };
    return callFile(
      listCustomers,
      { query: { ...props.filter, noGroupOnly: false, ...sort, ...columns, format } },
      name,
    );
  };
  return <ExportMenu load={load} isDisabled={props.isDisabled} />;
}
