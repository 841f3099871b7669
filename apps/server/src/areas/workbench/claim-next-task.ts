import type * as calls from '@depotwerk/api/workbench/workbench';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import { readTask, type TaskFilter, taskConditions, taskOrder } from './tasks.view.ts';

/**
 * The most urgent task of the caller: the first of his own behind the one he comes from, else a free one, which becomes his.
 * Free ones another caller is taking at this moment are passed over. null = nothing is left
 */
export const claimNextTask: Verb<typeof calls.claimNextTask> = (services, context, { body }) => {
  const { scope, actor, zone } = context;
  requirePermission(scope, 'workbench.view');
  const today = todayIn(zone, new Date(services.clock()));
  return answerOnce(
    services.database,
    context,
    'claimNextTask',
    body,
    async (transaction) => {
      const filter = { status: 'open', taskType: body.taskType } as const;
      const find = (owner: 'me' | 'nobody') =>
        lockFirst(transaction, scope, { ...filter, owner }, today, body.afterId);
      const taskId = (await find('me')) ?? (await find('nobody'));
      if (taskId === null) return null;
      await sql`update workbench_tasks set assigned_user_id = ${scope.userId}
        where id = ${taskId} and assigned_user_id is null`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'workbench.assign',
        objectType: 'task',
        objectId: taskId,
        details: { userId: scope.userId },
      });
      return taskId;
    },
    async (reading, taskId) => (taskId === null ? null : readTask(reading, scope, taskId, today)),
  );
};

async function lockFirst(
  transaction: Transaction<Schema>,
  scope: Scope,
  filter: TaskFilter,
  today: string,
  passedOver: string | undefined,
): Promise<string | null> {
  const parameters = new Parameters();
  const conditions = taskConditions(scope, filter, today, parameters);
  if (passedOver !== undefined) conditions.push(`t.id <> ${parameters.add(passedOver)}`);
  const [row] = await readerIn(transaction).read<{ id: string }>(scope, {
    sql: `select t.id from workbench_tasks t where ${conditions.join(' and ')} order by ${taskOrder} limit 1
      for update skip locked`,
    parameters: parameters.values,
  });
  return row?.id ?? null;
}
