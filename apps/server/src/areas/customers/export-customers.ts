import type { CallInput } from '@depotwerk/api/call';
import type { listCustomers } from '@depotwerk/api/customers';
import { customerFieldRows } from '@depotwerk/domain/customers/customer-fields';
import { joinTags } from '@depotwerk/domain/tags/tag-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportByIds } from '../../platform/export/export-list.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import type { CustomerSearch } from './customer-filter.ts';
import {
  type CustomerSort,
  type ExportedCustomer,
  listCustomerIds,
  listExportedCustomers,
} from './list-customers.view.ts';

/** Columns of the list in their order on screen, by their sort keys, and the fields that stand in files only. */
export const customerExportColumns: readonly ExportColumn<ExportedCustomer>[] = [
  { key: 'lastName', header: 'Nachname', kind: 'text', value: (row) => row.lastName },
  { key: 'firstName', header: 'Vorname', kind: 'text', value: (row) => row.firstName },
  { key: 'dateOfBirth', header: 'Geburtsdatum', kind: 'day', value: (row) => row.dateOfBirth },
  { key: 'group.groupName', header: 'Gruppe', kind: 'text', value: (row) => row.group.groupName },
  { key: 'contractCount', header: 'Verträge', kind: 'integer', value: (row) => row.contractCount },
  { key: 'totalValue', header: 'Gesamtwert', kind: 'money', value: (row) => row.totalValue },
  {
    key: 'tags',
    header: 'Schlagwörter',
    kind: 'text',
    value: (row) => joinTags(row.tags.map(({ tagName }) => tagName)),
  },
  {
    key: 'profileValidUntil',
    header: 'Profil gültig bis',
    kind: 'day',
    value: (row) => row.profileValidUntil,
  },
  ...fieldColumns<ExportedCustomer>(
    customerFieldRows.filter(({ isExported }) => isExported),
    ({ fields }) => fields,
  ),
];

/** The customer list as a file: same filter, sort and columns, the whole of it instead of a page. */
export async function exportCustomers(
  services: Services,
  context: SignedInContext,
  query: CallInput<typeof listCustomers>['query'],
  search: CustomerSearch | null,
  sort: CustomerSort,
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'customers.export');
  return exportByIds(services, context, {
    query,
    columns: customerExportColumns,
    name: 'Kunden',
    action: 'customers.export',
    objectType: 'customerList',
    readIds: (limit) => listCustomerIds(services, scope, query, search, sort, limit),
    fetch: (part) => listExportedCustomers(services, scope, part),
  });
}
