import { exportChosenCustomers } from '@depotwerk/api/customers/customer-bulk';
import { listCustomers } from '@depotwerk/api/customers/customers';
import { callFile } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { ExportMenu, type LoadFile } from '../../ui/export-menu.tsx';
import type { RowChoice } from '../contracts/public/contract-selection.ts';
import type { CustomerFilter } from './customer-pages.ts';

/** Columns that stand in a file under another name, or as two. */
const exportedAs: Readonly<Record<string, string>> = {
  lastName: 'lastName,firstName',
  group: 'group.groupName',
};

interface CustomersFile {
  filter: CustomerFilter;
  sort: string | undefined;
  /** undefined = all a file can have. */
  columns: readonly { key: string }[] | undefined;
}

/** Saves the customer list with its filter, order and chosen columns. */
export function CustomersExport({ isDisabled, ...file }: CustomersFile & { isDisabled: boolean }) {
  const load = useCustomersFile(file);
  return load && <ExportMenu load={load} isDisabled={isDisabled} />;
}

/** The same as a call, or of what was chosen of the list; null for those who may not. */
export function useCustomersFile(file: CustomersFile, choice: RowChoice | null = null): LoadFile | null {
  const user = useSession((state) => state.user);
  if (!mayChange(user, 'customers.export')) return null;
  return (format) => {
    const name = `${t('customers.exportName')}.${format}`;
    const columns = file.columns && {
      columns: file.columns.map(({ key }) => exportedAs[key] ?? key).join(','),
    };
    if (choice?.kind === 'ids') {
      const body = { customerIds: [...choice.ids], ...columns, format };
      return callFile(exportChosenCustomers, { body }, name);
    }
    const sort = file.sort === undefined ? {} : { sort: file.sort };
    return callFile(
      listCustomers,
      { query: { ...file.filter, noGroupOnly: false, ...sort, ...columns, format } },
      name,
    );
  };
}
