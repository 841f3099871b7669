import { auditDetailsText } from '@depotwerk/domain/audit-detail-texts';
import { auditObjectText } from '@depotwerk/domain/audit-details';
import { auditActionText, auditActorText, auditResultTexts } from '@depotwerk/domain/audit-texts';
import { locale } from '@depotwerk/domain/locale';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type AuditFilter, type AuditItem, readAuditEntries } from './list-audit-entries.view.ts';

const columns: readonly ExportColumn<AuditItem>[] = [
  { key: 'id', header: 'Nummer', kind: 'integer' },
  { key: 'occurredAt', header: 'Zeitpunkt (UTC)', kind: 'text' },
  {
    key: 'actorName',
    header: 'Benutzer',
    kind: 'text',
    value: (row) => auditActorText(row.actorKind, row.actorName),
  },
  { key: 'action', header: 'Vorgang', kind: 'text', value: (row) => auditActionText(row.action) },
  { key: 'actionCode', header: 'Kennung', kind: 'text', value: (row) => row.action },
  {
    key: 'objectType',
    header: 'Objektart',
    kind: 'text',
    value: (row) => (row.objectType === null ? null : auditObjectText(row.objectType)),
  },
  { key: 'objectName', header: 'Name', kind: 'text' },
  { key: 'objectId', header: 'Objekt', kind: 'text' },
  { key: 'groupName', header: 'Gruppe', kind: 'text' },
  { key: 'result', header: 'Ergebnis', kind: 'text', value: (row) => auditResultTexts[row.result] },
  {
    key: 'details',
    header: 'Angaben',
    kind: 'text',
    value: (row) => auditDetailsText(row.objectType, row.details),
  },
  {
    key: 'detailCodes',
    header: 'Angaben, vollständig',
    kind: 'text',
    value: (row) => JSON.stringify(row.details),
  },
  { key: 'entryHash', header: 'Prüfsumme', kind: 'text' },
];

/** The log as a file for an auditor: the same filter as on screen; the export itself becomes an entry. */
export async function exportAuditEntries(
  services: Services,
  context: SignedInContext,
  filter: AuditFilter,
  format: 'csv' | 'xlsx',
): Promise<Reply<never>> {
  const { scope, zone } = context;
  requirePermission(scope, 'audit.export');
  const timeZone = zone.name ?? locale.timeZone;
  return exportList(services, context, {
    query: { format },
    columns,
    name: 'Protokoll',
    action: 'audit.export',
    objectType: 'auditLog',
    read: async (limit) => {
      const everything = { limit: limit + 1, offset: 0 };
      const { items } = await readAuditEntries(services, scope, filter, timeZone, everything);
      return { rows: items, total: items.length };
    },
  });
}
