import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';

export interface LockedConsultation {
  id: string;
  customer_id: string;
  group_id: string | null;
  state: 'draft' | 'completed' | 'notPursued';
  started_at: string;
  row_version: number;
}

/**
 * Fetches a record the caller has seen and locks it until the end of the transaction.
 * @throws 409 when it is no draft any more, 403 without the right to edit in the customer's group
 */
export async function lockDraft(
  transaction: Transaction<Schema>,
  scope: Scope,
  consultationId: string,
): Promise<LockedConsultation> {
  const { rows } = await sql<LockedConsultation>`
    select k.id, k.customer_id, u.group_id, k.state, k.started_at, k.row_version from consultations k
      join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
     where k.id = ${consultationId} for update of k`.execute(transaction);
  const record = rows[0];
  if (!record) throw notFound();
  requireGroupRight(scope, 'groupCustomers.edit', record.group_id);
  if (record.state !== 'draft') throw new AppError('consultations.completed');
  return record;
}

/** Every contract of a record must be the customer's own. @throws 400 otherwise */
export async function requireOwnContracts(
  transaction: Transaction<Schema>,
  customerId: string,
  contractIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(contractIds)];
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from contracts
     where customer_id = ${customerId} and deleted_at is null and id = any (${wanted}::uuid[])`.execute(
    transaction,
  );
  if (rows[0]?.count !== wanted.length) throw new AppError('consultations.foreignContract');
}

/** Funds that are recommended exist. @throws 404 otherwise, as for every id in a body */
export async function requireKnownFunds(
  transaction: Transaction<Schema>,
  fundIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(fundIds)];
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from funds
     where tenant_id = app_tenant_id() and id = any (${wanted}::int[])`.execute(transaction);
  if (rows[0]?.count !== wanted.length) throw notFound();
}

/** A consultation cannot begin in the future. @param now milliseconds since 1970 */
export function requireStarted(startedAt: string, now: number): void {
  if (Date.parse(startedAt) > now + 60_000) {
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'body.startedAt', code: 'future' }],
    });
  }
}

export async function writeContracts(
  transaction: Transaction<Schema>,
  tenantId: string,
  consultationId: string,
  contractIds: readonly string[],
): Promise<void> {
  await sql`delete from consultation_contracts where consultation_id = ${consultationId}
     and contract_id <> all (${contractIds}::uuid[])`.execute(transaction);
  await sql`insert into consultation_contracts (tenant_id, consultation_id, contract_id)
    select ${tenantId}, ${consultationId}, unnest(${[...new Set(contractIds)]}::uuid[])
    on conflict do nothing`.execute(transaction);
}
