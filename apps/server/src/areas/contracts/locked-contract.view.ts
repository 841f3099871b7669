import { CompiledQuery, type Transaction } from 'kysely';
import { isContractBlocked } from '../../platform/customers/blocked-contract.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from './contract-visibility.view.ts';

export interface LockedContract {
  readonly id: string;
  readonly groupId: string | null;
  readonly customerId: string;
  readonly tariffId: string;
  readonly issuerId: number;
  readonly externalKey: string;
  readonly externalConsumerKey: string | null;
  readonly isLinked: boolean;
  readonly rowVersion: number;
  readonly lastCheck: string | null;
  readonly lastCheckedBy: string | null;
  readonly isBlocked: boolean;
}

/**
 * Fetches a contract the caller may change and locks it until the end of the transaction.
 * @throws 404 when the caller does not see it, 403 when he sees it but holds no right to edit in its group,
 *   409 when one of those who hold it is blocked
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
      `select c.id, c.group_id as "groupId", c.customer_id as "customerId", c.tariff_id as "tariffId",
          c.issuer_id as "issuerId", c.external_key as "externalKey",
          c.external_consumer_key as "externalConsumerKey", c.is_linked as "isLinked", c.row_version as "rowVersion",
          c.last_check as "lastCheck", c.last_checked_by as "lastCheckedBy",
          ${isContractBlocked} as "isBlocked"
         from contracts c where ${conditions.join(' and ')} for update of c`,
      parameters.values,
    ),
  );
  const contract = rows[0];
  if (!contract) throw notFound();
  requireGroupRight(scope, 'groupContracts.edit', contract.groupId);
  if (contract.isBlocked) throw new AppError('customers.blocked');
  return contract;
}
