import type { TariffItem } from '@depotwerk/api/tariffs/tariffs';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportByIds } from '../../platform/export/export-list.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import {
  listTariffIds,
  listTariffsWithIds,
  type TariffFilter,
  type TariffSort,
} from './list-tariffs.view.ts';

/** Columns of the list in their order on screen; keys are the sort keys where it can be sorted. */
const tariffExportColumns: readonly ExportColumn<TariffItem>[] = [
  { key: 'name', header: 'Name', kind: 'text' },
  { key: 'key', header: 'Schlüssel', kind: 'text' },
  { key: 'tariffTypeName', header: 'Tarifart', kind: 'text' },
  { key: 'issuerName', header: 'Emittent', kind: 'text', value: (row) => row.issuer?.name ?? null },
  { key: 'insurerName', header: 'Versicherer', kind: 'text', value: (row) => row.insurer?.name ?? null },
  { key: 'publishedVersionNumber', header: 'Gültige Version', kind: 'integer' },
  { key: 'publishedFrom', header: 'Gültig ab', kind: 'day' },
  {
    key: 'openVersion',
    header: 'Version in Arbeit',
    kind: 'integer',
    value: (row) => row.openVersion?.versionNumber ?? null,
  },
  { key: 'contractCount', header: 'Verträge', kind: 'integer' },
  { key: 'isDefault', header: 'Standardtarif', kind: 'boolean' },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
  { key: 'updatedAt', header: 'Zuletzt geändert', kind: 'instant' },
];

/** The list of tariffs as a file: same filter, sort and columns, the whole of it instead of a page. */
export async function exportTariffs(
  services: Services,
  context: SignedInContext,
  query: TariffFilter,
  sort: TariffSort,
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.view');
  return exportByIds(services, context, {
    query,
    columns: tariffExportColumns,
    name: 'Tarife',
    action: 'tariffs.export',
    objectType: 'tariffList',
    readIds: (limit) => listTariffIds(services, scope, query, sort, limit),
    fetch: (part) => listTariffsWithIds(services, scope, part),
  });
}
