import { Parameters } from '../../platform/database/parameters.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { audienceConditions, narrowed, type TaskFilter, taskConditions } from './tasks.view.ts';

/**
 * Tasks `t` that `task_counts` leaves out, because people have taken them or put them aside, or they concern or exclude
 * somebody: as many as people make, not as the book has contracts. The words of the index `workbench_tasks_single`.
 */
export const isSingle =
  "(t.assigned_user_id is not null or t.user_id is not null or t.not_for <> '{}' or t.snoozed_until is not null)";

/** Number of tasks of a filter; of open ones most are added up from what triggers count. */
export async function countTasks(
  { database }: ReadServices,
  scope: Scope,
  filter: TaskFilter,
  today: string,
): Promise<number> {
  const parameters = new Parameters();
  const conditions = taskConditions(scope, filter, today, parameters);
  const isCounted = filter.id === undefined && filter.status === 'open';
  const counted = isCounted ? countedTasks(scope, filter, today, parameters) : null;
  const [row] = await database.read<{ count: number }>(scope, {
    sql:
      counted === null
        ? `select count(*)::int as count from workbench_tasks t where ${conditions.join(' and ')}`
        : `select ((select coalesce(sum(t.task_count), 0) from task_counts t where ${counted.join(' and ')})
            + (select count(*) from workbench_tasks t where ${[...conditions, isSingle].join(' and ')}))::int as count`,
    parameters: parameters.values,
  });
  return row?.count ?? 0;
}

/** Conditions of a filter on `task_counts t`: nothing there is anybody's. */
function countedTasks(
  scope: Scope,
  { taskType, owner, isOverdue }: TaskFilter,
  today: string,
  parameters: Parameters,
): string[] {
  if (owner === 'me') return ['false'];
  const conditions = audienceConditions(scope, parameters);
  if (taskType !== undefined) conditions.push(`t.task_type = ${parameters.add(taskType)}`);
  return [...conditions, ...narrowed(scope, { isOverdue }, today, parameters)];
}
