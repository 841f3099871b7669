import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

/** Where a tenant's audit chain does not hold; an empty list is the proof that nothing was altered. */
export interface AuditBreak {
  readonly chainDay: string;
  readonly entryId: number | null;
  /**
   * `changed`: the entry itself; `detached`: one before it is missing or moved; `cutOff`: the end is missing;
   * `rewritten`: the day is not what it was when it was sealed.
   */
  readonly breakKind: 'changed' | 'detached' | 'cutOff' | 'rewritten';
}

/** What the check of a day found. */
export interface ProvenDay {
  readonly chainDay: string;
  readonly entryCount: number;
  readonly lastEntryId: number | null;
  /** Hexadecimal; null for a day without entries. */
  readonly lastHash: string | null;
  readonly breaks: readonly Omit<AuditBreak, 'chainDay'>[];
}

/** Milliseconds for one day of the log: a second for some 15,000 entries. */
export const dayTimeout = 120_000;

/** Days of the tenant's log, oldest first: those with a head, and those that had one when they were last checked. */
export async function listAuditDays(transaction: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select chain_day as day from audit_chain_heads where tenant_id = app_tenant_id()
    union select chain_day from audit_proofs where tenant_id = app_tenant_id() order by 1`.execute(
    transaction,
  );
  return rows.map(({ day }) => day);
}

/** Recomputes one day of the chain and stores what came out; a whole day that is over is sealed. */
export async function proveAuditDay(transaction: Transaction<Schema>, day: string): Promise<ProvenDay> {
  const { rows } = await sql<ProvenDay>`
    insert into audit_proofs as p (tenant_id, chain_day, entry_count, first_entry_at, last_entry_id, last_hash, breaks,
        sealed_entry_id, sealed_hash)
      select app_tenant_id(), ${day}::date, c.entry_count, c.first_entry_at, c.last_entry_id, c.last_hash, c.breaks,
          case when sealing.is_due then c.last_entry_id end, case when sealing.is_due then c.last_hash end
        from check_audit_day(${day}::date) c,
          -- an hour after midnight nobody writes into the day any more
          lateral (select c.breaks = '[]' and ${day}::date < (now() at time zone 'UTC' - interval '1 hour')::date as is_due) sealing
    on conflict (tenant_id, chain_day) do update set entry_count = excluded.entry_count,
        first_entry_at = excluded.first_entry_at, last_entry_id = excluded.last_entry_id, last_hash = excluded.last_hash,
        breaks = excluded.breaks, checked_at = now(),
        sealed_entry_id = coalesce(p.sealed_entry_id, excluded.sealed_entry_id),
        sealed_hash = coalesce(p.sealed_hash, excluded.sealed_hash)
    returning chain_day as "chainDay", entry_count::int as "entryCount", last_entry_id as "lastEntryId",
      encode(last_hash, 'hex') as "lastHash", breaks`.execute(transaction);
  const proven = rows[0];
  if (!proven) throw new Error('the proof of a day was not stored');
  return proven;
}

/** Recomputes the whole chain of one tenant, day by day, and answers its breaks. */
export async function findAuditBreaks(database: Database, tenantId: string): Promise<AuditBreak[]> {
  const context = { tenantId, userId: null };
  const found: AuditBreak[] = [];
  for (const day of await database.transaction(context, listAuditDays)) {
    const { breaks } = await database.transaction(context, (transaction) => proveAuditDay(transaction, day), {
      statementTimeout: dayTimeout,
    });
    found.push(...breaks.map((each) => ({ chainDay: day, ...each })));
  }
  return found;
}
