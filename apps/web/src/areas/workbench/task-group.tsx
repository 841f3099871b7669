import { formatNumber } from '@depotwerk/domain/number-text';
import type { TaskType } from '@depotwerk/domain/workbench/task-types';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { groupSize, tasksQuery } from './task-queries.ts';
import { TaskRow } from './task-row.tsx';
import type { WorkbenchSearch } from './workbench-search.ts';

interface Props {
  search: WorkbenchSearch;
  /** Kind of the tasks; undefined = all in one list. */
  taskType: TaskType | undefined;
  /** How many there are of the kind, when this is one group of several: then only the first are shown. */
  count?: number;
  onAll?: (type: TaskType) => void;
}

/** Tasks of one kind under their heading, or all in one list. */
export function TaskGroup({ search, taskType, count, onAll }: Props) {
  const isExcerpt = count !== undefined;
  const list = useInfiniteQuery(tasksQuery(search, taskType, isExcerpt ? groupSize : undefined));
  const tasks = list.data?.pages.flatMap((page) => page.tasks) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  if (isExcerpt && list.data && tasks.length === 0) return null;
  const isNarrowed = search.owner !== undefined || search.isOverdue !== undefined;
  const title = taskType === undefined ? t('workbench.tasks') : t(`workbench.types.${taskType}`);
  return (
    <Card
      isFlush
      title={total > 0 ? `${title} (${formatNumber(total)})` : title}
      actions={
        isExcerpt && taskType !== undefined && total > tasks.length ? (
          <Button
            kind="quiet"
            size="small"
            aria-label={`${t('workbench.showAll')}: ${title}`}
            onClick={() => onAll?.(taskType)}
          >
            {t('workbench.showAll')}
          </Button>
        ) : null
      }
    >
      {list.error && tasks.length === 0 ? (
        <QueryError query={list} />
      ) : list.data === undefined ? (
        <Skeleton lines={isExcerpt ? 2 : 8} />
      ) : tasks.length === 0 ? (
        <EmptyState
          icon={<IconCircleCheck size={36} aria-hidden="true" />}
          title={t(
            isNarrowed
              ? 'workbench.noneLeft'
              : search.status === undefined
                ? 'workbench.allDone'
                : 'common.emptyList',
          )}
        >
          {search.status === undefined && !isNarrowed ? t('workbench.allDoneHint') : null}
        </EmptyState>
      ) : (
        <ul className="workbench__tasks" aria-label={title}>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} showsType={taskType === undefined} />
          ))}
        </ul>
      )}
      {!isExcerpt && list.hasNextPage ? (
        <div className="workbench__more">
          <MoreButton query={list} />
        </div>
      ) : null}
    </Card>
  );
}
