import { createHash } from 'node:crypto';
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
  readonly result?: 'done' | 'refused' | 'failed';
}

/**
 * Adds an entry to the tenant's hash chain in the caller's own transaction, so that what is recorded and what
 * happened commit together (S25). Call it last: writers of one tenant wait for each other from here to commit.
 * @throws when it cannot be written; the command then fails as a whole
 */
export async function writeAudit(transaction: Transaction<Schema>, entry: AuditEntry): Promise<void> {
  const { actor } = entry;
  const user = actor.kind === 'user' ? actor : null;
  await sql`select append_audit_entry(${actor.kind}, ${user?.userId ?? null}::uuid, ${user?.sessionId ?? null}::uuid,
    ${entry.action}, ${entry.objectType ?? null}, ${entry.objectId ?? null}, ${entry.groupId ?? null}::uuid,
    ${hashOf(entry.before)}::bytea, ${hashOf(entry.after)}::bytea, ${JSON.stringify(entry.details ?? {})}::jsonb,
    ${entry.result ?? 'done'})`.execute(transaction);
}

function hashOf(value: unknown): Buffer | null {
  if (value === undefined || value === null) return null;
  return createHash('sha256').update(canonicalJson(value)).digest();
}

/** JSON with sorted keys: one text for one value, however it was put together. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
