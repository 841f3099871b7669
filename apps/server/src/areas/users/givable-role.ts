import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { unknownReference } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';

/**
 * Keeps a role that is to be given. A role of customers shows one customer alone: without one, whoever has it sees nothing.
 * The access of a customer never becomes one of the house: it belongs to his data, and goes with them.
 * @param path of the field that names it
 * @param hasCustomer whether the person is the access of a customer
 * @throws 400 for a role that is not there, is one of customers, or for a customer is none
 */
export async function requireGivableRole(
  transaction: Transaction<Schema>,
  path: string,
  roleId: string,
  hasCustomer = false,
): Promise<void> {
  const { rows } = await sql<{ isClientRole: boolean }>`
    select is_client_role as "isClientRole" from roles where id = ${roleId} for share`.execute(transaction);
  const [role] = rows;
  if (!role) throw unknownReference(path);
  if (role.isClientRole === hasCustomer) return;
  const code = hasCustomer ? 'staffRole' : 'clientRole';
  throw new AppError('common.validationFailed', { validation: [{ path, code }] });
}
