import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { listCustomerChangeRows } from '@depotwerk/api/customers/customer-bulk';
import { nameOrderOf, personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { readJob } from '../../jobs/public.ts';
import { selectedCustomers } from '../customer-selection.view.ts';
import { changeJobType } from './change-job-types.ts';

type Row = CallAnswer<typeof listCustomerChangeRows>[number];

/**
 * What changing many customers, or taking that back, came to, of those the caller sees: what needs an eye first.
 * @throws 404 when the caller does not see the job
 */
export async function readChangeRows(
  { database }: ReadServices,
  scope: Scope,
  { params, query }: CallInput<typeof listCustomerChangeRows>,
  page: Page,
): Promise<{ readonly items: Row[]; readonly total: number }> {
  await readJob(database, scope, params.id);
  const build = (selection: string, tail: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const conditions = [
      selectedCustomers({ filter: {} }, visibilityOf(scope, 'groupCustomers.view'), parameters),
      `r.job_id = ${parameters.add(params.id)}`,
    ];
    if (query.result !== undefined) conditions.push(`r.result = ${parameters.add(query.result)}`);
    return {
      sql: `select ${selection} from customer_change_rows r
              join customers u on u.tenant_id = r.tenant_id and u.id = r.customer_id
              join jobs j on j.tenant_id = r.tenant_id and j.id = r.job_id
             where ${conditions.join(' and ')} ${tail(parameters)}`,
      parameters: parameters.values,
    };
  };
  const [items, counted] = await database.readMany<[Row, { count: number }]>(scope, [
    build(
      `r.customer_id as "customerId", ${personNameOf('u')} as "customerName", r.result, r.message,
        r.taken_back_at is not null as "isTakenBack",
        r.result = 'changed' and r.taken_back_at is null and j.job_type = '${changeJobType}' as "isOpen"`,
      (parameters) =>
        `order by array_position(array['skipped', 'changed', 'unchanged'], r.result), r.taken_back_at is not null,
          ${nameOrderOf('u')} limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
    ),
    build('count(*)::int as count', () => ''),
  ]);
  return { items, total: counted[0]?.count ?? 0 };
}
