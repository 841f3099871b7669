import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Where a tenant's audit chain does not hold; an empty list is the proof that nothing was altered. */
export interface AuditBreak {
  readonly chainDay: string;
  readonly entryId: number | null;
  /** `changed`: the entry itself; `detached`: one before it is missing or moved; `cutOff`: the end is missing. */
  readonly breakKind: 'changed' | 'detached' | 'cutOff';
}

/** Recomputes the whole chain of one tenant in the database. */
export function findAuditBreaks(database: Database, tenantId: string): Promise<AuditBreak[]> {
  const query = sql<AuditBreak>`select chain_day as "chainDay", entry_id as "entryId", break_kind as "breakKind"
    from find_audit_breaks() order by 1, 2`;
  return database.read({ tenantId, userId: null }, query.compile(database.query));
}
