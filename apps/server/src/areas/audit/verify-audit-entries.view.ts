import type { verifyAuditEntries } from '@depotwerk/api/audit/audit';
import type { CallAnswer } from '@depotwerk/api/call';
import type { AuditBreak } from '../../platform/audit/find-audit-breaks.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { verifyAuditType } from './verify-audit-job.ts';

/** Where an altered chain is broken is shown for the first breaks; one is enough to know. */
const shownBreaks = 200;

interface SummaryRow {
  entryCount: number;
  firstEntryAt: string | null;
  lastEntryHash: string | null;
  checkedAt: string | null;
  brokenDays: number;
  isUnderWay: boolean;
}

/** What the last check of the caller's log found, day by day; nothing is computed here. */
export async function readAuditProof(
  services: ReadServices,
  scope: Scope,
): Promise<CallAnswer<typeof verifyAuditEntries>> {
  const [[summary], breaks] = await services.database.readMany<[SummaryRow, AuditBreak]>(scope, [
    {
      sql: `select coalesce(sum(entry_count), 0)::int as "entryCount", min(first_entry_at) as "firstEntryAt",
          (array_agg(encode(last_hash, 'hex') order by chain_day desc) filter (where last_hash is not null))[1] as "lastEntryHash",
          max(checked_at) as "checkedAt", (count(*) filter (where breaks <> '[]'))::int as "brokenDays",
          exists (select from jobs j where j.tenant_id = app_tenant_id() and j.job_type = $1
            and j.state not in ('done', 'dead')) as "isUnderWay"
        from audit_proofs where tenant_id = app_tenant_id()`,
      parameters: [verifyAuditType],
    },
    {
      sql: `select p.chain_day as "chainDay", (b->>'entryId')::bigint as "entryId", b->>'breakKind' as "breakKind"
        from audit_proofs p, jsonb_array_elements(p.breaks) b where p.tenant_id = app_tenant_id()
        order by 1, 2, 3 limit ${shownBreaks}`,
      parameters: [],
    },
  ]);
  const { brokenDays = 0, ...proof } = summary ?? {
    entryCount: 0,
    firstEntryAt: null,
    lastEntryHash: null,
    checkedAt: null,
    isUnderWay: false,
  };
  return { ...proof, isIntact: proof.checkedAt === null ? null : brokenDays === 0, breaks };
}
