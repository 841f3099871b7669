import type { ReadPart } from '@depotwerk/domain/audit-detail-texts';
import { auditReadSelection } from '../../platform/audit/audit-read.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { visibilityOf } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { customerVisibility } from './customer-visibility.view.ts';

/** Services for a view that shows a customer with the values of the contracts, or who sees him: the read is recorded with it. */
export function recordingCustomerRead(
  services: Services,
  { actor, scope }: SignedInContext,
  customerId: string,
  part: ReadPart = 'customer',
  action = 'customers.read',
): ReadServices {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  const selection = auditReadSelection(parameters, {
    actor,
    action,
    objectType: 'customer',
    idColumn: 'u.id',
    groupColumn: 'u.group_id',
    part,
  });
  const sql = `select ${selection} from customers u where ${conditions.join(' and ')} and u.id = ${parameters.add(customerId)}`;
  return { database: services.database.recording({ sql, parameters: parameters.values }) };
}
