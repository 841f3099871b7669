import { type VCardPerson, vCardOf } from '@depotwerk/domain/customers/v-card';
import { Parameters } from '../../platform/database/parameters.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import { readOne } from '../../platform/read-one.ts';
import { requirePermission, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { customerVisibility } from './customer-visibility.view.ts';
import { recordingCustomerRead } from './recorded-read.view.ts';

/** How a customer is reached, as a card for an address book; the read is recorded. @throws 404 */
export async function sendCustomerCard(
  services: Services,
  context: SignedInContext,
  customerId: string,
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'customers.view');
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  const reading = recordingCustomerRead(services, context, customerId, 'card');
  const person = await readOne<VCardPerson>(reading.database, scope, {
    sql: `select u.id, u.title, u.first_name as "firstName", u.last_name as "lastName", u.company_name as "companyName",
        u.date_of_birth as "dateOfBirth", u.email, u.phone_number as "phoneNumber", u.street,
        u.postal_code as "postalCode", u.city, u.country
      from customers u where ${conditions.join(' and ')} and u.id = ${parameters.add(customerId)}`,
    parameters: parameters.values,
  });
  const name = `${person.firstName}_${person.lastName}`.replaceAll(/[^\p{L}\p{N}-]+/gu, '_');
  return Reply.file({
    fileName: `${name.replaceAll(/^_+|_+$/g, '') || 'Kontakt'}.vcf`,
    contentType: 'text/vcard; charset=utf-8',
    body: vCardOf(person),
  });
}
