import type * as calls from '@depotwerk/api/workbench/workbench';
import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { addDays } from '@depotwerk/domain/add-days';
import { addMonths } from '@depotwerk/domain/add-months';
import { noSuchDay } from '@depotwerk/domain/master-data/field-issue';
import type { TaskStatus } from '@depotwerk/domain/workbench/task-types';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues, unknownReference } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { readOne } from '../../platform/read-one.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { listOwnersOf } from './task-owners.view.ts';
import { readTask, visibleTasks } from './tasks.view.ts';

export interface LockedTask {
  id: string;
  status: TaskStatus;
  assigned_user_id: string | null;
  snoozed_until: string | null;
  group_id: string | null;
  task_type: string;
}

/** A task the caller sees, locked until the end of the transaction. @throws 404 */
async function lockTask(transaction: Transaction<Schema>, scope: Scope, taskId: string): Promise<LockedTask> {
  const parameters = new Parameters();
  const conditions = visibleTasks(scope, parameters);
  conditions.push(`t.id = ${parameters.add(taskId)}`);
  return readOne<LockedTask>(readerIn(transaction), scope, {
    sql: `select t.id, t.status, t.assigned_user_id, t.snoozed_until, t.group_id, t.task_type from workbench_tasks t
      where ${conditions.join(' and ')} for update`,
    parameters: parameters.values,
  });
}

interface Change {
  readonly action: 'workbench.snooze' | 'workbench.assign' | 'workbench.complete' | 'workbench.reopen';
  readonly set: RawBuilder<unknown>;
  readonly details?: Readonly<Record<string, string | null>>;
}

/** One change of one task by a person: seen, locked, checked, written and logged. */
function changeTask(
  services: Services,
  context: SignedInContext,
  taskId: string,
  request: object,
  decide: (task: LockedTask, transaction: Transaction<Schema>) => Promise<Change> | Change,
): Promise<WorkbenchTask> {
  const { scope, actor, zone } = context;
  requirePermission(scope, 'workbench.view');
  return answerOnce(
    services.database,
    context,
    'changeTask',
    { taskId, ...request },
    async (transaction) => {
      const task = await lockTask(transaction, scope, taskId);
      const { action, set, details } = await decide(task, transaction);
      await sql`update workbench_tasks set ${set} where id = ${taskId}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action,
        objectType: 'task',
        objectId: taskId,
        groupId: task.group_id,
        before: { status: task.status, assignedTo: task.assigned_user_id, snoozedUntil: task.snoozed_until },
        details: { taskType: task.task_type, ...details },
      });
    },
    (reading) => readTask(reading, scope, taskId, todayIn(zone, new Date(services.clock()))),
  );
}

const requireOpen = ({ status }: LockedTask): void => {
  if (status === 'done') throw new AppError('workbench.notOpen');
};

/** From tomorrow on, for a year at most: put aside for longer, a task would be lost without being done. */
function requireSnoozeDay(until: string, today: string): void {
  const [first, last] = [addDays(today, 1), addMonths(today, 12)];
  if (until < first || until > last) refuseIssues([noSuchDay('until', last, first)]);
}

/** Puts the task aside until a day, or takes it up again. @throws 404, 409 when it is done */
export const snoozeTask: Verb<typeof calls.snoozeTask> = (services, context, { params, body }) => {
  const { until } = body;
  return changeTask(services, context, params.id, { until }, (task) => {
    requireOpen(task);
    if (until !== null) requireSnoozeDay(until, todayIn(context.zone, new Date(services.clock())));
    return {
      action: 'workbench.snooze',
      set: sql`status = ${until === null ? 'open' : 'snoozed'}, snoozed_until = ${until}`,
      details: { until },
    };
  });
};

/** Gives the task to somebody who may work on it. @throws 404, 403, 400, 409 when it is done or has changed hands */
export const assignTask: Verb<typeof calls.assignTask> = (services, context, { params, body }) => {
  const { scope } = context;
  const { userId, fromUserId } = body;
  return changeTask(services, context, params.id, body, async (task, transaction) => {
    requireOpen(task);
    const isOwn = (id: string | null) => id === null || id === scope.userId;
    // Taking a free one and giving one's own back is everybody's.
    if (!isOwn(userId) || !isOwn(task.assigned_user_id)) requirePermission(scope, 'workbench.assign');
    if (task.assigned_user_id !== fromUserId) throw new AppError('workbench.changedHands');
    if (userId !== null && userId !== scope.userId) {
      const today = todayIn(context.zone, new Date(services.clock()));
      const owners = await listOwnersOf({ database: readerIn(transaction) }, scope, task.id, today);
      if (!owners.some(({ id }) => id === userId)) throw unknownReference('userId');
    }
    return { action: 'workbench.assign', set: sql`assigned_user_id = ${userId}`, details: { userId } };
  });
};

/** Marks the task as done by the caller. @throws 404, 409 when it is done already */
export const completeTask: Verb<typeof calls.completeTask> = (services, context, { params }) => {
  return changeTask(services, context, params.id, { isDone: true }, (task) => {
    requireOpen(task);
    return {
      action: 'workbench.complete',
      set: sql`status = 'done', snoozed_until = null, done_at = now(), done_by = ${context.scope.userId}`,
    };
  });
};

/** Takes "done" back; an open task stays as it is. @throws 404 */
export const reopenTask: Verb<typeof calls.reopenTask> = (services, context, { params }) => {
  return changeTask(services, context, params.id, { isDone: false }, () => ({
    action: 'workbench.reopen',
    set: sql`status = 'open', snoozed_until = null, done_at = null, done_by = null`,
  }));
};
