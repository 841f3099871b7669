import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database, Reader } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { type Scope, visibilityOf } from '../scope.ts';
import { isVisible } from '../visible-rows.ts';
import { readUserScope } from './read-user-scope.ts';

/** How long somebody looks at the product as somebody else at most. */
export const viewingMilliseconds = 15 * 60_000;

/** SQL over `sessions s`: the viewing that is open in the session, as JSON; null = none. */
export const openViewing = `(select jsonb_build_object('userId', v.viewed_user_id, 'fullName', w.full_name, 'endsAt', v.ends_at)
  from viewings v join users w on w.tenant_id = v.tenant_id and w.id = v.viewed_user_id
  where v.tenant_id = s.tenant_id and v.session_id = s.id and v.ended_at is null)`;

/** Nobody has this id: neither of two people's own things is shown while one looks as the other. */
const nobody = '00000000-0000-0000-0000-000000000000';

const inBoth = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...one].filter((each) => other.has(each)));

/**
 * What both may: never more than either. Own drafts, tasks and the like belong to one of them and are not shown.
 * @param maySeeCustomer whether `own` sees the customer the other one is
 */
export function sharedScope(own: Scope, other: Scope, maySeeCustomer: boolean): Scope {
  const groupsByRight = new Map(
    [...own.groupsByRight].map(([right, groups]) => [
      right,
      inBoth(groups, other.groupsByRight.get(right) ?? new Set()),
    ]),
  );
  const ownCustomerId =
    other.ownCustomerId === null ? own.ownCustomerId : maySeeCustomer ? other.ownCustomerId : nobody;
  return {
    tenantId: own.tenantId,
    userId: nobody,
    permissions: inBoth(own.permissions, other.permissions),
    groupsByRight,
    rightsInAllGroups: inBoth(own.rightsInAllGroups, other.rightsInAllGroups),
    ownCustomerId,
  };
}

/** The scope of somebody who looks as somebody else; without any right when that person has none any more. */
export async function readSharedScope(reader: Reader, own: Scope, viewedUserId: string): Promise<Scope> {
  const other = await readUserScope(reader, own.tenantId, viewedUserId);
  if (!other) return sharedScope(own, withoutRights(own), false);
  const maySee = other.ownCustomerId === null || (await seesCustomer(reader, own, other.ownCustomerId));
  return sharedScope(own, other, maySee);
}

const withoutRights = (scope: Scope): Scope => ({
  ...scope,
  permissions: new Set(),
  groupsByRight: new Map(),
  rightsInAllGroups: new Set(),
});

async function seesCustomer(reader: Reader, scope: Scope, customerId: string): Promise<boolean> {
  if (scope.ownCustomerId !== null) return scope.ownCustomerId === customerId;
  const [customer] = await reader.read<{ groupId: string | null }>(scope, {
    sql: 'select group_id as "groupId" from customers where id = $1 and deleted_at is null',
    parameters: [customerId],
  });
  if (!customer || !scope.permissions.has('customers.view')) return false;
  return isVisible(visibilityOf(scope, 'groupCustomers.view'), { id: customerId, groupId: customer.groupId });
}

interface Ended {
  userId: string;
  sessionId: string;
  viewedUserId: string;
}

/**
 * Ends viewings and says so in the log, each once.
 * @param which of one session, or every one in the tenant whose time is over or whose session has ended
 * @param now milliseconds since the epoch
 */
export async function endViewings(
  transaction: Transaction<Schema>,
  which: { readonly sessionId: string } | 'overdue',
  reason: 'ended' | 'logout' | 'expired',
  now: number,
): Promise<number> {
  const at = new Date(now).toISOString();
  const those =
    which === 'overdue'
      ? sql`(v.ends_at <= ${at} or exists (select from sessions s where s.id = v.session_id
          and (s.revoked_at is not null or s.idle_expires_at <= ${at})))`
      : sql`v.session_id = ${which.sessionId}`;
  const { rows } =
    await sql<Ended>`update viewings v set ended_at = ${at} where v.ended_at is null and ${those}
    returning user_id as "userId", session_id as "sessionId", viewed_user_id as "viewedUserId"`.execute(
      transaction,
    );
  for (const { userId, sessionId, viewedUserId } of rows) {
    await writeAudit(transaction, {
      actor: { kind: 'user', userId, sessionId, tenantId: '', userName: '', fullName: '' },
      action: 'users.endViewing',
      objectType: 'user',
      objectId: viewedUserId,
      details: { reason },
    });
  }
  return rows.length;
}

/** Ends what is over in one tenant. @param now milliseconds since the epoch */
export async function endOverdueViewings(database: Database, tenantId: string, now: number): Promise<void> {
  await database.transaction({ tenantId, userId: null }, (transaction) =>
    endViewings(transaction, 'overdue', 'expired', now),
  );
}
