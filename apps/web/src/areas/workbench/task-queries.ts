import { getTaskStats, listTasks } from '@depotwerk/api/workbench/workbench';
import type { TaskType } from '@depotwerk/domain/workbench/task-types';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, callWithHeaders } from '../../platform/api-client.ts';
import type { WorkbenchSearch } from './workbench-search.ts';

/** Tasks open and end without anybody's doing: the list looks again by itself. */
const refreshMs = 15_000;

/** Counts of what is open; by kind those the search leaves. */
export const taskStatsQuery = ({ owner, isOverdue }: WorkbenchSearch) =>
  queryOptions({
    queryKey: ['workbench', 'stats', { owner, isOverdue }],
    queryFn: ({ signal }) => callApi(getTaskStats, { query: { owner, isOverdue } }, { signal }),
    staleTime: 0,
    refetchInterval: refreshMs,
  });

export const groupSize = 5;
const pageSize = 50;

/** Tasks of one kind or of all, most urgent first, page after page. */
export const tasksQuery = (search: WorkbenchSearch, taskType: TaskType | undefined, size = pageSize) =>
  infiniteQueryOptions({
    queryKey: ['workbench', 'tasks', { ...search, type: taskType }, size],
    queryFn: async ({ signal, pageParam }) => {
      const { owner, status, isOverdue } = search;
      const { answer, totalCount } = await callWithHeaders(
        listTasks,
        { query: { owner, status, isOverdue, taskType, page: pageParam, pageSize: size } },
        { signal },
      );
      return { tasks: answer, total: totalCount ?? answer.length };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * size < last.total ? pages.length + 1 : undefined),
    staleTime: 0,
    refetchInterval: refreshMs,
  });
