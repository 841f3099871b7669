import { CompiledQuery, type Transaction } from 'kysely';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from './contract-visibility.view.ts';

export interface LockedContract {
  id: string;
  group_id: string | null;
  external_key: string;
  external_consumer_key: string | null;
  issuer_id: number;
  is_linked: boolean;
  row_version: number;
  last_check: string | null;
  last_checked_by: string | null;
  is_blocked: boolean;
}

/**
 * Fetches a contract the caller may change and locks it until the end of the transaction.
 * @throws 404 when the caller does not see it, 403 when he sees it but holds no right to edit in its group,
 *   409 when the customer is blocked
 */
export async function lockContract(
  transaction: Transaction<Schema>,
  scope: Scope,
  contractId: string,
): Promise<LockedContract> {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  conditions.push(`c.id = ${parameters.add(contractId)}`);
  const { rows } = await transaction.executeQuery<LockedContract>(
    CompiledQuery.raw(
      `select c.id, c.group_id, c.external_key, c.external_consumer_key, c.issuer_id, c.is_linked, c.row_version, c.last_check, c.last_checked_by,
          (select u.is_blocked from customers u where u.tenant_id = c.tenant_id and u.id = c.customer_id) as is_blocked
         from contracts c where ${conditions.join(' and ')} for update of c`,
      parameters.values,
    ),
  );
  const contract = rows[0];
  if (!contract) throw notFound();
  requireGroupRight(scope, 'groupContracts.edit', contract.group_id);
  if (contract.is_blocked) throw new AppError('customers.blocked');
  return contract;
}
