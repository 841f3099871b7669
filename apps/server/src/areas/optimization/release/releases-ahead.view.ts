import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { previewReleases } from '@depotwerk/api/optimization/bulk-releases';
import { type Lapse, lapseOf } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import {
  type ApprovalDecision,
  approvalStateOf,
  type PlanApprovalState,
  turnoverOf,
  turnoverOfAll,
} from '@depotwerk/domain/contracts/plan-approval';
import { changeablePlanStates } from '@depotwerk/domain/contracts/plan-states';
import { mostReleased, type ReleaseObstacle } from '@depotwerk/domain/contracts/release-of-many';
import { isContractBlocked } from '../../../platform/customers/blocked-contract.ts';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { needsProfile } from '../../../platform/depot-content/lacks-profile.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { searchConditions, selectionAsTexts } from '../../contracts/public.ts';
import { approvalLimitSql, orderedTodaySql, ordersOfPlanSql } from '../approvals/approval-columns.ts';
import { heldStill, selectionOf } from '../check-selection.ts';
import { blockedBySql } from '../continuous/decide-plans.ts';
import { readDueTariffs } from '../continuous/due-tariffs.view.ts';
import { readPlanKeyInformation } from '../key-information/plan-key-information.view.ts';
import { isOrderedSql } from '../planning-state.view.ts';
import { readPurchaseRefusals } from '../purchases/plan-purchases.view.ts';
import { warningsSql } from '../warnings-of-plan.view.ts';

/** What releasing many takes, beside the right to have the plan of each carried out. */
export const releasePermissions = ['contracts.bulk', 'optimization.execute'] as const;
export const releaseRights = ['groupContracts.view', 'groupContracts.execute'] as const;

export type Orders = readonly { readonly action: string; readonly amount: number }[];
type Selection = CallInput<typeof previewReleases>['body']['selection'];
type Ahead = CallAnswer<typeof previewReleases>;

interface Row
  extends Omit<Ahead['plans'][number], 'orderCount' | 'turnover' | 'needsSecondPerson' | 'obstacle'>,
    Omit<Judged, 'ban' | 'missing' | 'state'> {
  planId: string;
  orders: Orders;
  orderedToday: Orders[];
  limit: number | null;
  decision: ApprovalDecision | null;
  isReleased: boolean;
}

/** What tells whether a plan would be left out. */
interface Judged {
  isBlocked: boolean;
  endDate: string | null;
  tariffId: string | null;
  isOfLook: boolean;
  /** A profile of who holds its contract is missing or over. */
  needsProfile: boolean;
  isExpired: boolean;
  blockedBy: string | null;
  mayRequest: boolean;
  ban: string | null;
  missing: string | null;
  state: PlanApprovalState;
}

/** Plans read by one statement. */
const readAtOnce = 500;

/**
 * The open plans of contracts that could be released: not those a second person is asked about, the bank has, or that are released
 * already.
 * @throws 400 where they are more than are released at once
 */
export async function readReleasesAhead(
  { database }: ReadServices,
  scope: Scope,
  selection: Selection,
  now: Date,
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
  const mayRequest = heldStill(
    scope.permissions.has('optimization.plan') ? scope : null,
    ['groupContracts.edit'],
    parameters,
  );
  const rows = await database.read<Row>(scope, {
    sql: `select c.id as "contractId", p.row_version as "planVersion", c.external_key as "contractNumber",
        ${personNameOf('u')} as "customerName", ${warningsSql('p')} as warnings, ${ordersOfPlanSql} as orders,
        ${orderedTodaySql('c.id')} as "orderedToday", ${approvalLimitSql} as "limit", a.state as decision,
        ${isReleasedSql} as "isReleased", p.id as "planId", ${isContractBlocked} as "isBlocked", c.end_date::text as "endDate",
        c.tariff_id as "tariffId", ${blockedBySql} as "blockedBy", ${needsProfile} as "needsProfile", ${mayRequest} as "mayRequest",
        p.expires_at <= ${parameters.add(now.toISOString())}::timestamptz as "isExpired",
        exists (select from continuous_plans k where k.tenant_id = p.tenant_id and k.planned_optimization_id = p.id) as "isOfLook"
      from contracts c
      join planned_optimizations p on p.tenant_id = c.tenant_id and p.contract_id = c.id
      join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
      left join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id
     where ${conditions.join(' and ')} order by c.external_key, c.id limit ${mostReleased + 1}`,
    parameters: parameters.values,
  });
  if (rows.length > mostReleased)
    throw new AppError('optimization.tooManyReleases', { params: { plans: mostReleased } });
  const today = todayIn(houseZone, now);
  const optimized = (await readDueTariffs(database, scope)).map(({ id }) => id);
  const found = rows.map(({ orders, orderedToday, limit, decision, isReleased, ...row }) => {
    const state = approvalStateOf(turnoverOfAll([orders, ...orderedToday]), limit, decision);
    return {
      row,
      orders,
      state,
      isReleased,
      needsSecondPerson: state !== 'notRequired' && state !== 'approved',
    };
  });
  const open = found.filter(({ isReleased, needsSecondPerson }) => !isReleased || needsSecondPerson);
  const plans: Ahead['plans'] = [];
  for (let from = 0; from < open.length; from += readAtOnce) {
    const part = open.slice(from, from + readAtOnce);
    const ids = part.map(({ row }) => row.planId);
    const bans = await readPurchaseRefusals(database, scope, ids, today);
    const information = await readPlanKeyInformation(database, scope, ids, today);
    for (const { row, orders, state, needsSecondPerson } of part) {
      const { contractId, planVersion, contractNumber, customerName, warnings, planId } = row;
      const ban = bans.get(planId) ?? null;
      const missing = information.get(planId)?.missing ?? null;
      plans.push({
        contractId,
        planVersion,
        contractNumber,
        customerName,
        warnings,
        orderCount: orders.length,
        turnover: turnoverOf(orders),
        needsSecondPerson,
        obstacle: obstacleOf({ ...row, ban, missing, state }, optimized, today),
      });
    }
  }
  return { plans };
}

/**
 * Why the release would leave a plan out, in the order in which it asks; null where it would not. Whether prices and holdings have moved
 * is asked there alone: of thousands it takes as long as planning them.
 */
function obstacleOf(
  { isBlocked, ban, needsProfile, isExpired, blockedBy, missing, state, mayRequest, ...plan }: Judged,
  optimized: readonly string[],
  today: string,
): ReleaseObstacle | null {
  if (isBlocked) return 'blocked';
  if (lapseOfPlan(plan, optimized, today) !== null) return 'lapsed';
  if (ban !== null) return needsProfile ? 'profileMissing' : 'purchaseForbidden';
  if (isExpired) return 'outdated';
  if (blockedBy !== null) return 'checksForbid';
  if (missing !== null) return 'keyInformation';
  if (state === 'refused') return 'refusedBySecond';
  return state === 'missing' && !mayRequest ? 'mayNotRequest' : null;
}

/** Why no plan of a contract is carried out any more; only what came of a tariff's calendar goes with the calendar. */
export const lapseOfPlan = (
  { endDate, tariffId, isOfLook }: Pick<Judged, 'endDate' | 'tariffId' | 'isOfLook'>,
  optimized: readonly string[],
  today: string,
): Lapse | null =>
  lapseOf({ endDate, tariffId }, isOfLook || tariffId === null ? optimized : [tariffId], today);

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
