import type { changeContractHolders as changeCall } from '@depotwerk/api/contracts/contract-holders';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { enqueueCheck } from '../../platform/depot-content/enqueue-check.ts';
import { keepProfileDay } from '../../platform/depot-content/keep-profile-day.ts';
import { unknownReference } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope, visibilityOf } from '../../platform/scope.ts';
import { customerVisibility } from '../customers/public.ts';
import { readContractHolders } from './contract-holders.view.ts';
import { lockContract } from './locked-contract.view.ts';

/**
 * Adds holders beside the customer of a contract and takes others away. Class and task list follow by triggers, the
 * contract is checked anew. @throws 404, 403, 409 for a blocked or inactive customer, 400 for one the caller does not see or who
 *   holds the contract first
 */
export const changeContractHolders: Verb<typeof changeCall> = (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.edit');
  const today = todayIn(context.zone, new Date(services.clock()));
  const change = async (transaction: Transaction<Schema>) => {
    const contract = await lockContract(transaction, scope, params.id);
    if (body.add.includes(contract.customerId)) throw unknownReference('add');
    await requireCustomers(transaction, scope, [...new Set(body.add)]);
    const removed = await sql<{ customer_id: string }>`delete from contract_holders
       where tenant_id = app_tenant_id() and contract_id = ${contract.id} and customer_id = any (${body.remove}::uuid[])
       returning customer_id`.execute(transaction);
    if (removed.rows.length < new Set(body.remove).size) throw unknownReference('remove');
    const added = await sql<{
      customer_id: string;
    }>`insert into contract_holders (tenant_id, contract_id, customer_id)
      select app_tenant_id(), ${contract.id}, id from unnest(${body.add}::uuid[]) id
      on conflict (tenant_id, contract_id, customer_id) do nothing returning customer_id`.execute(
      transaction,
    );
    if (removed.rows.length + added.rows.length === 0) return;
    const idsOf = (rows: readonly { customer_id: string }[]) => rows.map(({ customer_id: id }) => id);
    // Her profile for this contract went with her.
    await keepProfileDay(transaction, idsOf(removed.rows), todayOfHouse(services));
    await enqueueCheck(transaction, [contract.id], scope.userId);
    await writeAudit(transaction, {
      actor,
      action: 'contracts.changeHolders',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      before: { removed: idsOf(removed.rows) },
      after: { added: idsOf(added.rows) },
    });
  };
  return answerOnce(
    services.database,
    context,
    'changeContractHolders',
    { ...body, id: params.id },
    change,
    (reading) => readContractHolders(reading, scope, params.id, today),
  );
};

/** @throws 400 when the caller does not see one of them, 409 when one is blocked or inactive */
async function requireCustomers(
  transaction: Transaction<Schema>,
  scope: Scope,
  ids: readonly string[],
): Promise<void> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  conditions.push(`u.id = any (${parameters.add(ids)}::uuid[])`);
  const { rows } = await transaction.executeQuery<{ is_blocked: boolean; is_inactive: boolean }>(
    CompiledQuery.raw(
      `select u.is_blocked, u.is_inactive from customers u where ${conditions.join(' and ')} order by u.id for share of u`,
      parameters.values,
    ),
  );
  if (rows.length < ids.length) throw unknownReference('add');
  if (rows.some(({ is_blocked: isBlocked }) => isBlocked)) throw new AppError('customers.blocked');
  if (rows.some(({ is_inactive: isInactive }) => isInactive)) throw new AppError('customers.inactive');
}
