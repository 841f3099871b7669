import type { CallAnswer } from '@depotwerk/api/call';
import type { getTaxIdentificationNumber } from '@depotwerk/api/customers/customers';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { customerVisibility } from './customer-visibility.view.ts';

/** The whole number, which every other answer masks; give it services that record the read. @throws 404 */
export async function readTaxIdentificationNumber(
  services: ReadServices,
  scope: Scope,
  customerId: string,
): Promise<CallAnswer<typeof getTaxIdentificationNumber>> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  const rows = await services.database.read<{ taxIdentificationNumber: string | null }>(scope, {
    sql: `select u.tax_identification_number as "taxIdentificationNumber" from customers u
      where ${conditions.join(' and ')} and u.id = ${parameters.add(customerId)}`,
    parameters: parameters.values,
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}
