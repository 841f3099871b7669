import { type RawBuilder, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { errorCode } from '../../../platform/database/database-errors.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { defineChunkedJob, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { eraseNow, outlookWithin } from './erase-customer.ts';
import { eraseContractRows } from './erase-rows.ts';
import { forgetImports } from './forget-imports.ts';

export const eraseExpiredType = 'eraseExpired';

/** Nothing under a legal hold is due; the database would refuse it as well. */
const isFree = (customerId: string) => sql`not exists (select from customer_legal_holds h
  where h.tenant_id = app_tenant_id() and h.customer_id = ${sql.raw(customerId)} and h.lifted_at is null)`;

/**
 * What has a day until which it is kept. Requested erasures first, as they take everything of a customer with them; then
 * documents, as others may stand in the way of nothing but them.
 */
const kinds = [
  {
    table: 'customer_erasures',
    day: 'kept_until',
    condition: sql`o.state = 'waiting' and ${isFree('o.customer_id')}`,
  },
  { table: 'documents', day: 'retention_until', condition: isFree('o.customer_id') },
  {
    table: 'contracts',
    day: 'retention_until',
    condition: sql`o.deleted_at is not null and ${isFree('o.customer_id')}`,
  },
  {
    table: 'customers',
    day: 'retention_until',
    condition: sql`o.deleted_at is not null and ${isFree('o.id')}`,
  },
] as const;
type Kind = (typeof kinds)[number];

/** Objects in one transaction: the log's lock is held over them. */
const batchSize = 100;
const lane = 'all';

/**
 * A system job: erases what was to be kept until a day that is over, and answers of repeated calls and files nobody took
 * over after their time, once a day. Each object leaves an entry with the hash of what it was. One that something with a longer time still refers to stays until
 * that goes too; nothing of a customer under a legal hold is touched.
 */
export function eraseExpiredJob(database: Database): JobHandler {
  return defineChunkedJob({
    jobType: eraseExpiredType,
    payload: z.object({}),
    chunkPayload: z.object({ kind: z.int(), afterId: z.nullable(z.string()) }),
    concurrency: 1,
    async plan(transaction, job, planning) {
      await forget(transaction, job.id);
      await planning.addLane(lane, 'Aufbewahrung');
      await planning.addChunks([{ lane, chunkKey: '0 start', payload: { kind: 0, afterId: null } }]);
    },
    async runChunk(run) {
      const { kind: index, afterId } = run.chunk.payload;
      const kind = kinds[index];
      await database.transaction(run.job.context, async (transaction) => {
        const due = kind ? await findDue(transaction, kind, afterId) : [];
        let erased = 0;
        for (const object of due) if (kind && (await erase(transaction, kind, object))) erased += 1;
        const last = due.length < batchSize ? null : (due.at(-1)?.id ?? null);
        const next = last === null ? { kind: index + 1, afterId: null } : { kind: index, afterId: last };
        if (next.kind < kinds.length) {
          const chunkKey = `${next.kind} ${next.afterId ?? 'start'}`;
          await run.within(transaction).addChunks([{ lane, chunkKey, payload: next }]);
        }
        await run.complete(transaction, { changed: erased });
      });
    },
  });
}

/** What ends with its time and has no object of its own in the log: one entry for a night tells how much of each went. */
async function forget(transaction: Transaction<Schema>, jobId: string): Promise<void> {
  const gone = async (statement: RawBuilder<unknown>) =>
    Number((await statement.execute(transaction)).numAffectedRows ?? 0);
  await sql`delete from idempotency_keys where tenant_id = app_tenant_id() and expires_at < now()`.execute(
    transaction,
  );
  // What banks let visitors read by is over by itself; nothing of it need lie about.
  await sql`update depot_analysis_bank_links set token_envelope = null
    where tenant_id = app_tenant_id() and token_envelope is not null and expires_at < now()`.execute(
    transaction,
  );
  // Whatever was deleted was to be taken back for a minute only.
  await sql`delete from kept_deletions where tenant_id = app_tenant_id()
    and deleted_at < now() - interval '1 hour'`.execute(transaction);
  const counts = {
    // Analyses of visitors end with their link.
    analyses: await gone(
      sql`delete from depot_analyses where tenant_id = app_tenant_id() and expires_at < now()`,
    ),
    registrations: await gone(
      sql`delete from registrations where tenant_id = app_tenant_id() and expires_at < now()`,
    ),
    // Invitations nobody took up are forgotten, too; what became of one stays with its customer.
    invitations: await gone(
      sql`delete from preregistrations o where o.tenant_id = app_tenant_id() and o.status <> 'submitted'
        and o.expires_at < now() - interval '90 days' and ${isFree('o.customer_id')}`,
    ),
    // Deleted notes, as all that was deleted.
    notes: await gone(
      sql`delete from notes o where o.tenant_id = app_tenant_id() and o.deleted_at < now() - interval '1 day'
        and ${isFree('o.customer_id')}`,
    ),
    refusedLines: await forgetImports(transaction),
  };
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  if (found.length === 0) return;
  await writeAudit(transaction, {
    actor: { kind: 'system' },
    action: 'retention.forget',
    objectType: 'job',
    objectId: jobId,
    details: Object.fromEntries(found),
  });
}

interface DueObject {
  id: string;
  /** Last day it was kept. */
  retentionUntil: string;
  /** The object the entry of the log is about. */
  objectId: string;
}

async function findDue(
  transaction: Transaction<Schema>,
  { table, day, condition }: Kind,
  afterId: string | null,
): Promise<DueObject[]> {
  const objectId = table === 'customer_erasures' ? sql`o.customer_id` : sql`o.id`;
  const { rows } = await sql<DueObject>`
    select o.id, ${objectId} as "objectId", o.${sql.ref(day)} as "retentionUntil" from ${sql.table(table)} o
     where o.tenant_id = app_tenant_id() and o.${sql.ref(day)} < current_date and ${condition}
       and (${afterId}::uuid is null or o.id > ${afterId}::uuid)
     order by o.id limit ${batchSize}`.execute(transaction);
  return rows;
}

/** False when something that is kept longer refers to the object, or the database keeps it for another reason. */
async function erase(transaction: Transaction<Schema>, { table }: Kind, due: DueObject): Promise<boolean> {
  await sql`savepoint erase`.execute(transaction);
  let details: Readonly<Record<string, string | number>> | null;
  try {
    details = await eraseOne(transaction, table, due);
  } catch (error) {
    await sql`rollback to savepoint erase`.execute(transaction);
    // 23503: something refers to it; 23514: a trigger keeps it.
    if (['23503', '23514'].includes(errorCode(error))) return false;
    throw error;
  }
  await sql`release savepoint erase`.execute(transaction);
  if (details === null) return false;
  await writeAudit(transaction, {
    actor: { kind: 'system' },
    action: table === 'customer_erasures' ? 'customers.erase' : 'retention.erase',
    objectType: objectTypes[table],
    objectId: due.objectId,
    details,
  });
  return true;
}

const objectTypes = {
  customer_erasures: 'customer',
  documents: 'document',
  contracts: 'contract',
  customers: 'customer',
} as const;

/** What the log keeps of it; null when it turned out not to be due. */
async function eraseOne(
  transaction: Transaction<Schema>,
  table: Kind['table'],
  { id, objectId, retentionUntil }: DueObject,
): Promise<Readonly<Record<string, string | number>> | null> {
  if (table === 'customer_erasures') return eraseRequested(transaction, id, objectId);
  if (table === 'contracts') {
    const { contentHash } = await eraseContractRows(transaction, id);
    return { retentionUntil, rowHash: contentHash.toString('hex') };
  }
  // A report in the archive goes with its document.
  if (table === 'documents') await sql`delete from reports where document_id = ${id}`.execute(transaction);
  const { rows } = await sql<{ rowHash: string }>`delete from ${sql.table(table)} o
    where o.tenant_id = app_tenant_id() and o.id = ${id}
    returning encode(sha256(convert_to((to_jsonb(o) - array['content', 'stored_at'])::text, 'UTF8')), 'hex') as "rowHash"`.execute(
    transaction,
  );
  const rowHash = rows[0]?.rowHash;
  return rowHash === undefined ? null : { retentionUntil, rowHash };
}

/** Looks once more whether something has to be kept: a document may have come since the request. */
async function eraseRequested(
  transaction: Transaction<Schema>,
  erasureId: string,
  customerId: string,
): Promise<Readonly<Record<string, string | number>> | null> {
  const outlook = await outlookWithin(transaction, customerId);
  if (outlook.state !== 'free') {
    await sql`update customer_erasures set kept_until = coalesce(${outlook.until}::date, kept_until)
      where tenant_id = app_tenant_id() and id = ${erasureId}`.execute(transaction);
    return null;
  }
  const receipt = await eraseNow(transaction, customerId, erasureId, null);
  return { erasureId, ...receipt };
}
