import type { ApprovalDecision } from '@depotwerk/domain/contracts/plan-approval';
import * as z from 'zod/mini';
import { isContractBlocked } from '../../../platform/customers/blocked-contract.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { ChunkRun } from '../../../platform/jobs/job-handler.ts';
import { readHeldScope } from '../../../platform/jobs/job-starter.ts';
import { approvalLimitSql, orderedTodaySql, ordersOfPlanSql } from '../approvals/approval-columns.ts';
import { type ContractRange, checkSelection, heldStill, inRange } from '../check-selection.ts';
import { blockedBySql } from '../continuous/decide-plans.ts';
import type { OpenPlanOf } from '../store-plan.ts';
import { isReleasedSql, type Orders, releasePermissions, releaseRights } from './releases-ahead.view.ts';

/** What is kept of work that releases many. */
export const releasePayload = z.object({
  ...checkSelection.shape,
  sessionId: z.string(),
  /** Version of the plan that was confirmed, by contract. */
  plans: z.record(z.string(), z.int()),
});
/** A chunk of that work. */
export type ReleaseRun = Omit<
  ChunkRun<z.output<typeof releasePayload>, ContractRange>,
  'addLane' | 'addChunks'
>;

/** A contract of the selection, with what its starter may do there. */
export interface Chosen {
  readonly id: string;
  readonly externalKey: string;
  readonly groupId: string | null;
  readonly tariffId: string | null;
  readonly endDate: string | null;
  readonly isBlocked: boolean;
  readonly mayRelease: boolean;
  /** He may ask a second person. */
  readonly mayRequest: boolean;
}

/** Its open plan. */
export interface Plan extends Pick<OpenPlanOf, 'id' | 'contractId'> {
  readonly rowVersion: number;
  readonly blockedBy: string | null;
  readonly orders: Orders;
  readonly orderedToday: readonly Orders[];
  readonly limit: number | null;
  readonly decision: ApprovalDecision | null;
  /** The look whose plan it is, where it waits; null = none does. */
  readonly waitingLookId: string | null;
  readonly isOfLook: boolean;
  readonly isReleased: boolean;
}

/** Contracts of a chunk, in the order of their ids. */
export async function readChosen(reader: Reader, { job, chunk }: ReleaseRun): Promise<Chosen[]> {
  const parameters = new Parameters();
  const scope = await readHeldScope(reader, job, releasePermissions);
  const mayRelease = heldStill(scope, releaseRights, parameters);
  const mayRequest = heldStill(
    scope?.permissions.has('optimization.plan') === true ? scope : null,
    ['groupContracts.edit'],
    parameters,
  );
  const chosen = inRange(job.payload, chunk.payload, parameters);
  return reader.read<Chosen>(job.context, {
    sql: `select c.id, c.external_key as "externalKey", c.group_id as "groupId", c.tariff_id as "tariffId",
        c.end_date::text as "endDate", ${isContractBlocked} as "isBlocked", ${mayRelease} as "mayRelease",
        ${mayRequest} as "mayRequest" from contracts c where ${chosen} order by c.id`,
    parameters: parameters.values,
  });
}

/** Locked plans as they stand, by contract. */
export async function readPlans(
  reader: Reader,
  { context }: ReleaseRun['job'],
  open: readonly OpenPlanOf[],
): Promise<Map<string, Plan>> {
  const plans = await reader.read<Plan>(context, {
    sql: `select p.id, p.contract_id as "contractId", p.row_version as "rowVersion", ${blockedBySql} as "blockedBy",
        ${ordersOfPlanSql} as orders, ${orderedTodaySql('p.contract_id')} as "orderedToday", ${approvalLimitSql} as "limit",
        a.state as decision, k.id is not null as "isOfLook", case when k.state = 'waiting' then k.id end as "waitingLookId",
        ${isReleasedSql} as "isReleased"
      from planned_optimizations p
      left join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id
      left join lateral (select x.id, x.state from continuous_plans x where x.tenant_id = p.tenant_id
        and x.planned_optimization_id = p.id order by x.due_date desc limit 1) k on true
     where p.tenant_id = app_tenant_id() and p.id = any ($1::uuid[])`,
    parameters: [open.map(({ id }) => id)],
  });
  return new Map(plans.map((plan) => [plan.contractId, plan]));
}
