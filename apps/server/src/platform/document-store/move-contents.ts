import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { forEveryTenant } from '../database/every-tenant.ts';
import type { Schema } from '../database/schema.ts';
import { type Looking, startLooking } from '../looking.ts';
import { keyOf, readProved } from './document-store.ts';
import type { ObjectStore } from './object-store.ts';
import { StoreFault } from './store-fault.ts';

export interface MovingServices {
  readonly database: Database;
  readonly documentStore: { readonly objects: ObjectStore; readonly moves: boolean };
  readonly logger: { readonly error: (values: object, message: string) => void };
}

/** Objects that are worked on beside each other for one tenant. */
const atOnce = 4;
/** Seconds somebody keeps an object to himself: more than a put, a read and their repetitions can take. */
const leaseSeconds = 180;
/** Seconds between attempts, growing; the last one goes on for ever, since nothing here is ever given up. */
const pauses = [10, 60, 300, 1800, 7200] as const;

export const storePauseAfter = (attempts: number): number =>
  pauses[Math.min(Math.max(attempts, 1), pauses.length) - 1] ?? 10;

interface Claimed {
  readonly documentId: string;
  readonly state: 'moving' | 'stored' | 'deleting';
  readonly versionId: string | null;
  readonly contentHash: Buffer;
  readonly byteSize: number;
  /** Last day the store keeps it by itself. */
  readonly lockedUntil: string | null;
  readonly attempts: number;
}

/** The first moment after a day; null for none, and for one that is over, which no store takes. */
export function lockEndOf(day: string | null, now: number): Date | null {
  if (day === null) return null;
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000);
  return end.getTime() > now ? end : null;
}

/**
 * Works on what is due for one tenant until nothing is: contents move out, locks are made longer, objects of deleted
 * documents go. Any number of processes may do so: each object is claimed by one. Answers how many were settled.
 * @throws StoreFault when the store itself cannot be worked with
 */
export async function workOnContentsOf(
  services: MovingServices,
  tenantId: string,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  let settled = 0;
  while (mayGoOn()) {
    const claimed = await claim(services, tenantId);
    const outcomes = await Promise.allSettled(claimed.map((one) => workOn(services, tenantId, one)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
    settled += done;
    if (claimed.length < atOnce) return settled;
  }
  return settled;
}

/** Takes what is due, and documents nobody has begun with, under a lease. */
async function claim(
  { database, documentStore: { moves } }: MovingServices,
  tenantId: string,
): Promise<Claimed[]> {
  const columns = sql`s.document_id as "documentId", s.state, s.version_id as "versionId", s.content_hash as "contentHash",
    s.byte_size::int as "byteSize", s.locked_until as "lockedUntil", s.attempts`;
  const lease = sql`now() + make_interval(secs => ${leaseSeconds})`;
  return database.transaction({ tenantId, userId: null }, async (transaction) => {
    const { rows: due } = await sql<Claimed>`
      with chosen as materialized (
        select document_id from stored_contents where tenant_id = app_tenant_id() and due_at <= now()
          and (state <> 'moving' or ${moves}::boolean)
         order by due_at limit ${atOnce} for update skip locked)
      update stored_contents s set due_at = ${lease}, attempts = s.attempts + 1
        from chosen c where s.tenant_id = app_tenant_id() and s.document_id = c.document_id
      returning ${columns}`.execute(transaction);
    if (!moves || due.length === atOnce) return due;
    // One that came back and is to go again takes over the row its object still has, unless somebody is at work on that.
    const isFree = sql`(s.attempts = 0 or s.due_at <= now())`;
    const { rows: begun } = await sql<Claimed>`
      insert into stored_contents as s (tenant_id, document_id, state, content_hash, byte_size, due_at, attempts)
      select d.tenant_id, d.id, 'moving', d.content_hash, d.byte_size, ${lease}, 1 from documents d
       where d.tenant_id = app_tenant_id() and d.content is not null and not exists (select from stored_contents s
         where s.tenant_id = d.tenant_id and s.document_id = d.id and (s.state <> 'deleting' or not ${isFree}))
       order by d.created_at, d.id limit ${atOnce - due.length}
      on conflict (tenant_id, document_id) do update set state = 'moving', due_at = excluded.due_at, attempts = 1
        where s.state = 'deleting' and ${isFree}
      returning ${columns}`.execute(transaction);
    return [...due, ...begun];
  });
}

/** One object; false when it stays for later. @throws StoreFault of the store as a whole */
async function workOn(services: MovingServices, tenantId: string, claimed: Claimed): Promise<boolean> {
  const works = { moving: moveOut, stored: prolong, deleting: remove };
  try {
    await works[claimed.state](services, tenantId, claimed);
    return true;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    await postpone(services.database, tenantId, claimed, error);
    if (!error.isOfObject) throw error;
    services.logger.error(
      { tenantId, documentId: claimed.documentId, problem: error.problem },
      'documentStore.postponed',
    );
    return false;
  }
}

interface Here {
  readonly content: Buffer;
  readonly mediaType: string;
  readonly retentionUntil: string | null;
}

/** Puts a content, reads it back, and only then takes it out of the database. */
async function moveOut(
  { database, documentStore: { objects } }: MovingServices,
  tenantId: string,
  { documentId, contentHash, byteSize }: Claimed,
): Promise<void> {
  const scope = { tenantId, userId: null };
  const [here] = await database.read<Here>(scope, {
    sql: `select content, media_type as "mediaType", retention_until as "retentionUntil" from documents
      where tenant_id = app_tenant_id() and id = $1 and content is not null`,
    parameters: [documentId],
  });
  // Deleted meanwhile: its row waits for the deletion by now.
  if (!here) return;
  const { content, mediaType, retentionUntil } = here;
  const end = objects.lock === 'off' ? null : lockEndOf(retentionUntil, Date.now());
  const key = keyOf(tenantId, documentId);
  const versionId = await objects.put({ key, content, contentHash, mediaType, lockedUntil: end });
  await readProved(objects, { tenantId, documentId, versionId, contentHash, byteSize });
  await database.transaction(scope, async (transaction) => {
    const { rows } = await sql`update stored_contents set state = 'stored', version_id = ${versionId},
        locked_until = ${end === null ? null : retentionUntil}::date, due_at = null, attempts = 0, last_problem = null,
        failed_at = null
      where tenant_id = app_tenant_id() and document_id = ${documentId} and state = 'moving' returning 1`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await sql`update documents set content = null, stored_at = now()
      where tenant_id = app_tenant_id() and id = ${documentId} and content is not null`.execute(transaction);
    await lookAtLockAgain(transaction, documentId, objects.lock !== 'off');
  });
}

/** A retention that grew while the object was on its way. */
async function lookAtLockAgain(
  transaction: Transaction<Schema>,
  documentId: string,
  locks: boolean,
): Promise<void> {
  if (!locks) return;
  await sql`update stored_contents s set due_at = now() from documents d
    where s.tenant_id = app_tenant_id() and s.document_id = ${documentId} and d.tenant_id = s.tenant_id
      and d.id = s.document_id and d.retention_until > coalesce(s.locked_until, current_date - 1)`.execute(
    transaction,
  );
}

/** Makes the lock of an object as long as the retention of its document is by now. */
async function prolong(
  { database, documentStore: { objects } }: MovingServices,
  tenantId: string,
  { documentId, versionId, lockedUntil }: Claimed,
): Promise<void> {
  const scope = { tenantId, userId: null };
  const [document] = await database.read<{ retentionUntil: string | null }>(scope, {
    sql: 'select retention_until as "retentionUntil" from documents where tenant_id = app_tenant_id() and id = $1',
    parameters: [documentId],
  });
  const day = document?.retentionUntil ?? null;
  const end = objects.lock === 'off' ? null : lockEndOf(day, Date.now());
  const isLonger = end !== null && day !== null && (lockedUntil === null || day > lockedUntil);
  if (isLonger) await objects.prolong({ key: keyOf(tenantId, documentId), versionId }, end);
  await database.transaction(scope, async (transaction) => {
    await sql`update stored_contents set due_at = null, attempts = 0, last_problem = null, failed_at = null,
        locked_until = ${isLonger ? day : lockedUntil}::date
      where tenant_id = app_tenant_id() and document_id = ${documentId} and state = 'stored'`.execute(
      transaction,
    );
    if (isLonger) await lookAtLockAgain(transaction, documentId, true);
  });
}

/** Takes the object of a deleted document away, in all its versions, and then its row. */
async function remove(
  { database, documentStore: { objects } }: MovingServices,
  tenantId: string,
  { documentId }: Claimed,
): Promise<void> {
  const scope = { tenantId, userId: null };
  const needed = await database.read(scope, {
    sql: `select 1 as found from documents where tenant_id = app_tenant_id() and id = $1 and stored_at is not null`,
    parameters: [documentId],
  });
  if (needed.length > 0) throw new StoreFault('refused', 'a document still needs the object');
  await objects.remove(keyOf(tenantId, documentId));
  await database.transaction(scope, async (transaction) => {
    await sql`delete from stored_contents where tenant_id = app_tenant_id() and document_id = ${documentId}
      and state = 'deleting'`.execute(transaction);
  });
}

/** Lays an object back for later; one that is locked until its lock is over, which is no failure. */
async function postpone(
  database: Database,
  tenantId: string,
  { documentId, state, attempts, lockedUntil }: Claimed,
  { problem }: StoreFault,
): Promise<void> {
  const isLocked = state === 'deleting' && problem === 'forbidden';
  const lockEnd = isLocked ? lockEndOf(lockedUntil, Date.now()) : null;
  const change =
    lockEnd === null
      ? sql`due_at = now() + make_interval(secs => ${storePauseAfter(attempts)}), last_problem = ${problem},
          failed_at = now()`
      : sql`due_at = ${lockEnd.toISOString()}::timestamptz, attempts = 0, last_problem = null, failed_at = null`;
  await database.transaction({ tenantId, userId: null }, async (transaction) => {
    await sql`update stored_contents set ${change}
      where tenant_id = app_tenant_id() and document_id = ${documentId} and state = ${state}`.execute(
      transaction,
    );
  });
}

const lookEveryMilliseconds = 5000;
/** While the store as a whole is away it is asked this often only. */
const pauseMilliseconds = 30_000;

/** Works on contents until stopped. */
export function startMovingContents(services: MovingServices): Looking {
  let pausedUntil = 0;
  let isStopped = false;
  const looking = startLooking(
    lookEveryMilliseconds,
    async () => {
      if (performance.now() < pausedUntil) return;
      await forEveryTenant(services.database, (tenantId) =>
        workOnContentsOf(services, tenantId, () => !isStopped),
      );
    },
    (error) => {
      // The store or the database is away: a later look goes on.
      pausedUntil = performance.now() + pauseMilliseconds;
      const problem = error instanceof StoreFault ? error.problem : undefined;
      services.logger.error({ problem, err: error }, 'documentStore.lookFailed');
    },
  );
  return {
    stop: async () => {
      isStopped = true;
      await looking.stop();
    },
  };
}
