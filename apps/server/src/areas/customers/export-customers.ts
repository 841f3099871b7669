import type { CallInput } from '@depotwerk/api/call';
import type { exportChosenCustomers } from '@depotwerk/api/customers/customer-bulk';
import type { listCustomers } from '@depotwerk/api/customers/customers';
import { isSumKnown } from '@depotwerk/domain/contracts/known-costs';
import { customerFieldRows } from '@depotwerk/domain/customers/customer-fields';
import { joinTags } from '@depotwerk/domain/tags/tag-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportByIds } from '../../platform/export/export-list.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import type { FileVerb } from '../../platform/http/verb.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import type { CustomerSearch } from './customer-filter.ts';
import {
  type CustomerSort,
  type ExportedCustomer,
  listCustomerIds,
  listExportedCustomers,
  listVisibleCustomerIds,
} from './list-customers.view.ts';

/** Columns of the list in their order on screen, by their sort keys, and the fields that stand in files only. */
export const customerExportColumns: readonly ExportColumn<ExportedCustomer>[] = [
  { key: 'lastName', header: 'Nachname', kind: 'text' },
  { key: 'firstName', header: 'Vorname', kind: 'text' },
  { key: 'dateOfBirth', header: 'Geburtsdatum', kind: 'day' },
  { key: 'group.groupName', header: 'Gruppe', kind: 'text', value: (row) => row.group.groupName },
  { key: 'contractCount', header: 'Verträge', kind: 'integer' },
  // A sum of some contracts only is told by the number of the others.
  { key: 'totalValue', header: 'Gesamtwert', kind: 'money', value: knownSum, needs: 'unvaluedCount' },
  { key: 'unvaluedCount', header: 'Verträge ohne bekannten Wert', kind: 'integer' },
  {
    key: 'tags',
    header: 'Schlagwörter',
    kind: 'text',
    value: (row) => joinTags(row.tags.map(({ tagName }) => tagName)),
  },
  { key: 'profileValidUntil', header: 'Profil gültig bis', kind: 'day' },
  ...fieldColumns<ExportedCustomer>(
    customerFieldRows.filter(({ isExported }) => isExported),
    ({ fields }) => fields,
  ),
];

/** Of contracts nobody ever valued the sum knows nothing. */
function knownSum({ totalValue, unvaluedCount = 0 }: ExportedCustomer): number | null {
  return isSumKnown(totalValue, unvaluedCount === 0) ? totalValue : null;
}

/** The customer list as a file: same filter, sort and columns, the whole of it instead of a page. */
export async function exportCustomers(
  services: Services,
  context: SignedInContext,
  query: CallInput<typeof listCustomers>['query'],
  search: CustomerSearch | null,
  sort: CustomerSort,
): Promise<Reply<never>> {
  const { scope } = context;
  return exportByIds(services, context, {
    ...exportOf(services, scope),
    query,
    readIds: (limit) => listCustomerIds(services, scope, query, search, sort, limit),
  });
}

/** Customers chosen one by one as a file, in the order in which they are named. @throws 403 */
export const exportChosen: FileVerb<typeof exportChosenCustomers> = async (services, context, { body }) => {
  const { scope } = context;
  return exportByIds(services, context, {
    ...exportOf(services, scope),
    query: body,
    readIds: () => listVisibleCustomerIds(services, scope, body.customerIds),
  });
};

/** What every file of customers is made with. @throws 403 */
function exportOf(services: Services, scope: Scope) {
  requirePermission(scope, 'customers.export');
  return {
    columns: customerExportColumns,
    name: 'Kunden',
    action: 'customers.export',
    objectType: 'customerList',
    fetch: (part: readonly string[]) => listExportedCustomers(services, scope, part),
  };
}
