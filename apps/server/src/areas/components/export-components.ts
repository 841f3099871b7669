import type { CallInput } from '@depotwerk/api/call';
import type { ComponentItem, listComponents } from '@depotwerk/api/components/tariff-components';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportByIds } from '../../platform/export/export-list.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type ComponentSort, listComponentIds, listComponentsWithIds } from './list-components.view.ts';

const names: Readonly<Record<ComponentKind, string>> = {
  risk: 'Risikobausteine',
  selection: 'Auswahlbausteine',
  allocation: 'Allokationsbausteine',
  universe: 'Universumsbausteine',
};

/** Columns of the list in their order on screen. */
const columns: readonly ExportColumn<ComponentItem>[] = [
  { key: 'name', header: 'Name', kind: 'text' },
  { key: 'key', header: 'Schlüssel', kind: 'text' },
  { key: 'summary', header: 'Inhalt', kind: 'text' },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
  { key: 'versionNumber', header: 'Version', kind: 'integer' },
  { key: 'usedByCount', header: 'Verwendungen', kind: 'integer' },
  { key: 'updatedAt', header: 'Geändert', kind: 'instant' },
];

/** A list of components as a file: same filter, sort and columns, the whole of it instead of a page. */
export async function exportComponents(
  services: Services,
  context: SignedInContext,
  kind: ComponentKind,
  query: CallInput<typeof listComponents>['query'],
  sort: ComponentSort,
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'tariffComponents.view');
  return exportByIds(services, context, {
    query,
    columns,
    name: names[kind],
    action: 'tariffComponents.export',
    objectType: 'componentList',
    details: { kind },
    readIds: (limit) => listComponentIds(services.database, scope, kind, query, sort, limit),
    fetch: (part) => listComponentsWithIds(services.database, scope, kind, part),
  });
}
