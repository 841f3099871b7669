import { createHash } from 'node:crypto';
import type { AuditResult } from '@depotwerk/domain/audit-results';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Actor } from '../http/request-context.ts';

/** Who acted: a caller of the API, or the machine itself. */
export type AuditActor = Actor | { readonly kind: 'system' };

export interface AuditEntry {
  readonly actor: AuditActor;
  /** What was done or refused: `<area>.<verb>`, e.g. `contracts.delete`. */
  readonly action: string;
  readonly objectType?: string;
  readonly objectId?: string;
  readonly groupId?: string | null;
  /** The object before and after; only their hashes are kept, never their contents. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Facts without secrets and without personal data beyond ids. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  /** Default `done`. */
  readonly result?: AuditResult;
}

/**
 * Adds an entry to the tenant's hash chain in the caller's own transaction, so that what is recorded and what
 * happened commit together. Call it last: writers of one tenant wait for each other from here to commit.
 * @throws when it cannot be written; the command then fails as a whole
 */
export async function writeAudit(transaction: Transaction<Schema>, entry: AuditEntry): Promise<void> {
  const kept = keptEntries.get(transaction);
  if (kept) {
    kept.push(entry);
    return;
  }
  const row = rowOf(entry);
  await sql`select append_audit_entry(${row.kind}, ${row.user_id}::uuid, ${row.session_id}::uuid,
    ${row.action}, ${row.object_type}, ${row.object_id}, ${row.group_id}::uuid,
    ${row.before_hash}::bytea, ${row.after_hash}::bytea, ${JSON.stringify(row.details, storableIn)}::jsonb,
    ${row.result})`.execute(transaction);
}

const keptEntries = new WeakMap<Transaction<Schema>, AuditEntry[]>();

/** Entries of a transaction that are written together at its end. */
export interface KeptAudits {
  /** How many there are; `cut` undoes what came since. */
  count(): number;
  cut(count: number): void;
  /** Writes them; call it last. */
  write(): Promise<void>;
}

/**
 * From now on the transaction keeps its entries: a long one must not hold up every other writer of its house from its first
 * line to its commit. What is undone without `write` leaves none.
 */
export function keepAudits(transaction: Transaction<Schema>): KeptAudits {
  const entries: AuditEntry[] = [];
  keptEntries.set(transaction, entries);
  return {
    count: () => entries.length,
    cut: (count) => void entries.splice(count),
    write: async () => {
      keptEntries.delete(transaction);
      await writeAudits(transaction, entries);
    },
  };
}

/** The same for many at once, in their order: other writers wait for one statement instead of hundreds. */
export async function writeAudits(
  transaction: Transaction<Schema>,
  entries: readonly AuditEntry[],
): Promise<void> {
  const rows = JSON.stringify(entries.map(rowOf), storableIn);
  await sql`select append_audit_entry(x.kind, x.user_id, x.session_id, x.action, x.object_type, x.object_id, x.group_id,
      x.before_hash, x.after_hash, x.details, x.result)
    from jsonb_to_recordset(${rows}::jsonb) as x (kind text, user_id uuid, session_id uuid, action text, object_type text,
      object_id text, group_id uuid, before_hash bytea, after_hash bytea, details jsonb, result text)`.execute(
    transaction,
  );
}

/** An entry as the database takes it; hashes in PostgreSQL's text form of bytes. */
function rowOf(entry: AuditEntry) {
  const { actor } = entry;
  const { kind, sessionId, details } = actingAs(actor);
  return {
    kind,
    user_id: actor.kind === 'user' ? actor.userId : null,
    session_id: sessionId,
    action: entry.action,
    object_type: entry.objectType ?? null,
    object_id: entry.objectId === undefined ? null : storable(entry.objectId),
    group_id: entry.groupId ?? null,
    before_hash: hashOf(entry.before),
    after_hash: hashOf(entry.after),
    details: { ...entry.details, ...details },
    result: entry.result ?? 'done',
  };
}

/** How an entry names who acted: a person in a session, or another system with a token of that person. */
export function actingAs(actor: AuditActor): {
  readonly kind: string;
  readonly sessionId: string | null;
  readonly details: { readonly apiTokenId?: string; readonly viewingAs?: string };
} {
  if (actor.kind !== 'user') return { kind: actor.kind, sessionId: null, details: {} };
  const { viewingAs } = actor;
  return actor.apiTokenId === undefined
    ? { kind: 'user', sessionId: actor.sessionId, details: viewingAs === undefined ? {} : { viewingAs } }
    : { kind: 'api', sessionId: null, details: { apiTokenId: actor.apiTokenId } };
}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs; what a caller sent must not keep itself out of the log. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

const storableIn = (_key: string, value: unknown) => (typeof value === 'string' ? storable(value) : value);

function hashOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return `\\x${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}

/** JSON with sorted keys: one text for one value, however it was put together. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
