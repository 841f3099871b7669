import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** People of the house who see customers by their rights in a group `g`. */
const viewers = sql`group_users m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and not u.is_inactive
    join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id and not r.is_inactive
  where m.tenant_id = g.tenant_id and m.group_id = g.id and 'groupCustomers.view' = any (m.group_rights)`;

/** How many customers of a group and those below nobody sees by rights in an active group. */
async function countUnseen(transaction: Transaction<Schema>, groupId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive below (id) as (
      select ${groupId}::uuid
      union select g.id from groups g join below b on g.parent_group_id = b.id),
    above (id, ancestor) as (
      select id, id from below
      union select a.id, g.parent_group_id from above a join groups g on g.id = a.ancestor
        where g.parent_group_id is not null)
    select count(*)::int as count from customers c
    where c.deleted_at is null and c.group_id in (select b.id from below b where not exists (
      select from above a join groups g on g.id = a.ancestor and not g.is_inactive
      where a.id = b.id and exists (select from ${viewers})))`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/**
 * Rights given in an inactive group do not count. When a group becomes inactive, or an inactive one moves, somebody must still see
 * its customers, and those of the groups below, by rights given elsewhere: nobody could find or move them afterwards.
 * @throws groups.customersUnseen with how many they are; never where nobody saw them before
 */
export async function keepCustomersSeen<Result>(
  transaction: Transaction<Schema>,
  groupId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await countUnseen(transaction, groupId);
  const result = await change();
  const count = await countUnseen(transaction, groupId);
  if (count > before) throw new AppError('groups.customersUnseen', { params: { count } });
  return result;
}
