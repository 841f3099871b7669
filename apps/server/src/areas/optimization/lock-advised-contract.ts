import type { GroupRight } from '@depotwerk/domain/permissions';
import { CompiledQuery, type Transaction } from 'kysely';
import { isContractBlocked } from '../../platform/customers/blocked-contract.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from '../contracts/public.ts';

export interface AdvisedContract {
  id: string;
  group_id: string | null;
  tariff_id: string;
  risk_class_id: number | null;
  contract_score: number | null;
  check_fingerprint: number | null;
  is_blocked: boolean;
}

/**
 * Fetches a contract the caller may advise on and locks it until the end of the transaction.
 * @throws 404 when the caller does not see it, 403 when he sees it without `right` in its group,
 *   409 when one of those who hold it is blocked
 */
export async function lockAdvisedContract(
  transaction: Transaction<Schema>,
  scope: Scope,
  contractId: string,
  right: GroupRight,
): Promise<AdvisedContract> {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  conditions.push(`c.id = ${parameters.add(contractId)}`);
  const { rows } = await transaction.executeQuery<AdvisedContract>(
    CompiledQuery.raw(
      `select c.id, c.group_id, c.tariff_id, c.risk_class_id, c.contract_score, c.check_fingerprint,
          ${isContractBlocked} as is_blocked
         from contracts c where ${conditions.join(' and ')} for no key update of c`,
      parameters.values,
    ),
  );
  const [contract] = rows;
  if (!contract) throw notFound();
  requireGroupRight(scope, right, contract.group_id);
  if (contract.is_blocked) throw new AppError('customers.blocked');
  return contract;
}
