import type { discardJobPlans as discardCall } from '@depotwerk/api/optimization/bulk-plans';
import { CompiledQuery, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import { visibilityConditions } from '../../contracts/public.ts';
import { readJob } from '../../jobs/public.ts';
import { discardPlans, lockOpenPlans } from '../store-plan.ts';
import { isUntouchedPlan } from './renewable-plans.ts';

interface PlanOfJob {
  readonly planId: string;
  readonly contractId: string;
  /** As the job made it: nobody has changed it, or begun to carry it out. */
  readonly isUntouched: boolean;
}

/**
 * Takes back what planning many contracts made, as far as nothing was built on it.
 * @throws 404 when the caller does not see the job, 409 while it runs
 */
export const discardJobPlans: Verb<typeof discardCall> = (services, context, { params }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.plan');
  return runOnce(services.database, context, 'discardJobPlans', params, async (transaction) => {
    const job = await readJob(readerIn(transaction), scope, params.id);
    if (job.state !== 'done' && job.state !== 'dead')
      throw new AppError('common.inProgress', { retryAfter: 5 });
    const all = await plansOf(transaction, scope, params.id, 'groupContracts.view');
    const open = await lockOpenPlans(
      transaction,
      all.map(({ contractId }) => contractId),
    );
    // Read once more: what the lock waited for may have changed them.
    const mine = await plansOf(transaction, scope, params.id, 'groupContracts.edit');
    const given = mine.filter(({ planId, contractId, isUntouched }) => {
      const plan = open.get(contractId);
      return isUntouched && plan?.id === planId && !plan.isOrdered;
    });
    await discardPlans(
      transaction,
      given.map(({ planId }) => planId),
    );
    if (given.length > 0)
      await writeAudit(transaction, {
        actor,
        action: 'optimization.bulkDiscard',
        objectType: 'job',
        objectId: params.id,
        before: given,
        details: { discarded: given.length, kept: all.length - given.length },
      });
    return { discardedCount: given.length, keptCount: all.length - given.length };
  });
};

/** Plans of the job that are still there, of contracts the caller has the right over. */
async function plansOf(
  transaction: Transaction<Schema>,
  scope: Scope,
  jobId: string,
  right: 'groupContracts.view' | 'groupContracts.edit',
): Promise<readonly PlanOfJob[]> {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, right), parameters);
  conditions.push(`r.job_id = ${parameters.add(jobId)}`);
  const { rows } = await transaction.executeQuery<PlanOfJob>(
    CompiledQuery.raw(
      `select p.id as "planId", c.id as "contractId",
              ${isUntouchedPlan} as "isUntouched"
         from contract_plan_rows r
         join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
         join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id
        where ${conditions.join(' and ')} order by c.id`,
      parameters.values,
    ),
  );
  return rows;
}
