import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Where a tenant's audit chain does not hold; an empty list is the proof that nothing was altered. */
export interface AuditBreak {
  readonly chainDay: string;
  readonly entryId: number | null;
  /** `changed`: the entry itself; `detached`: one before it is missing or moved; `cutOff`: the end is missing. */
  readonly breakKind: 'changed' | 'detached' | 'cutOff';
}

/** Milliseconds; a report's time, not a request's: the chain is as long as the history. */
const statementTimeout = 28_000;

/** Recomputes the whole chain of one tenant in the database. */
export async function findAuditBreaks(database: Database, tenantId: string): Promise<AuditBreak[]> {
  const work = sql<AuditBreak>`select chain_day as "chainDay", entry_id as "entryId", break_kind as "breakKind"
    from find_audit_breaks() order by 1, 2`;
  const context = { tenantId, userId: null };
  return database.transaction(context, async (transaction) => (await work.execute(transaction)).rows, {
    statementTimeout,
  });
}
