import type { CallAnswer } from '@depotwerk/api/call';
import type { getTaskStats } from '@depotwerk/api/workbench/workbench';
import { type TaskType, taskTypes } from '@depotwerk/domain/workbench/task-types';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { isSingle } from './count-tasks.view.ts';
import { audienceConditions, narrowed, type TaskFilter, visibleTasks } from './tasks.view.ts';

interface Row {
  taskType: TaskType;
  open: number;
  count: number;
  mine: number;
  overdue: number;
  snoozed: number;
  highest: 0 | 1 | 2 | null;
}

/** What is open, by kind what the filter leaves, the gravest first, then in the order of the kinds; tasks put aside are counted apart. */
export async function readTaskStats(
  { database }: ReadServices,
  scope: Scope,
  today: string,
  filter: Pick<TaskFilter, 'owner' | 'isOverdue'> = {},
): Promise<CallAnswer<typeof getTaskStats>> {
  const parameters = new Parameters();
  const ofCounts = audienceConditions(scope, parameters).join(' and ');
  const ofSingle = [...visibleTasks(scope, parameters), "t.status <> 'done'", isSingle].join(' and ');
  const day = `${parameters.add(today)}::date`;
  const me = parameters.add(scope.userId);
  const isOpen = `(t.snoozed_until is null or t.snoozed_until <= ${day})`;
  const isAsked = [isOpen, ...narrowed(scope, filter, today, parameters)].join(' and ');
  const number = (condition: string) => `coalesce(sum(t.number) filter (where ${condition}), 0)::int`;
  const rows = await database.read<Row>(scope, {
    sql: `select t.task_type as "taskType", ${number(isOpen)} as open, ${number(isAsked)} as count,
        ${number(`${isOpen} and t.assigned_user_id = ${me}`)} as mine,
        ${number(`${isOpen} and t.due_date < ${day}`)} as overdue, ${number(`not ${isOpen}`)} as snoozed,
        max(t.severity) filter (where ${isAsked}) as highest
      from (select t.task_type, t.severity, t.due_date, null::uuid as assigned_user_id, null::date as snoozed_until,
                   sum(t.task_count) as number
              from task_counts t where ${ofCounts} group by 1, 2, 3 having sum(t.task_count) <> 0
            union all
            select t.task_type, t.severity, t.due_date, t.assigned_user_id, t.snoozed_until, 1
              from workbench_tasks t where ${ofSingle}) t
      group by t.task_type`,
    parameters: parameters.values,
  });
  const sum = (key: 'open' | 'mine' | 'overdue' | 'snoozed') =>
    rows.reduce((total, row) => total + row[key], 0);
  return {
    openCount: sum('open'),
    mineCount: sum('mine'),
    overdueCount: sum('overdue'),
    snoozedCount: sum('snoozed'),
    byType: taskTypes
      .flatMap((taskType) => {
        const row = rows.find((one) => one.taskType === taskType);
        return row && row.count > 0 && row.highest !== null
          ? [{ taskType, count: row.count, highestSeverity: row.highest }]
          : [];
      })
      .toSorted((a, b) => b.highestSeverity - a.highestSeverity),
  };
}
