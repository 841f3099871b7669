import type { CallAnswer } from '@depotwerk/api/call';
import type { listPlanJobRows } from '@depotwerk/api/optimization/bulk-plans';
import { changeablePlanStates, planRowResults } from '@depotwerk/domain/contracts/plan-states';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { contractRowsOfJob } from '../../contracts/public.ts';

/**
 * What planning many contracts came to, of those the caller sees: planned first, then in the order of their numbers.
 * @throws 404 when the caller does not see the job
 */
export const readPlanRows = contractRowsOfJob<CallAnswer<typeof listPlanJobRows>[number]>({
  name: 'contract_plan_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey",
    ${personNameOf('u')} as "customerName", r.result, r.message,
    r.order_count as "orderCount", r.turnover, r.costs_once as "costsOnce", r.score_before as "scoreBefore",
    r.score_after as "scoreAfter", coalesce(p.state in (${quotedList(changeablePlanStates)}), false) as "isOpen"`,
  joins: `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id`,
  order: `array_position(array[${quotedList(planRowResults)}], r.result), c.external_key, c.id`,
});
