import { Parameters } from '../../../platform/database/parameters.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { visibleRows } from '../../../platform/visible-rows.ts';
import { type Erasure, erasureJoins, erasureSelection } from './privacy.view.ts';

/** Requests to erase and receipts of the groups whose customers the caller may change, newest first. */
export async function listErasures(services: ReadServices, scope: Scope, page: Page): Promise<Erasure[]> {
  const parameters = new Parameters();
  const conditions = visibleErasures(scope, parameters);
  return services.database.read<Erasure>(scope, {
    sql: `select ${erasureSelection} from customer_erasures e ${erasureJoins}
      where e.tenant_id = app_tenant_id() and ${conditions.join(' and ')}
      order by e.requested_at desc, e.id limit ${parameters.add(page.size)} offset ${parameters.add(page.offset)}`,
    parameters: parameters.values,
  });
}

const visibleErasures = (scope: Scope, parameters: Parameters): string[] =>
  visibleRows(visibilityOf(scope, 'groupCustomers.edit'), parameters, {
    customerId: 'e.customer_id',
    groupId: 'e.group_id',
    deletedAt: 'null::timestamptz',
  });
