import type { TakeBackReason } from '@depotwerk/domain/contracts/bulk-reasons';
import { noGroupId } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import { judgeMove, moveCustomers } from '../../platform/customers/move-customers.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { KeptPart } from '../../platform/deletions/keep-deletion.ts';
import { requireTargetGroup } from '../../platform/group-right.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import { type FatesOfMany, idsOf } from './fates-of-many.ts';

interface Moved {
  id: string;
  groupId: string | null;
  groupBefore: string | null;
  isBlocked: boolean;
}

/**
 * Leads customers who moved together back to the groups they came from. Who has moved on, was blocked or deleted stays, and so does
 * who came from a group the caller may not choose. @throws 403 when nobody may be moved, 409 where all have moved on
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
  if (asMade.length === 0) throw new AppError('deletions.changedSince');
  let moved = 0;
  for (const [groupBefore, all] of Map.groupBy(asMade, (row) => row.groupBefore)) {
    const isOpen = mayChoose(() => requireTargetGroup(scope, groupBefore));
    const judge = judgeMove(scope, groupBefore);
    for (const row of all) fates.set(row.id, isOpen ? judge(row) : 'formerGone');
    const back = all.filter(({ id }) => fates.get(id) === null);
    if (back.length === 0) continue;
    await moveCustomers(transaction, actor, new Map(back.map((row) => [row.id, row.groupId])), groupBefore);
    moved += back.length;
  }
  if (moved === 0) throw new AppError('auth.forbidden');
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
