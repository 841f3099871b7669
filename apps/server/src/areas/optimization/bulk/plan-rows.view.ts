import type { listPlanJobRows } from '@depotwerk/api/bulk-plans';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { changeablePlanStates } from '@depotwerk/domain/contracts/plan-states';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { visibilityConditions } from '../../contracts/public.ts';
import { readJob } from '../../jobs/public.ts';

type Rows = CallAnswer<typeof listPlanJobRows>;

/**
 * What planning many contracts came to, of those the caller sees: planned first, then in the order of their numbers.
 * @throws 404 when the caller does not see the job
 */
export async function readPlanRows(
  { database }: ReadServices,
  scope: Scope,
  { params, query }: CallInput<typeof listPlanJobRows>,
  page: Page,
): Promise<{ readonly items: Rows; readonly total: number }> {
  await readJob(database, scope, params.id);
  const build = (selection: string, tail: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
    conditions.push(`r.job_id = ${parameters.add(params.id)}`);
    if (query.result !== undefined) conditions.push(`r.result = ${parameters.add(query.result)}`);
    return {
      sql: `select ${selection} from contract_plan_rows r
              join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
              join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
              left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id
             where ${conditions.join(' and ')} ${tail(parameters)}`,
      parameters: parameters.values,
    };
  };
  const [items, counted] = await database.readMany<[Rows[number], { count: number }]>(scope, [
    build(
      `r.contract_id as "contractId", c.external_key as "externalKey",
       ${personNameOf('u')} as "customerName", r.result, r.message,
       r.order_count as "orderCount", r.turnover, r.costs_once as "costsOnce", r.score_before as "scoreBefore",
       r.score_after as "scoreAfter", coalesce(p.state in (${quotedList(changeablePlanStates)}), false) as "isOpen"`,
      (parameters) =>
        `order by array_position(array['planned', 'skipped', 'nothingToDo'], r.result), c.external_key, c.id
         limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
    ),
    build('count(*) as count', () => ''),
  ]);
  return { items, total: counted[0]?.count ?? 0 };
}
