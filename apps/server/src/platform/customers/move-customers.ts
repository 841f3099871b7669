import { noGroupId } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import { writeAudits } from '../audit/write-audit.ts';
import type { Schema } from '../database/schema.ts';
import { hasGroupRight } from '../group-right.ts';
import type { Actor } from '../http/request-context.ts';
import type { Scope } from '../scope.ts';

interface Movable {
  readonly groupId: string | null;
  readonly isBlocked: boolean;
}

/** The rules of moving one customer: the right in his group, and none of this while he is blocked. null = he moves. */
export const judgeMove =
  (scope: Scope, groupId: string | null) =>
  (customer: Movable): 'noRight' | 'unchanged' | 'customerBlocked' | null => {
    const mayMove =
      hasGroupRight(scope, 'groupCustomers.view', customer.groupId) &&
      hasGroupRight(scope, 'groupCustomers.edit', customer.groupId);
    if (!mayMove) return 'noRight';
    if (customer.groupId === groupId) return 'unchanged';
    return customer.isBlocked ? 'customerBlocked' : null;
  };

/**
 * Moves customers, which the caller has locked, to a group; their contracts follow. One entry in the log each.
 * @param groupsBefore the group of each customer so far
 */
export async function moveCustomers(
  transaction: Transaction<Schema>,
  actor: Actor,
  groupsBefore: ReadonlyMap<string, string | null>,
  groupId: string | null,
): Promise<void> {
  await sql`update customers set group_id = ${groupId}
     where tenant_id = app_tenant_id() and id = any (${[...groupsBefore.keys()]}::uuid[])`.execute(
    transaction,
  );
  await writeAudits(
    transaction,
    [...groupsBefore].map(([customerId, groupBefore]) => ({
      actor,
      action: 'customers.edit',
      objectType: 'customer',
      objectId: customerId,
      groupId,
      before: { groupId: groupBefore },
      after: { groupId },
      details: { isMoved: true, isBulk: true, fields: 'groupId' },
    })),
  );
}

/** By what a move of many is taken back for a moment: the group of each customer so far, under the group they moved to. */
export const formerGroups = (groupsBefore: ReadonlyMap<string, string | null>, groupId: string | null) => ({
  kind: 'customerGroups' as const,
  objectId: groupId ?? noGroupId,
  parts: [{ table: 'customers', rows: [...groupsBefore].map(([id, group_id]) => ({ id, group_id })) }],
});
