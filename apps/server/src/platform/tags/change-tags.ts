import { sql, type Transaction } from 'kysely';
import { writeAudits } from '../audit/write-audit.ts';
import type { Schema } from '../database/schema.ts';
import type { KeptPart } from '../deletions/keep-deletion.ts';
import { unknownReference } from '../editing.ts';
import type { Actor } from '../http/request-context.ts';

/** What carries tags. */
export type TagCarrier = 'customer' | 'contract';

interface Tagged {
  readonly id: string;
  readonly groupId: string | null;
}

/**
 * Gives tags to customers or contracts, which the caller has locked, and takes others away; each that is new or gone is one entry in
 * the log. What is there already stays as it is. Answers the rows that are new and those that are gone, for who wants it undone.
 * @throws 400 for a tag that is not there, or is to be given and no longer is
 */
export async function changeTags(
  transaction: Transaction<Schema>,
  actor: Actor,
  carrier: TagCarrier,
  objects: readonly Tagged[],
  { addedIds, removedIds }: { readonly addedIds: readonly number[]; readonly removedIds: readonly number[] },
): Promise<{ readonly given: readonly KeptPart[]; readonly gone: readonly KeptPart[] }> {
  const added = [...new Set(addedIds)];
  const removed = [...new Set(removedIds)];
  const { rows: known } = await sql<{
    id: number;
    isInactive: boolean;
  }>`select id, is_inactive as "isInactive" from tags
    where tenant_id = app_tenant_id() and id = any (${[...added, ...removed]}::int[])`.execute(transaction);
  if (added.some((each) => !known.some(({ id, isInactive }) => id === each && !isInactive)))
    throw unknownReference('addedIds');
  if (removed.some((each) => !known.some(({ id }) => id === each))) throw unknownReference('removedIds');
  const table = sql.table(`${carrier}_tags`);
  const column = sql.ref(`${carrier}_id`);
  const ids = objects.map(({ id }) => id);
  const { rows: given } =
    await sql<ChangedRow>`with given as (insert into ${table} (tenant_id, ${column}, tag_id)
    select app_tenant_id(), o.id, t.id from unnest(${ids}::uuid[]) o (id) cross join unnest(${added}::int[]) t (id)
    on conflict do nothing returning *)
    select ${column} as id, tag_id as "tagId", to_jsonb(given) as row from given`.execute(transaction);
  const { rows: taken } = await sql<ChangedRow>`
    with gone as (delete from ${table}
      where tenant_id = app_tenant_id() and ${column} = any (${ids}::uuid[]) and tag_id = any (${removed}::int[]) returning *)
    select ${column} as id, tag_id as "tagId", to_jsonb(gone) as row from gone`.execute(transaction);
  const groups = new Map(objects.map(({ id, groupId }) => [id, groupId]));
  const entryOf = (verb: 'addTag' | 'removeTag', { id, tagId }: Change) => ({
    actor,
    action: `${carrier}s.${verb}`,
    objectType: carrier,
    objectId: id,
    groupId: groups.get(id) ?? null,
    details: { tagId },
  });
  await writeAudits(transaction, [
    ...given.map((change) => entryOf('addTag', change)),
    ...taken.map((change) => entryOf('removeTag', change)),
  ]);
  const partOf = (changes: readonly ChangedRow[]) =>
    changes.length === 0 ? [] : [{ table: `${carrier}_tags`, rows: changes.map(({ row }) => row) }];
  return { given: partOf(given), gone: partOf(taken) };
}

interface Change {
  id: string;
  tagId: number;
}

interface ChangedRow extends Change {
  row: KeptPart['rows'][number];
}
