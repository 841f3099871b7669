import { auditActionText } from '@depotwerk/domain/audit-texts';
import { locale } from '@depotwerk/domain/locale';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportRowLimit } from '../../platform/export/export-column.ts';
import { exportRows, refuseTooManyRows } from '../../platform/export/export-rows.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type AuditFilter, type AuditItem, readAuditEntries } from './list-audit-entries.view.ts';

const columns: readonly ExportColumn<AuditItem>[] = [
  { key: 'id', header: 'Nummer', kind: 'integer', value: (row) => row.id },
  { key: 'occurredAt', header: 'Zeitpunkt (UTC)', kind: 'text', value: (row) => row.occurredAt },
  { key: 'actorName', header: 'Benutzer', kind: 'text', value: (row) => row.actorName ?? row.actorKind },
  { key: 'action', header: 'Vorgang', kind: 'text', value: (row) => auditActionText(row.action) },
  { key: 'actionCode', header: 'Kennung', kind: 'text', value: (row) => row.action },
  { key: 'objectType', header: 'Objektart', kind: 'text', value: (row) => row.objectType },
  { key: 'objectId', header: 'Objekt', kind: 'text', value: (row) => row.objectId },
  { key: 'groupName', header: 'Gruppe', kind: 'text', value: (row) => row.groupName },
  { key: 'result', header: 'Ergebnis', kind: 'text', value: (row) => row.result },
  { key: 'details', header: 'Angaben', kind: 'text', value: (row) => JSON.stringify(row.details) },
  { key: 'entryHash', header: 'Prüfsumme', kind: 'text', value: (row) => row.entryHash },
];

/** The log as a file for an auditor: the same filter as on screen; the export itself becomes an entry. */
export async function exportAuditEntries(
  services: Services,
  context: SignedInContext,
  filter: AuditFilter,
  format: 'csv' | 'xlsx',
): Promise<Reply<never>> {
  const { scope, actor, zone } = context;
  requirePermission(scope, 'audit.export');
  const timeZone = zone.name ?? locale.timeZone;
  const everything = { limit: exportRowLimit + 1, offset: 0 };
  const { items } = await readAuditEntries(services, scope, filter, timeZone, everything);
  refuseTooManyRows(items.length);
  await services.database.transaction(scope, (transaction) =>
    writeAudit(transaction, {
      actor,
      action: 'audit.export',
      objectType: 'auditLog',
      details: { format, rowCount: items.length },
    }),
  );
  const byId = new Map(items.map((item) => [String(item.id), item]));
  return exportRows({
    format,
    columns,
    ids: [...byId.keys()],
    fetch: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
    name: 'Protokoll',
    zone,
    now: new Date(services.clock()),
  });
}
