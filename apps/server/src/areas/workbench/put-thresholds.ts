import type { CallInput } from '@depotwerk/api/call';
import type { putTaskThresholds as call, TaskThresholds } from '@depotwerk/api/workbench';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
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

/** Sets the thresholds of the house and lets all tasks be looked at anew. @throws 400 when a task would end before it opens */
export async function putTaskThresholds(
  services: Services,
  { scope, actor }: SignedInContext,
  { body }: CallInput<typeof call>,
): Promise<TaskThresholds> {
  requirePermission(scope, 'workbench.assign');
  if (body.profileCloseDays < body.profileOpenDays) {
    refuseIssues([{ path: 'profileCloseDays', code: 'tooSmall', params: { limit: body.profileOpenDays } }]);
  }
  await services.database.transaction(scope, async (transaction) => {
    const before = await readThresholds(readerIn(transaction), scope);
    await sql`insert into workbench_settings as s (tenant_id, hint_severity, risk_open_points, profile_open_days,
        profile_close_days, consultation_days)
      values (${scope.tenantId}, ${body.hintSeverity}, ${body.riskOpenPoints}, ${body.profileOpenDays},
        ${body.profileCloseDays}, ${body.consultationDays})
      on conflict (tenant_id) do update set hint_severity = excluded.hint_severity, risk_open_points = excluded.risk_open_points,
        profile_open_days = excluded.profile_open_days, profile_close_days = excluded.profile_close_days,
        consultation_days = excluded.consultation_days`.execute(transaction);
    // Of its own: a look that is on its way has gone over a part of the book by what held before.
    await enqueueJob(transaction, {
      jobType: sweepTasksType,
      payload: { stricter: stricterOf(before, body) },
      createdBy: scope.userId,
    });
    await writeAudit(transaction, {
      actor,
      action: 'workbench.setThresholds',
      objectType: 'house',
      before,
      after: body,
      details: { ...body },
    });
  });
  return body;
}
