import type { listPlanJobRows } from '@depotwerk/api/bulk-plans';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { changeablePlanStates, planRowResults } from '@depotwerk/domain/contracts/plan-states';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { type JobRowsTable, readContractRowsOfJob } from '../../contracts/public.ts';

type Row = CallAnswer<typeof listPlanJobRows>[number];

const table: JobRowsTable<Row> = {
  name: 'contract_plan_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey",
    ${personNameOf('u')} as "customerName", r.result, r.message,
    r.order_count as "orderCount", r.turnover, r.costs_once as "costsOnce", r.score_before as "scoreBefore",
    r.score_after as "scoreAfter", coalesce(p.state in (${quotedList(changeablePlanStates)}), false) as "isOpen"`,
  joins: `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id`,
  order: `array_position(array[${quotedList(planRowResults)}], r.result), c.external_key, c.id`,
};

/**
 * What planning many contracts came to, of those the caller sees: planned first, then in the order of their numbers.
 * @throws 404 when the caller does not see the job
 */
export const readPlanRows = (
  services: ReadServices,
  scope: Scope,
  input: CallInput<typeof listPlanJobRows>,
  page: Page,
) => readContractRowsOfJob(services, scope, table, input, page);
