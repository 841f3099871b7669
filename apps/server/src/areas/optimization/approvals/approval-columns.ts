import type { PlanApproval } from '@depotwerk/api/traders/orders';
import type { ApprovalDecision } from '@depotwerk/domain/contracts/plan-approval';
import { distinctName } from '../../../platform/database/distinct-name.ts';

/** The approval of a plan as its columns are read; all null without one. */
export interface ApprovalColumns {
  approvalVersion: number | null;
  decision: ApprovalDecision | null;
  requestedBy: string | null;
  requestedAt: string | null;
  requestNote: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  decisionNote: string | null;
}

/** Columns of the approval `a` of a plan and its people. */
export const approvalColumns = `a.row_version as "approvalVersion", a.state as decision, ${distinctName('aq')} as "requestedBy",
  a.requested_at as "requestedAt", a.request_note as "requestNote", ${distinctName('ad')} as "decidedBy", a.decided_at as "decidedAt",
  a.decision_note as "decisionNote"`;

/** The approval as calls answer it; null where nobody asked. */
export function approvalOf(row: ApprovalColumns): PlanApproval | null {
  const { approvalVersion, decision, requestedAt } = row;
  if (approvalVersion === null || decision === null || requestedAt === null) return null;
  return {
    rowVersion: approvalVersion,
    state: decision,
    requestedBy: row.requestedBy ?? '',
    requestedAt,
    requestNote: row.requestNote,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt,
    decisionNote: row.decisionNote,
  };
}

/** The approval of plan `p` and the people of it. */
export const approvalJoins = (p: string) => `left join plan_approvals a on a.tenant_id = ${p}.tenant_id
      and a.planned_optimization_id = ${p}.id
    left join users aq on aq.tenant_id = a.tenant_id and aq.id = a.requested_by
    left join users ad on ad.tenant_id = a.tenant_id and ad.id = a.decided_by`;

/** Who made, changed or asked for plan `p`, and so is no second person for it. */
export const involvedSql = (p: string) =>
  `array_remove(${p}.editors || ${p}.created_by || a.requested_by, null)`;

/** Euros from which on a second person has to agree; null = never. */
export const approvalLimitSql =
  '(select r.approval_limit from order_rules r where r.tenant_id = app_tenant_id())';

/** SQL: what the orders of plan `p` do and of how much, as JSON. */
export const ordersOfPlanSql = `coalesce((select json_agg(json_build_object('action', t.action, 'amount', t.amount)) from planned_transactions t
    where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), '[]')`;

/** SQL: the orders of each execution of a contract today to which no second person agreed, as JSON. @param contract its id */
export const orderedTodaySql = (
  contract: string,
) => `coalesce((select json_agg(coalesce(s.request->'orders', '[]'))
    from trader_orders s where s.tenant_id = app_tenant_id() and s.contract_id = ${contract} and s.state <> 'refused'
      and s.created_at >= date_trunc('day', now(), 'Europe/Berlin')
      and not exists (select from plan_approvals y where y.tenant_id = s.tenant_id
        and y.planned_optimization_id = s.planned_optimization_id and y.state = 'approved')), '[]')`;
