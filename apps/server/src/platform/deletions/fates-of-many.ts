import type { CallAnswer } from '@depotwerk/api/call';
import type { takeBackDeletion } from '@depotwerk/api/deletions/deletions';
import type { TakeBackReason } from '@depotwerk/domain/contracts/bulk-reasons';
import { sql, type Transaction } from 'kysely';
import { personNameOf } from '../customers/person-name.ts';
import type { Schema } from '../database/schema.ts';
import { hasGroupRight } from '../group-right.ts';
import { AppError } from '../http/app-error.ts';
import type { Scope } from '../scope.ts';
import type { TagCarrier } from '../tags/change-tags.ts';
import type { KeptPart } from './keep-deletion.ts';

/** What became of each of many whose change is taken back: why it stays as the change left it; null = it is what it was. */
export type FatesOfMany = ReadonlyMap<string, TakeBackReason | null>;

/** @throws 403 where a right is missing for all that could come back, 409 where they are blocked, or where nothing is as it was left */
export function requireSomeBack(fates: FatesOfMany): void {
  const reasons = new Set(fates.values());
  if (reasons.has(null)) return;
  if (reasons.has('noRight')) throw new AppError('auth.forbidden');
  throw new AppError(reasons.has('customerBlocked') ? 'customers.blocked' : 'deletions.changedSince');
}

/** The ids kept rows are of, under the column that holds them. */
export const idsOf = (parts: readonly KeptPart[], column: string): string[] =>
  parts.flatMap(({ rows }) => rows.map((row) => String(row[column])));

/** How many became what they were, and which did not; names only of those the caller sees. */
export async function tellFates(
  transaction: Transaction<Schema>,
  scope: Scope,
  carrier: TagCarrier,
  fates: FatesOfMany,
): Promise<CallAnswer<typeof takeBackDeletion>> {
  const left = [...fates].flatMap(([id, reason]) => (reason === null ? [] : [{ id, reason }]));
  const ids = left.map(({ id }) => id);
  const { rows } = await (carrier === 'contract'
    ? sql<Named>`select id, group_id as "groupId", external_key as name from contracts
        where tenant_id = app_tenant_id() and id = any (${ids}::uuid[]) and deleted_at is null`
    : sql<Named>`select u.id, u.group_id as "groupId", ${sql.raw(personNameOf('u'))} as name from customers u
        where u.tenant_id = app_tenant_id() and u.id = any (${ids}::uuid[]) and u.deleted_at is null`
  ).execute(transaction);
  const view = carrier === 'contract' ? 'groupContracts.view' : 'groupCustomers.view';
  const names = new Map(
    rows.filter(({ groupId }) => hasGroupRight(scope, view, groupId)).map(({ id, name }) => [id, name]),
  );
  return {
    backCount: fates.size - left.length,
    left: left.map(({ id, reason }) => ({ name: names.get(id) ?? null, reason })),
  };
}

interface Named {
  readonly id: string;
  readonly groupId: string | null;
  readonly name: string;
}
