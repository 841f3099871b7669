import { CompiledQuery, sql, type Transaction } from 'kysely';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { unknownReference } from '../../platform/editing.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';

/** A contract answers count for, locked. */
export interface AnsweredContract {
  readonly id: string;
  readonly customer_id: string;
  readonly group_id: string | null;
  readonly external_key: string;
  readonly risk_class_id: number | null;
  readonly risk_class_count: number | null;
}

/**
 * Locks the contracts in the order of their ids. @throws 404 for one the caller does not see, 403 without the right to
 * change it
 */
export async function lockAnsweredContracts(
  transaction: Transaction<Schema>,
  scope: Scope,
  contractIds: readonly string[],
): Promise<AnsweredContract[]> {
  if (contractIds.length === 0) return [];
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  conditions.push(`c.id = any (${parameters.add(contractIds)}::uuid[])`);
  const chosen = conditions.join(' and ');
  // By a statement of its own: one that had to wait for another tariff would look for its classes in the one before.
  await transaction.executeQuery(
    CompiledQuery.raw(
      `select from contracts c where ${chosen} order by c.id for no key update of c`,
      parameters.values,
    ),
  );
  const { rows } = await transaction.executeQuery<AnsweredContract>(
    CompiledQuery.raw(
      `select c.id, c.customer_id, c.group_id, c.external_key, c.risk_class_id, t.risk_class_count
         from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        where ${chosen} order by c.id`,
      parameters.values,
    ),
  );
  if (rows.length < contractIds.length) throw notFound();
  for (const { group_id } of rows) requireGroupRight(scope, 'groupContracts.edit', group_id);
  return rows;
}

/**
 * Whose answers they are, locked: the customer named, else the holder of the contract named first.
 * @throws 404 for one the caller does not see, 400 where nobody is named or a contract is somebody else's,
 *   409 when the customer is blocked
 */
export async function lockAnswering(
  transaction: Transaction<Schema>,
  scope: Scope,
  customerId: string | undefined,
  contracts: readonly AnsweredContract[],
): Promise<{ readonly id: string; readonly group_id: string | null }> {
  const id = customerId ?? contracts[0]?.customer_id;
  if (id === undefined) throw unknownReference('customerId');
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  conditions.push(`u.id = ${parameters.add(id)}`);
  const { rows } = await transaction.executeQuery<{
    id: string;
    group_id: string | null;
    is_blocked: boolean;
  }>(
    CompiledQuery.raw(
      `select u.id, u.group_id, u.is_blocked from customers u where ${conditions.join(' and ')} for no key update of u`,
      parameters.values,
    ),
  );
  const [customer] = rows;
  if (!customer) throw notFound();
  const others = contracts.filter((contract) => contract.customer_id !== id);
  if (!(await holdsAll(transaction, id, others))) throw unknownReference('contractIds');
  if (contracts.length === 0) requireGroupRight(scope, 'groupCustomers.edit', customer.group_id);
  if (customer.is_blocked) throw new AppError('customers.blocked');
  return customer;
}

/** Whether a customer holds contracts of others beside them; her lines are locked. */
async function holdsAll(
  transaction: Transaction<Schema>,
  customerId: string,
  contracts: readonly AnsweredContract[],
): Promise<boolean> {
  if (contracts.length === 0) return true;
  const ids = contracts.map(({ id }) => id);
  const { rows } = await sql`select 1 from contract_holders where tenant_id = app_tenant_id()
    and customer_id = ${customerId} and contract_id = any (${ids}::uuid[]) order by contract_id for no key update`.execute(
    transaction,
  );
  return rows.length === contracts.length;
}
