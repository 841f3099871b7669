import type { CallAnswer } from '@depotwerk/api/call';
import type { getTaskStats } from '@depotwerk/api/workbench/workbench';
import { formatNumber } from '@depotwerk/domain/number-text';
import type { TaskType } from '@depotwerk/domain/workbench/task-types';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { hasPermission, mayChange, useMayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/cells.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { KeyFigures, PageHeader } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SegmentedControl, TabLinks, tabLinkClass } from '../../ui/tabs.tsx';
import { goToNextTask } from './public/next-task.ts';
import { TaskGroup } from './task-group.tsx';
import { taskStatsQuery } from './task-queries.ts';
import { ThresholdsPanel } from './thresholds-panel.tsx';
import { validateWorkbenchSearch, type WorkbenchSearch } from './workbench-search.ts';
import './workbench.css';

type Counts = Pick<CallAnswer<typeof getTaskStats>, 'mineCount' | 'overdueCount' | 'snoozedCount'>;

/** What is counted above the list, each with the search that shows just those. */
const figures = ({ mineCount, overdueCount, snoozedCount }: Counts) => {
  const shown: { key: 'mine' | 'overdue' | 'aside'; count: number; leadsTo: WorkbenchSearch }[] = [
    { key: 'mine', count: mineCount, leadsTo: { owner: 'me' } },
    { key: 'overdue', count: overdueCount, leadsTo: { isOverdue: true } },
    { key: 'aside', count: snoozedCount, leadsTo: { status: 'snoozed' } },
  ];
  return shown;
};

const Dashboard = lazy(async () => ({
  default: (await import('../dashboard/public/dashboard.tsx')).Dashboard,
}));

/** `/workbench`: everything that waits for this person, by kind, and one button for the next of it. */
export function WorkbenchPage() {
  const search = validateWorkbenchSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const stats = useQuery({ ...taskStatsQuery(search), placeholderData: keepPreviousData });
  const mayViewDashboard = useSession(({ user }) => hasPermission(user, 'dashboard.view'));
  const mayAct = useMayChange();
  const mayAssign = useSession(({ user }) => mayChange(user, 'workbench.assign'));
  const [isClaiming, setClaiming] = useState(false);
  const narrow = (part: { [Key in keyof WorkbenchSearch]?: WorkbenchSearch[Key] | undefined }) =>
    void navigate({
      to: '/workbench',
      search: validateWorkbenchSearch({ ...search, ...part }),
      replace: true,
    });
  const next = async () => {
    setClaiming(true);
    await goToNextTask((path) => void navigate({ to: path }), search.type);
    setClaiming(false);
  };
  const { data } = stats;
  // What is put aside or done is not counted by kind: it stands in one list.
  const isOpen = search.status === undefined;
  const kinds = data?.byType ?? [];
  return (
    <div className="stack">
      <PageHeader
        title={t('shell.nav.workbench')}
        subtitle={
          data ? t('workbench.count', { count: data.openCount, number: formatNumber(data.openCount) }) : null
        }
        actions={
          mayAct ? (
            <Button
              kind="primary"
              icon={<IconPlayerTrackNext size={18} aria-hidden="true" />}
              isBusy={isClaiming}
              aria-keyshortcuts="n"
              onClick={() => void next()}
            >
              {t('workbench.next')}
            </Button>
          ) : null
        }
      />
      {mayViewDashboard ? (
        <TabLinks label={t('shell.nav.workbench')}>
          <Link
            to="/workbench"
            className={tabLinkClass}
            activeOptions={{ exact: true, includeSearch: true }}
            // Whatever is chosen among the tasks: it stays the tab one is in.
            aria-current={search.view === 'dashboard' ? undefined : 'page'}
          >
            {t('workbench.tasks')}
          </Link>
          <Link to="/workbench" search={{ view: 'dashboard' }} className={tabLinkClass}>
            {t('admin.dashboard')}
          </Link>
        </TabLinks>
      ) : null}
      {search.view === 'dashboard' && mayViewDashboard ? (
        <Suspense fallback={<Skeleton height={400} />}>
          <Dashboard />
        </Suspense>
      ) : (
        <>
          {data ? (
            <KeyFigures
              figures={figures(data).map(({ key, count, leadsTo }) => ({
                key,
                label: t(`workbench.${key}`),
                value: (
                  <Link to="/workbench" search={leadsTo} replace>
                    {formatNumber(count)}
                  </Link>
                ),
              }))}
            />
          ) : null}
          <div className="workbench__tools">
            <SegmentedControl
              label={t('workbench.owner')}
              value={search.owner ?? 'all'}
              options={[
                { value: 'all', label: t('workbench.owners.all') },
                { value: 'me', label: t('workbench.owners.me') },
                { value: 'nobody', label: t('workbench.owners.nobody') },
              ]}
              onChange={(owner) => narrow({ owner: owner === 'all' ? undefined : owner })}
            />
            <SelectField
              label={t('workbench.state')}
              isLabelHidden
              value={search.status ?? ''}
              emptyLabel={t('workbench.states.open')}
              options={[
                { value: 'snoozed', label: t('workbench.states.snoozed') },
                { value: 'done', label: t('workbench.states.done') },
              ]}
              onChange={(status) => narrow({ status: status === '' ? undefined : status })}
            />
            <SavedViewsButton screenKey="tasks" address={search} />
            {search.isOverdue === undefined ? null : (
              <Chip
                removeLabel={t('common.removeFilter', { name: t('workbench.overdue') })}
                onRemove={() => narrow({ isOverdue: undefined })}
              >
                {t('workbench.overdue')}
              </Chip>
            )}
            {search.type === undefined ? null : (
              <Chip
                removeLabel={t('common.removeFilter', { name: t(`workbench.types.${search.type}`) })}
                onRemove={() => narrow({ type: undefined })}
              >
                {t(`workbench.types.${search.type}`)}
              </Chip>
            )}
          </div>
          {stats.error ? (
            <QueryError query={stats} />
          ) : data === undefined ? (
            <Skeleton height={320} />
          ) : isOpen && search.type === undefined && kinds.length > 0 ? (
            kinds.map(({ taskType, count }) => (
              <TaskGroup
                key={taskType}
                search={search}
                taskType={taskType}
                count={count}
                onAll={(type: TaskType) => narrow({ type })}
              />
            ))
          ) : (
            <TaskGroup search={search} taskType={search.type} />
          )}
          {mayAssign ? <ThresholdsPanel /> : null}
        </>
      )}
    </div>
  );
}
