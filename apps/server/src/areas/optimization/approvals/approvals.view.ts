import { type PlanApproval, type PlanApprovalRow } from '@depotwerk/api/traders/orders';
import { type ApprovalDecision, turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { boundedCount } from '../../../platform/lists/total-count.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { searchConditions, visibilityConditions } from '../../contracts/public.ts';
import { warningsSql } from '../warnings-of-plan.view.ts';
import {
  type ApprovalColumns,
  approvalColumns,
  approvalJoins,
  approvalOf,
  involvedSql,
  ordersOfPlanSql,
} from './approval-columns.ts';

interface Row extends ApprovalColumns, Omit<PlanApprovalRow, keyof PlanApproval | 'turnover' | 'orderCount'> {
  orders: { action: string; amount: number }[];
}

const from = `plan_approvals x join planned_optimizations p on p.tenant_id = x.tenant_id and p.id = x.planned_optimization_id
  join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
  join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
  ${approvalJoins('p')}`;

/** A page of requests of contracts the caller sees, longest waiting first, and how many there are (counted as `boundedCount` does). */
export async function listApprovals(
  { database }: ReadServices,
  scope: Scope,
  { state, search }: { readonly state?: ApprovalDecision | undefined; readonly search?: string | undefined },
  page: { readonly size: number; readonly offset: number },
): Promise<{ rows: PlanApprovalRow[]; total: number }> {
  const query = (write: (where: string, parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const visibility = visibilityOf(scope, 'groupContracts.view');
    const conditions = visibilityConditions(visibility, parameters);
    // What waits and was given up otherwise, or which another limit does not want any more, is no request.
    conditions.push(`(x.state <> 'waiting' or waits_for_second_person(p.id))`);
    if (state !== undefined) conditions.push(`x.state = ${parameters.add(state)}`);
    conditions.push(...searchConditions(search, visibility, parameters));
    return { sql: write(conditions.join(' and '), parameters), parameters: parameters.values };
  };
  const [rows, counts] = await database.readMany<[Row, { count: number }]>(scope, [
    query(
      (
        where,
        parameters,
      ) => `select p.id, p.row_version as "planVersion", c.id as "contractId", c.external_key as "contractNumber",
        ${personNameOf('u')} as "customerName", ${approvalColumns},
        ${parameters.add(scope.userId)} = any (${involvedSql('p')}) as "isOwn", ${warningsSql('p')} as warnings,
        ${ordersOfPlanSql} as orders
        from ${from} where ${where} order by coalesce(x.decided_at, x.requested_at) ${state === 'waiting' ? 'asc' : 'desc'}, p.id
        limit ${parameters.add(page.size)} offset ${parameters.add(page.offset)}`,
    ),
    query((where) => boundedCount(from, where)),
  ]);
  return {
    rows: rows.flatMap((row) => {
      const approval = approvalOf(row);
      const { id, planVersion, contractId, contractNumber, customerName, isOwn, warnings, orders } = row;
      const plan = { id, planVersion, contractId, contractNumber, customerName, isOwn, warnings };
      return approval
        ? [{ ...plan, ...approval, turnover: turnoverOf(orders), orderCount: orders.length }]
        : [];
    }),
    total: counts[0]?.count ?? 0,
  };
}
