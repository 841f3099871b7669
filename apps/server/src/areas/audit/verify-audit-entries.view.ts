import type { verifyAuditEntries } from '@depotwerk/api/audit';
import type { CallAnswer } from '@depotwerk/api/call';
import { findAuditBreaks } from '../../platform/audit/find-audit-breaks.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';

interface SummaryRow {
  entry_count: number;
  first_entry_at: string | null;
  last_entry_hash: string | null;
}

/** Where an altered chain is broken is shown for the first breaks; one is enough to know. */
const shownBreaks = 200;

/** Checks the caller's tenant: recomputed in the database from what the entries say (S25). */
export async function verifyAudit(
  services: Services,
  scope: Scope,
): Promise<CallAnswer<typeof verifyAuditEntries>> {
  const breaks = await findAuditBreaks(services.database, scope.tenantId);
  const [summary] = await services.database.read<SummaryRow>(scope, {
    sql: `select count(*)::int as entry_count, min(occurred_at) as first_entry_at,
        (select encode(l.entry_hash, 'hex') from audit_entries l where l.tenant_id = app_tenant_id()
          order by l.id desc limit 1) as last_entry_hash
      from audit_entries where tenant_id = app_tenant_id()`,
    parameters: [],
  });
  return {
    isIntact: breaks.length === 0,
    entryCount: summary?.entry_count ?? 0,
    firstEntryAt: summary?.first_entry_at ?? null,
    lastEntryHash: summary?.last_entry_hash ?? null,
    checkedAt: new Date(services.clock()).toISOString(),
    breaks: breaks.slice(0, shownBreaks),
  };
}
