import type { Job } from '@depotwerk/api/jobs/jobs';
import { listJobs } from '@depotwerk/api/jobs/jobs';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { JobFilter } from '../../lists/list-address.ts';
import { validateJobsSearch } from '../../lists/list-address.ts';
import { flagOf, loadListPage, yesOrNo } from '../../lists/list-calls.ts';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { t } from '../../texts/texts.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { JobPanel } from './job-panel.tsx';
import { JobProgress, JobState } from './job-progress.tsx';
import { isGoingOn, jobStates, jobTypes, jobTypeText } from './public/job-texts.ts';
import '../../forms/entity-panel.css';

/** Pause between two looks at a list in which something goes on. */
const refreshMilliseconds = 3000;

/** `/admin/jobs`: background work, newest first, with its progress and what needs somebody's eye. */
export function JobsPage() {
  // There is no order to choose, so the key of the fallback is never read.
  const control = useListAddress<never, JobFilter>(validateJobsSearch, [], 'createdAt' as never);
  const { address } = control;
  const client = useQueryClient();
  const all = useMemo(() => jobColumns(), []);
  const { columns, onResize } = useChosenColumns(address.columns, all, control.onColumns);
  const { state, jobType, isMine } = address;
  const query = {
    state: jobStates.find((known) => known === state),
    jobType,
    isMine: flagOf(isMine),
  };
  const rows = usePagedRows<Job>(['jobs', 'list', query], (page, pageSize, signal) =>
    loadListPage(listJobs, { query: { ...query, page, pageSize } }, signal),
  );
  const newest = rows.rowAt(0);
  const isActive = newest !== undefined && isGoingOn(newest);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: ['jobs', 'list'] }),
      refreshMilliseconds,
    );
    return () => clearInterval(timer);
  }, [isActive, client]);
  return (
    <>
      <ListFrame<Job, never, JobFilter>
        title={t('admin.jobs')}
        countText={(count, number) => t('jobs.count', { count, number })}
        loadFailed={t('jobs.loadFailed')}
        searchLabel={null}
        searchText={undefined}
        onSearch={() => {}}
        filters={[
          {
            name: 'state',
            label: t('jobs.state'),
            options: jobStates.map((state) => ({ value: state, label: t(`jobs.states.${state}`) })),
            value: address.state,
          },
          {
            name: 'jobType',
            label: t('jobs.job'),
            options: jobTypes.map((jobType) => ({ value: jobType, label: jobTypeText(jobType) })),
            value: address.jobType,
          },
          { name: 'isMine', label: t('jobs.mine'), options: yesOrNo(), value: address.isMine },
        ]}
        onFilter={control.onFilter}
        onReset={control.onReset}
        views={<SavedViewsButton screenKey="jobs" address={address} columns={all} />}
        onResize={onResize}
        label={t('admin.jobs')}
        columns={columns}
        rows={rows}
        onOpen={(job) => control.onOpen(job.id)}
        renderCard={jobCard}
        rowLabel={(job) => `${jobTypeText(job.jobType)} ${formatDateTime(job.createdAt)}`}
      />
      {address.open === undefined ? null : (
        <JobPanel key={address.open} id={address.open} onClose={control.onClose} />
      )}
    </>
  );
}

const JobLink = ({ job }: { job: Job }) => (
  <RowLink path={`/admin/jobs?open=${job.id}`}>{jobTypeText(job.jobType)}</RowLink>
);

const jobColumns = (): ListColumn<Job, never>[] => [
  {
    key: 'job',
    header: t('jobs.job'),
    minWidth: 200,
    grow: 1.4,
    priority: 0,
    render: (job) => <JobLink job={job} />,
  },
  {
    key: 'state',
    header: t('jobs.state'),
    minWidth: 130,
    grow: 0.4,
    priority: 1,
    render: (job) => <JobState job={job} />,
  },
  {
    key: 'progress',
    header: t('jobs.progress'),
    minWidth: 230,
    grow: 0.7,
    priority: 2,
    render: (job) => <JobProgress job={job} />,
  },
  {
    key: 'problems',
    header: t('jobs.problems'),
    minWidth: 120,
    grow: 0.3,
    priority: 3,
    isNumeric: true,
    render: ({ problemCount }) => formatNumber(problemCount),
  },
  {
    key: 'createdBy',
    header: t('jobs.startedBy'),
    minWidth: 150,
    grow: 0.7,
    priority: 5,
    render: ({ createdBy }) => createdBy ?? t('jobs.system'),
  },
  {
    key: 'createdAt',
    header: t('jobs.createdAt'),
    minWidth: 150,
    grow: 0.4,
    priority: 4,
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
];

/** A job on a narrow screen. */
function jobCard(job: Job) {
  return (
    <>
      <JobLink job={job} />
      <JobState job={job} />
      <span className="hint">{formatDateTime(job.createdAt)}</span>
      <JobProgress job={job} />
    </>
  );
}
