import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { previewReleases } from '@depotwerk/api/optimization/bulk-releases';
import {
  type ApprovalDecision,
  approvalStateOf,
  turnoverOf,
  turnoverOfAll,
} from '@depotwerk/domain/contracts/plan-approval';
import { changeablePlanStates } from '@depotwerk/domain/contracts/plan-states';
import { mostReleased } from '@depotwerk/domain/contracts/release-of-many';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { searchConditions, selectionAsTexts } from '../../contracts/public.ts';
import { approvalLimitSql, orderedTodaySql, ordersOfPlanSql } from '../approvals/approval-columns.ts';
import { heldStill, selectionOf } from '../check-selection.ts';
import { isOrderedSql } from '../planning-state.view.ts';
import { warningsSql } from '../warnings-of-plan.view.ts';

/** What releasing many takes, beside the right to have the plan of each carried out. */
export const releasePermissions = ['contracts.bulk', 'optimization.execute'] as const;
export const releaseRights = ['groupContracts.view', 'groupContracts.execute'] as const;

export type Orders = readonly { readonly action: string; readonly amount: number }[];
type Selection = CallInput<typeof previewReleases>['body']['selection'];
type Ahead = CallAnswer<typeof previewReleases>;

interface Row extends Omit<Ahead['plans'][number], 'orderCount' | 'turnover' | 'needsSecondPerson'> {
  orders: Orders;
  orderedToday: Orders[];
  limit: number | null;
  decision: ApprovalDecision | null;
  isReleased: boolean;
}

/**
 * The open plans of contracts that could be released: not those a second person is asked about, the bank has, or that are released
 * already.
 * @throws 400 where they are more than are released at once
 */
export async function readReleasesAhead(
  { database }: ReadServices,
  scope: Scope,
  selection: Selection,
): Promise<Ahead> {
  for (const permission of releasePermissions) requirePermission(scope, permission);
  const parameters = new Parameters();
  const conditions = [
    heldStill(scope, releaseRights, parameters),
    ...conditionsOf(scope, selection, parameters),
    `p.state in (${quotedList(changeablePlanStates)}) and p.state <> 'waitingForApproval'`,
    `not ${isOrderedSql('p')}`,
    // Of what is released, a second person may still be missing: by how much it moves, which is reckoned below.
    `not (${isReleasedSql} and (${approvalLimitSql} is null or a.state is not null))`,
  ];
  const rows = await database.read<Row>(scope, {
    sql: `select c.id as "contractId", p.row_version as "planVersion", c.external_key as "contractNumber",
        ${personNameOf('u')} as "customerName", ${warningsSql('p')} as warnings, ${ordersOfPlanSql} as orders,
        ${orderedTodaySql('c.id')} as "orderedToday", ${approvalLimitSql} as "limit", a.state as decision,
        ${isReleasedSql} as "isReleased"
      from contracts c
      join planned_optimizations p on p.tenant_id = c.tenant_id and p.contract_id = c.id
      join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
      left join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id
     where ${conditions.join(' and ')} order by c.external_key, c.id limit ${mostReleased + 1}`,
    parameters: parameters.values,
  });
  if (rows.length > mostReleased)
    throw new AppError('optimization.tooManyReleases', { params: { plans: mostReleased } });
  return {
    plans: rows.flatMap(({ orders, orderedToday, limit, decision, isReleased, ...plan }) => {
      const state = approvalStateOf(turnoverOfAll([orders, ...orderedToday]), limit, decision);
      const needsSecondPerson = state !== 'notRequired' && state !== 'approved';
      return isReleased && !needsSecondPerson
        ? []
        : [{ ...plan, orderCount: orders.length, turnover: turnoverOf(orders), needsSecondPerson }];
    }),
  };
}

/**
 * SQL: whether plan `p` is released as it stands: by the look it came from, by a second person, or among many. A look that waits
 * again is released anew.
 */
export const isReleasedSql = `(exists (select from continuous_plans k where k.tenant_id = p.tenant_id
      and k.planned_optimization_id = p.id and k.state = 'released')
  or (not exists (select from continuous_plans k where k.tenant_id = p.tenant_id and k.planned_optimization_id = p.id)
    and (exists (select from plan_approvals y where y.tenant_id = p.tenant_id and y.planned_optimization_id = p.id
          and y.state = 'approved')
      or exists (select from contract_release_rows z where z.tenant_id = p.tenant_id and z.contract_id = p.contract_id
          and z.planned_optimization_id = p.id and z.plan_version = p.row_version and z.result = 'released'))))`;

function conditionsOf(scope: Scope, selection: Selection, parameters: Parameters): string[] {
  const visibility = visibilityOf(scope, 'groupContracts.execute');
  if ('waiting' in selection)
    return [
      `exists (select from continuous_plans k where k.tenant_id = p.tenant_id and k.planned_optimization_id = p.id
        and k.state = 'waiting')`,
      ...searchConditions(selection.waiting.search, visibility, parameters),
    ];
  const groupIds = visibility.groupIds && [...visibility.groupIds];
  return [
    selectionOf({ ...selectionAsTexts(selection), visibility: { ...visibility, groupIds } }, parameters),
  ];
}
