import type { TakeBackReason } from '@depotwerk/domain/contracts/bulk-reasons';
import { noGroupId } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type FatesOfMany, idsOf } from '../deletions/fates-of-many.ts';
import type { KeptPart } from '../deletions/keep-deletion.ts';
import { requireTargetGroup } from '../group-right.ts';
import { AppError } from '../http/app-error.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { requirePermission } from '../scope.ts';
import { judgeMove, moveCustomers } from './move-customers.ts';

interface Moved {
  id: string;
  groupId: string | null;
  groupBefore: string | null;
  isBlocked: boolean;
}

/**
 * Leads customers who moved together back to the groups they came from. Who has moved on, was blocked or deleted stays, and so does
 * who came from a group the caller may not choose. @throws 403 without the right to move any
 */
export async function moveBack(
  transaction: Transaction<Schema>,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  movedTo: string,
  parts: readonly KeptPart[],
): Promise<FatesOfMany> {
  requirePermission(scope, 'customers.edit');
  const groupId = movedTo === noGroupId ? null : movedTo;
  const { rows } = await sql<Moved>`
    select u.id, u.group_id as "groupId", r.group_id as "groupBefore", u.is_blocked as "isBlocked"
      from jsonb_to_recordset(${JSON.stringify(parts.flatMap((part) => part.rows))}::jsonb) as r (id uuid, group_id uuid)
      join customers u on u.tenant_id = app_tenant_id() and u.id = r.id
     where u.deleted_at is null order by u.id for update of u`.execute(transaction);
  const fates = new Map<string, TakeBackReason | null>(idsOf(parts, 'id').map((id) => [id, 'notSeen']));
  for (const { id } of rows) fates.set(id, 'changedSince');
  const asMade = rows.filter((row) => row.groupId === groupId);
  for (const [groupBefore, all] of Map.groupBy(asMade, (row) => row.groupBefore)) {
    const isOpen = mayChoose(() => requireTargetGroup(scope, groupBefore));
    const judge = judgeMove(scope, groupBefore);
    for (const row of all) fates.set(row.id, isOpen ? judge(row) : 'formerGone');
    const back = all.filter(({ id }) => fates.get(id) === null);
    if (back.length === 0) continue;
    await moveCustomers(transaction, actor, new Map(back.map((row) => [row.id, row.groupId])), groupBefore);
  }
  return fates;
}

function mayChoose(require: () => void): boolean {
  try {
    require();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
