import { CompiledQuery, type Transaction } from 'kysely';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { customerVisibility } from './customer-visibility.view.ts';

export interface LockedCustomer {
  id: string;
  group_id: string | null;
  row_version: number;
  is_blocked: boolean;
  is_inactive: boolean;
  last_name: string;
  first_name: string;
  company_name: string;
  date_of_birth: string | null;
  email: string | null;
  tax_identification_number: string | null;
}

/**
 * Fetches a customer the caller may change and locks it until the end of the transaction.
 * @throws 404 when the caller does not see it, 403 when he sees it but holds no right to edit in its group
 */
export async function lockCustomer(
  transaction: Transaction<Schema>,
  scope: Scope,
  customerId: string,
): Promise<LockedCustomer> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  conditions.push(`u.id = ${parameters.add(customerId)}`);
  const { rows } = await transaction.executeQuery<LockedCustomer>(
    CompiledQuery.raw(
      `select u.id, u.group_id, u.row_version, u.is_blocked, u.is_inactive, u.last_name, u.first_name,
              u.company_name, u.date_of_birth, u.email, u.tax_identification_number
         from customers u where ${conditions.join(' and ')} for update of u`,
      parameters.values,
    ),
  );
  const customer = rows[0];
  if (!customer) throw notFound();
  requireGroupRight(scope, 'groupCustomers.edit', customer.group_id);
  return customer;
}
