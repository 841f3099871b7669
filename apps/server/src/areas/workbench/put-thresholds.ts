import type { CallInput } from '@depotwerk/api/call';
import type { putTaskThresholds as call, TaskThresholds } from '@depotwerk/api/workbench';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type ThresholdKey, thresholdKeys } from './rules/task-rule.ts';
import { sweepTasksType } from './sweep-job.ts';
import { readThresholds } from './thresholds.view.ts';

/** What makes fewer tasks than before. */
const stricterOf = (before: TaskThresholds, after: TaskThresholds): ThresholdKey[] =>
  thresholdKeys.filter((key) =>
    key === 'profileOpenDays' ? after[key] < before[key] : after[key] > before[key],
  );

/**
 * Whether a look at the whole book is still to begin: it does so by what holds then, and not before this transaction is
 * through. One that is on its way is none: it has gone over a part of the book by what held before.
 */
async function holdWaitingSweep(transaction: Transaction<Schema>): Promise<boolean> {
  const { rows } =
    await sql`select 1 from jobs j where j.tenant_id = app_tenant_id() and j.job_type = ${sweepTasksType}
    and j.state = 'queued' and j.attempts = 0 and j.run_at <= now()
    and not exists (select from job_chunks c where c.tenant_id = j.tenant_id and c.job_id = j.id)
    limit 1 for update of j skip locked`.execute(transaction);
  return rows.length > 0;
}

/** Sets the thresholds of the house and, where they change, lets all tasks be looked at anew. @throws 400 when a task would end before it opens */
export async function putTaskThresholds(
  services: Services,
  { scope, actor }: SignedInContext,
  { body }: CallInput<typeof call>,
): Promise<TaskThresholds> {
  requirePermission(scope, 'workbench.assign');
  if (body.profileCloseDays < body.profileOpenDays) {
    refuseIssues([{ path: 'profileCloseDays', code: 'tooSmall', params: { limit: body.profileOpenDays } }]);
  }
  return services.database.transaction(scope, async (transaction) => {
    const before = await readThresholds(readerIn(transaction), scope);
    // A page of the release before does not say it.
    const after = { ...body, lossPercent: body.lossPercent ?? before.lossPercent ?? 0 };
    await sql`insert into workbench_settings as s (tenant_id, hint_severity, risk_open_points, loss_percent, profile_open_days,
        profile_close_days, consultation_days)
      values (${scope.tenantId}, ${body.hintSeverity}, ${body.riskOpenPoints}, ${after.lossPercent}, ${body.profileOpenDays},
        ${body.profileCloseDays}, ${body.consultationDays})
      on conflict (tenant_id) do update set hint_severity = excluded.hint_severity, risk_open_points = excluded.risk_open_points,
        loss_percent = excluded.loss_percent, profile_open_days = excluded.profile_open_days, profile_close_days = excluded.profile_close_days,
        consultation_days = excluded.consultation_days`.execute(transaction);
    const stricter = stricterOf(before, after);
    const isSame = [...thresholdKeys, 'lossPercent' as const].every((key) => before[key] === after[key]);
    if (!isSame && (stricter.length > 0 || !(await holdWaitingSweep(transaction)))) {
      await enqueueJob(transaction, {
        jobType: sweepTasksType,
        payload: { stricter },
        createdBy: scope.userId,
      });
    }
    await writeAudit(transaction, {
      actor,
      action: 'workbench.setThresholds',
      objectType: 'house',
      before,
      after,
      details: after,
    });
    return after;
  });
}
