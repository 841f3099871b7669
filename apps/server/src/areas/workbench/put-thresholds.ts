import {
  type putTaskThresholds as call,
  type TaskThresholds,
  taskThresholds,
} from '@depotwerk/api/workbench/workbench';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues, withCurrent } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import { requirePermission } from '../../platform/scope.ts';
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

/** Every threshold there is, those among them a later release adds. */
const allKeys = z.keyof(taskThresholds).options;

/** Whether somebody has set others since a page read these; a page of the release before does not say what it read. */
const isStale = (shown: TaskThresholds | undefined, stored: TaskThresholds): boolean =>
  shown !== undefined && allKeys.some((key) => shown[key] !== undefined && shown[key] !== stored[key]);

/**
 * Sets the thresholds of the house and, where they change, lets all tasks be looked at anew.
 * @throws 400 when a task would end before it opens, 412 with what holds when somebody else has set others meanwhile
 */
export const putTaskThresholds: Verb<typeof call> = async (
  services,
  { scope, actor },
  { body: { shown, ...body } },
) => {
  requirePermission(scope, 'workbench.assign');
  if (body.profileCloseDays < body.profileOpenDays) {
    refuseIssues([{ path: 'profileCloseDays', code: 'tooSmall', params: { limit: body.profileOpenDays } }]);
  }
  const write = async (transaction: Transaction<Schema>) => {
    // Two who save at once do so one after the other, also where the house has set none yet.
    await sql`insert into workbench_settings (tenant_id) values (${scope.tenantId}) on conflict do nothing`.execute(
      transaction,
    );
    await sql`select from workbench_settings where tenant_id = ${scope.tenantId} for update`.execute(
      transaction,
    );
    const before = await readThresholds(readerIn(transaction), scope);
    if (isStale(shown, before)) throw new AppError('common.versionConflict');
    // A page of the release before does not say it.
    const after = { ...body, lossPercent: body.lossPercent ?? before.lossPercent ?? 0 };
    await sql`update workbench_settings set hint_severity = ${body.hintSeverity}, risk_open_points = ${body.riskOpenPoints},
        loss_percent = ${after.lossPercent}, profile_open_days = ${body.profileOpenDays},
        profile_close_days = ${body.profileCloseDays}, consultation_days = ${body.consultationDays}
      where tenant_id = ${scope.tenantId}`.execute(transaction);
    const stricter = stricterOf(before, after);
    const isSame = allKeys.every((key) => before[key] === after[key]);
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
  };
  return withCurrent(
    () => services.database.transaction(scope, write),
    () => readThresholds(services.database, scope),
  );
};
