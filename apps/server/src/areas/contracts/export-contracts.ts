import type { CallInput } from '@depotwerk/api/call';
import type { exportChosenContracts } from '@depotwerk/api/contracts/contract-bulk';
import type { listContracts } from '@depotwerk/api/contracts/contracts';
import { listName } from '@depotwerk/domain/customers/person-name';
import { joinTags } from '@depotwerk/domain/tags/tag-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportByIds } from '../../platform/export/export-list.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import type { FileVerb } from '../../platform/http/verb.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import type { ContractFilter } from './contract-filter.ts';
import type { ContractListItem } from './contract-item.ts';
import type { ContractSort } from './contract-sort.ts';
import { listContractIds, listContractsWithIds, listVisibleIds } from './list-contracts.view.ts';

const bandTexts = { below: 'unter dem Band', in: 'im Band', above: 'über dem Band', unknown: 'unbekannt' };

/** Nothing stands in a file for the worth of a contract that was never valued. */
const known = ({ isValueUnknown }: ContractListItem, value: number): number | null =>
  isValueUnknown ? null : value;

/** Columns of the list in their order on screen; keys are the sort keys where both exist. */
export const contractExportColumns: readonly ExportColumn<ContractListItem>[] = [
  {
    key: 'contractScore',
    header: 'Bewertung',
    kind: 'integer',
    value: (row) => row.contractScore?.value ?? null,
  },
  { key: 'customer.lastName', header: 'Kunde', kind: 'text', value: (row) => listName(row.customer) },
  { key: 'tariff.name', header: 'Tarif', kind: 'text', value: (row) => row.tariff.name },
  {
    key: 'insurer.insurerName',
    header: 'Versicherer',
    kind: 'text',
    value: (row) => row.insurer?.insurerName ?? null,
  },
  { key: 'externalKey', header: 'Vertragsnummer', kind: 'text' },
  { key: 'externalConsumerKey', header: 'Kundennummer', kind: 'text' },
  { key: 'groupName', header: 'Gruppe', kind: 'text' },
  { key: 'totalValue', header: 'Vertragswert', kind: 'money', value: (row) => known(row, row.totalValue) },
  { key: 'cashValue', header: 'Fondsguthaben', kind: 'money', value: (row) => known(row, row.cashValue) },
  { key: 'risk', header: 'Risiko in\u00a0%', kind: 'number', value: (row) => row.risk.riskValue },
  { key: 'riskBand', header: 'Risikoband', kind: 'text', value: (row) => bandTexts[row.risk.status] },
  { key: 'riskClassId', header: 'Risikoklasse', kind: 'integer', value: (row) => row.risk.riskClassId },
  { key: 'hints', header: 'Hinweise', kind: 'integer', value: (row) => row.hints.count },
  { key: 'hasPendingChanges', header: 'Offene Änderungen', kind: 'boolean' },
  { key: 'useETF', header: 'ETF', kind: 'boolean' },
  { key: 'isLinked', header: 'Verknüpft', kind: 'boolean' },
  { key: 'lastCheck', header: 'Letzte Prüfung', kind: 'instant' },
  { key: 'lastCheckedBy', header: 'Geprüft von', kind: 'text' },
  { key: 'lastConsultation', header: 'Letzte Beratung', kind: 'day' },
  {
    key: 'tags',
    header: 'Schlagwörter',
    kind: 'text',
    value: (row) => joinTags(row.tags.map(({ tagName }) => tagName)),
  },
  { key: 'startDate', header: 'Beginn', kind: 'day' },
  { key: 'endDate', header: 'Ende', kind: 'day' },
];

/** The contract list as a file: same filter, sort and columns, the whole of it instead of a page. */
export async function exportContracts(
  services: Services,
  context: SignedInContext,
  query: CallInput<typeof listContracts>['query'],
  filter: ContractFilter,
  sort: ContractSort,
): Promise<Reply<never>> {
  const { scope } = context;
  return exportByIds(services, context, {
    ...exportOf(services, scope),
    query,
    readIds: (limit) => listContractIds(services, scope, filter, sort, limit),
  });
}

/** Contracts chosen one by one as a file, in the order in which they are named. @throws 403 */
export const exportChosen: FileVerb<typeof exportChosenContracts> = async (services, context, { body }) => {
  const { scope } = context;
  return exportByIds(services, context, {
    ...exportOf(services, scope),
    query: body,
    readIds: () => listVisibleIds(services, scope, body.contractIds),
  });
};

/** What every file of contracts is made with. @throws 403 */
function exportOf(services: Services, scope: Scope) {
  requirePermission(scope, 'contracts.export');
  return {
    columns: contractExportColumns,
    name: 'Verträge',
    action: 'contracts.export',
    objectType: 'contractList',
    fetch: (part: readonly string[]) => listContractsWithIds(services, scope, part),
  };
}
