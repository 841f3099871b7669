import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { unknownReference } from '../../platform/editing.ts';

interface MemberChanges {
  readonly addedFundIds: readonly number[];
  readonly removedFundIds: readonly number[];
}

/**
 * Moves funds into a peer group, out of whichever they were in, and others out of it. Funds that left meanwhile stay
 * where they are now.
 * @returns how many really moved
 * @throws 400 for a fund that is not there
 */
export async function moveMembers(
  transaction: Transaction<Schema>,
  peergroupId: number,
  { addedFundIds, removedFundIds }: MemberChanges,
): Promise<{ addedFunds: number; removedFunds: number }> {
  const added = [...new Set(addedFundIds)];
  const removed = removedFundIds.filter((id) => !added.includes(id));
  if (added.length > 0) {
    const { rows } = await sql<{ known: number }>`
      select count(*)::int as known from funds where id = any (${added}::int[])`.execute(transaction);
    if (rows[0]?.known !== added.length) throw unknownReference('addedFundIds');
  }
  const into = await sql`update funds set peergroup_id = ${peergroupId}
     where id = any (${added}::int[]) and peergroup_id is distinct from ${peergroupId}`.execute(transaction);
  const out = await sql`update funds set peergroup_id = null
     where id = any (${removed}::int[]) and peergroup_id = ${peergroupId}`.execute(transaction);
  return { addedFunds: Number(into.numAffectedRows ?? 0), removedFunds: Number(out.numAffectedRows ?? 0) };
}
