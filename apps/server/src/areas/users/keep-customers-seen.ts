import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { canSignIn } from '../../platform/identity-provider/link-opens.ts';
import { lockPeople, managesAllGroups } from '../../platform/own-rights.ts';
import type { Scope } from '../../platform/scope.ts';

/** So many groups are named in a refusal. */
const namedGroups = 5;

/**
 * Active people of the house `u` with an active role `r` that shows customers, who can sign in. Whoever was never
 * invited, or whose invitation is open, sees nothing and may never come.
 */
const viewers = sql`users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id and not r.is_inactive and not r.is_client_role
    join role_permissions p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.permission_id = 'customers.view'
    and ${sql.raw(canSignIn('u'))}`;

interface Seen {
  readonly groupIds: readonly string[];
  readonly isWithoutGroup: boolean;
}

/**
 * The groups whose customers somebody sees: by rights in the group or in one above it, and rights given in an inactive group do not
 * count; and whether somebody sees customers without a group.
 */
async function readSeen(transaction: Transaction<Schema>): Promise<Seen> {
  const { rows } = await sql<Seen>`
    with recursive seen (id) as (
      select g.id from groups g where not g.is_inactive and exists (
        select from group_users m join ${viewers} on not u.is_inactive
         where m.tenant_id = g.tenant_id and m.group_id = g.id and 'groupCustomers.view' = any (m.group_rights)
           and u.tenant_id = m.tenant_id and u.id = m.user_id)
      union select g.id from groups g join seen s on g.parent_group_id = s.id)
    select array(select id from seen) as "groupIds", exists (
      select from ${viewers} join role_permissions w on w.tenant_id = r.tenant_id and w.role_id = r.id
         and w.permission_id = 'customers.viewWithoutGroup'
       where not u.is_inactive) as "isWithoutGroup"`.execute(transaction);
  return rows[0] ?? { groupIds: [], isWithoutGroup: false };
}

/**
 * Refuses a change of people, roles or groups after which nobody sees customers somebody saw before: nobody could find or move them.
 * Two such changes at once wait for each other. Call it before anything of the change is locked.
 * @throws groups.customersUnseen with how many they are, and of which groups to whoever manages all of them
 */
export async function keepCustomersSeen<Result>(
  transaction: Transaction<Schema>,
  scope: Scope,
  change: () => Promise<Result>,
): Promise<Result> {
  await lockPeople(transaction);
  const before = await readSeen(transaction);
  const result = await change();
  const after = await readSeen(transaction);
  const still = new Set(after.groupIds);
  const lost = before.groupIds.filter((id) => !still.has(id));
  if (lost.length > 0) await refuseUnseen(transaction, scope, lost);
  if (before.isWithoutGroup && !after.isWithoutGroup) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from customers where group_id is null and deleted_at is null`.execute(
      transaction,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      throw new AppError('groups.customersUnseen', {
        params: { count },
        reason: `Danach sähe niemand mehr die Kunden ohne Gruppe (Anzahl: ${count}). Bitte geben Sie vorher jemand anderem, der sich schon angemeldet hat, eine Rolle mit „Kunden ohne Gruppe ansehen“, oder ordnen Sie die Kunden einer Gruppe zu.`,
      });
  }
  return result;
}

async function refuseUnseen(
  transaction: Transaction<Schema>,
  scope: Scope,
  groupIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select g.group_name as name, count(*)::int as count from customers c
      join groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
     where c.deleted_at is null and c.group_id = any (${groupIds}::uuid[])
     group by g.id, g.group_name order by fold_text(g.group_name), g.id`.execute(transaction);
  if (rows.length === 0) return;
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const names = rows.slice(0, namedGroups).map(({ name }) => `„${name}“`);
  const named = [...names, ...(rows.length > namedGroups ? ['…'] : [])].join(', ');
  throw new AppError('groups.customersUnseen', {
    params: { count },
    ...(managesAllGroups(scope) && {
      reason: `Danach sähe niemand mehr die Kunden von ${named} (Anzahl: ${count}). Bitte geben Sie vorher jemand anderem, der sich schon angemeldet hat, Rechte dort oder in einer übergeordneten Gruppe, oder ordnen Sie die Kunden einer anderen zu.`,
    }),
  });
}
