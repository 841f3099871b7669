import type { CallAnswer } from '@depotwerk/api/call';
import type { getTaskStats } from '@depotwerk/api/workbench';
import { type TaskType, taskTypes } from '@depotwerk/domain/workbench/task-types';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { narrowed, type TaskFilter, visibleTasks } from './tasks.view.ts';

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
  const where = visibleTasks(scope, parameters).join(' and ');
  const day = `${parameters.add(today)}::date`;
  const me = parameters.add(scope.userId);
  const isOpen = `(t.snoozed_until is null or t.snoozed_until <= ${day})`;
  const isAsked = [isOpen, ...narrowed(scope, filter, today, parameters)].join(' and ');
  const rows = await database.read<Row>(scope, {
    sql: `select t.task_type as "taskType", count(*) filter (where ${isOpen})::int as open,
        count(*) filter (where ${isAsked})::int as count,
        count(*) filter (where ${isOpen} and t.assigned_user_id = ${me})::int as mine,
        count(*) filter (where ${isOpen} and t.due_date < ${day})::int as overdue,
        count(*) filter (where not ${isOpen})::int as snoozed,
        max(t.severity) filter (where ${isAsked}) as highest
      from workbench_tasks t where ${where} and t.status <> 'done' group by t.task_type`,
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
