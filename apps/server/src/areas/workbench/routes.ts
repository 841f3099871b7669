import * as calls from '@depotwerk/api/workbench/workbench';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { wokenBy } from '../../platform/jobs/woken-by.ts';
import { type CountCache, countKey, taskCounts } from '../../platform/lists/count-cache.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { totalOf } from '../../platform/lists/total-count.ts';
import { visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { assignTask, completeTask, reopenTask, snoozeTask } from './change-task.ts';
import { claimNextTask } from './claim-next-task.ts';
import { countTasks } from './count-tasks.view.ts';
import { putTaskThresholds } from './put-thresholds.ts';
import { listOwnersOf } from './task-owners.view.ts';
import { readTaskStats } from './task-stats.view.ts';
import { listTaskPage } from './tasks.view.ts';
import { readThresholds } from './thresholds.view.ts';

/** The calls of the work list; `counts` is shared with the looks that open and end tasks. */
export function workbenchRoutes(services: Services, counts: CountCache, wakeJobs: () => void): Route[] {
  const today = ({ zone }: SignedInContext) => todayIn(zone, new Date(services.clock()));
  // Whose eyes and whose own tasks: counts differ from person to person.
  const keyOf = (list: string, { scope }: SignedInContext, filter: object) =>
    countKey(list, visibilityOf(scope, 'groupContracts.view'), { ...filter, seenBy: scope.userId });
  const changed = async <Answer>({ scope }: SignedInContext, work: Promise<Answer>): Promise<Answer> => {
    const answer = await work;
    counts.forget(scope.tenantId, taskCounts);
    return answer;
  };
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.listTasks, async (context, { query }) => {
      const { scope } = context;
      const filter = {
        status: query.status ?? 'open',
        taskType: query.taskType,
        owner: query.owner,
        isOverdue: query.isOverdue,
      } as const;
      const page = pageOf(query);
      const items = await listTaskPage(services, scope, filter, page, today(context), context);
      const total = await totalOf(page, items.length, () =>
        counts.get(scope.tenantId, keyOf(taskCounts, context, filter), () =>
          countTasks(services, scope, filter, today(context)),
        ),
      );
      return Reply.json(items, pageHeaders(calls.listTasks.path, query, page, total));
    }),
    route(calls.getTaskStats, (context, { query }) =>
      counts.get(context.scope.tenantId, keyOf(taskCounts, context, { ...query, isStats: true }), () =>
        readTaskStats(services, context.scope, today(context), query),
      ),
    ),
    route(calls.listTaskOwners, (context, { params }) =>
      listOwnersOf(services, context.scope, params.id, today(context)),
    ),
    route(calls.claimNextTask, (context, input) => changed(context, claimNextTask(services, context, input))),
    route(calls.snoozeTask, (context, input) => changed(context, snoozeTask(services, context, input))),
    route(calls.assignTask, (context, input) => changed(context, assignTask(services, context, input))),
    route(calls.completeTask, (context, input) => changed(context, completeTask(services, context, input))),
    route(calls.reopenTask, (context, input) => changed(context, reopenTask(services, context, input))),
    route(calls.getTaskThresholds, ({ scope }) => readThresholds(services.database, scope)),
    route(calls.putTaskThresholds, (context, input) => woken(putTaskThresholds(services, context, input))),
  ];
}
