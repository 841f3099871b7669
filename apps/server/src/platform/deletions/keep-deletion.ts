import type { KeptKind } from '@depotwerk/api/deletions/deletions';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** How long a deletion is taken back: the ten seconds the message stands, and the way of a slow connection. */
export const secondsToTakeBack = 60;

/** Tables whose rows are kept when they are deleted: none with a secret. */
type KeptTable =
  | 'insurers'
  | 'issuers'
  | 'cost_models'
  | 'fund_categories'
  | 'peergroups'
  | 'tags'
  | 'tariffs'
  | 'components'
  | 'questionnaires'
  | 'groups'
  | 'roles'
  | 'white_label_configs'
  | 'saved_views'
  | 'dashboard_configs'
  | 'planned_optimizations';

/** Rows of one table as they were, in the order in which they are put back. */
export interface KeptPart {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

interface Deletion {
  readonly kind: KeptKind;
  /** By which the browser asks for it again. */
  readonly objectId: string | number;
  readonly userId: string;
}

/**
 * Keeps a row that is about to be deleted in this transaction, with all that goes with it, for `take-back.ts`.
 *
 * @param more rows no foreign key leads to
 */
export async function keepDeletion(
  transaction: Transaction<Schema>,
  deletion: Deletion,
  row: { readonly table: KeptTable; readonly id: string | number },
  more: readonly KeptPart[] = [],
): Promise<void> {
  const parts = sql`parts_of_deletion(${row.table}::regclass, ${String(row.id)}) || ${JSON.stringify(more)}::jsonb`;
  await store(transaction, deletion, parts);
}

/**
 * Keeps rows that are deleted already, for kinds that put them back by a rule of their own. Answers by what this very change is
 * taken back: the same may happen to the same object again within the minute.
 */
export async function keepRows(
  transaction: Transaction<Schema>,
  deletion: Deletion,
  parts: readonly KeptPart[],
): Promise<string> {
  return store(transaction, deletion, sql`${JSON.stringify(parts)}::jsonb`);
}

async function store(
  transaction: Transaction<Schema>,
  { kind, objectId, userId }: Deletion,
  parts: ReturnType<typeof sql>,
): Promise<string> {
  // Its time is long over; so nothing heaps up between two runs of the daily job.
  await sql`delete from kept_deletions where tenant_id = app_tenant_id() and deleted_at < now() - interval '1 hour'`.execute(
    transaction,
  );
  const { rows } = await sql<{
    id: string;
  }>`insert into kept_deletions (tenant_id, user_id, object_type, object_id, parts)
    values (app_tenant_id(), ${userId}, ${kind}, ${String(objectId)}, ${parts}) returning id`.execute(
    transaction,
  );
  const [kept] = rows;
  if (!kept) throw new Error('An insert of one row answers it.');
  return kept.id;
}
