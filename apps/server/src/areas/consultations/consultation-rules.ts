import { CompiledQuery, sql, type Transaction } from 'kysely';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { documentVisibility } from '../documents/public.ts';

export interface LockedConsultation {
  id: string;
  customer_id: string;
  group_id: string | null;
  state: 'draft' | 'completed' | 'notPursued';
  started_at: string;
  row_version: number;
}

/**
 * Fetches a record the caller sees and locks it until the end of the transaction.
 * @throws 404 unseen, 409 when it is no draft any more, 403 without the right to edit in the customer's group
 */
export async function lockDraft(
  transaction: Transaction<Schema>,
  scope: Scope,
  consultationId: string,
): Promise<LockedConsultation> {
  const parameters = new Parameters();
  const conditions = documentVisibility(scope, 'groupCustomers.view', parameters, false);
  conditions.push(`k.id = ${parameters.add(consultationId)}`);
  const { rows } = await transaction.executeQuery<LockedConsultation>(
    CompiledQuery.raw(
      `select k.id, k.customer_id, u.group_id, k.state, k.started_at, k.row_version from consultations k
          join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
         where ${conditions.join(' and ')} for update of k`,
      parameters.values,
    ),
  );
  const record = rows[0];
  if (!record) throw notFound();
  requireGroupRight(scope, 'groupCustomers.edit', record.group_id);
  if (record.state !== 'draft') throw new AppError('consultations.completed');
  return record;
}

/**
 * Locks the contracts a locked record is about until the end of the transaction, so that profiles and holders read after it stay
 * what they are: whoever changes them locks the contract first.
 */
export async function lockContractsOf(
  transaction: Transaction<Schema>,
  consultationId: string,
): Promise<void> {
  await sql`select from contracts c
     where c.tenant_id = app_tenant_id() and c.id in (
       select contract_id from consultation_contracts
        where tenant_id = app_tenant_id() and consultation_id = ${consultationId}
       union
       select (e->>'contractId')::uuid from consultations k, jsonb_array_elements(k.recommendations) e
        where k.tenant_id = app_tenant_id() and k.id = ${consultationId})
     order by c.id for no key update of c`.execute(transaction);
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
