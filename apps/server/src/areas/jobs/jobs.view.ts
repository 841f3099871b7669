import type { Job, jobPart, jobProblem } from '@depotwerk/api/jobs/jobs';
import { goesOnAgain } from '@depotwerk/domain/job-results';
import type * as z from 'zod/mini';
import type { Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { isCancellable } from '../../platform/jobs/cancel-work.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { readOne } from '../../platform/read-one.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibleRows } from '../../platform/visible-rows.ts';
import { hasRest } from './retryable.ts';

type JobPart = z.output<typeof jobPart>;
type JobProblem = z.output<typeof jobProblem>;

interface LaneRow {
  lane: string;
  laneName: string;
  code: string | null;
  message: string | null;
  total: number;
  done: number;
  changed: number;
  failed: number;
  cancelled: number;
  givenUp: number;
  running: number;
}

interface JobRow {
  id: string;
  jobType: string;
  state: Job['state'] | 'split';
  attempts: number;
  maximumAttempts: number;
  lastError: string | null;
  createdById: string | null;
  createdBy: string | null;
  createdAt: string;
  finishedAt: string | null;
  cancelledAt: string | null;
  cancelledById: string | null;
  cancelledBy: string | null;
  isCancellable: boolean;
  hasRest: boolean;
  problemCount: number;
  lanes: LaneRow[];
}

export interface JobFilter {
  readonly jobType?: string | undefined;
  readonly state?: Job['state'] | 'cancelled' | undefined;
  readonly isMine?: boolean | undefined;
}

const selection = `j.id, j.job_type as "jobType", j.state, j.attempts, j.maximum_attempts as "maximumAttempts",
  j.last_error as "lastError", j.created_by as "createdById", u.full_name as "createdBy", j.created_at as "createdAt",
  j.finished_at as "finishedAt", j.cancelled_at as "cancelledAt", canceller.full_name as "cancelledBy",
  j.cancelled_by as "cancelledById", ${isCancellable} as "isCancellable", ${hasRest} as "hasRest",
  (select count(*)::int from job_problems p where p.tenant_id = j.tenant_id and p.job_id = j.id) as "problemCount",
  (select coalesce(jsonb_agg(to_jsonb(s) order by s."laneName", s.lane), '[]') from (
    select l.lane, l.lane_name as "laneName", l.error_code as code, l.error_message as message,
           coalesce(sum(c.size), 0) as total, coalesce(sum(c.size) filter (where c.state in ('done', 'dead')), 0) as done,
           coalesce(sum(c.changed_count), 0) as changed, coalesce(sum(c.failed_count), 0) as failed,
           coalesce(sum(c.size) filter (where c.state = 'cancelled'), 0) as cancelled,
           coalesce(sum(c.size) filter (where c.state = 'dead'), 0) as "givenUp",
           count(*) filter (where c.state = 'running') as running
      from job_lanes l left join job_chunks c on c.tenant_id = l.tenant_id and c.job_id = l.job_id and c.lane = l.lane
     where l.tenant_id = j.tenant_id and l.job_id = j.id group by l.lane, l.lane_name, l.error_code, l.error_message) s
  ) as lanes`;

/** Jobs with the names of who started and who cancelled them. */
const named = `from jobs j left join users u on u.tenant_id = j.tenant_id and u.id = j.created_by
  left join users canceller on canceller.tenant_id = j.tenant_id and canceller.id = j.cancelled_by`;

/** Own jobs, and every job of the tenant with jobs.view. */
function visibleJobs(scope: Scope, parameters: Parameters): string[] {
  const conditions = ['j.tenant_id = app_tenant_id()'];
  const seesAll = scope.permissions.has('jobs.view') && scope.ownCustomerId === null;
  if (!seesAll) conditions.push(`j.created_by = ${parameters.add(scope.userId)}`);
  return conditions;
}

/** Jobs of a page, newest first, and how many there are. */
export async function listJobPage(
  reader: Reader,
  scope: Scope,
  filter: JobFilter,
  page: Page,
): Promise<{ items: Job[]; total: number }> {
  const build = (tail: (parameters: Parameters) => string, select: string) => {
    const parameters = new Parameters();
    const conditions = visibleJobs(scope, parameters);
    if (filter.isMine) conditions.push(`j.created_by = ${parameters.add(scope.userId)}`);
    if (filter.jobType !== undefined) conditions.push(`j.job_type = ${parameters.add(filter.jobType)}`);
    if (filter.state !== undefined)
      conditions.push(`j.cancelled_at is ${filter.state === 'cancelled' ? 'not ' : ''}null`);
    if (filter.state === 'running') conditions.push(`j.state in ('running', 'split')`);
    else if (filter.state !== undefined && filter.state !== 'cancelled')
      conditions.push(`j.state = ${parameters.add(filter.state)}`);
    return {
      sql: `select ${select} where ${conditions.join(' and ')} ${tail(parameters)}`,
      parameters: parameters.values,
    };
  };
  const [rows, counted] = await reader.readMany<[JobRow, { count: number }]>(scope, [
    build(
      (parameters) =>
        `order by j.created_at desc, j.id limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
      `${selection} ${named}`,
    ),
    build(() => '', 'count(*)::int as count from jobs j'),
  ]);
  return { items: rows.map((row) => toJob(row, scope)), total: counted[0]?.count ?? 0 };
}

/** One job the caller may see. @throws 404 */
export async function readJob(reader: Reader, scope: Scope, jobId: string): Promise<Job> {
  const parameters = new Parameters();
  const conditions = visibleJobs(scope, parameters);
  conditions.push(`j.id = ${parameters.add(jobId)}`);
  const row = await readOne<JobRow>(reader, scope, {
    sql: `select ${selection} ${named} where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  });
  return toJob(row, scope);
}

/** What calls that start a job answer with (`answerOnce`): the job as the caller sees it. @throws as `readJob` */
export const jobOf =
  (scope: Scope) =>
  ({ database }: ReadServices, jobId: string): Promise<Job> =>
    readJob(database, scope, jobId);

/**
 * Problems of a job in the order they came up. They name contracts: only the job's owner sees them, and who may see
 * every contract of the tenant; of both each sees what is of a contract he sees now, whatever he saw when it began. @throws 404
 */
export async function listProblemPage(
  reader: Reader,
  scope: Scope,
  jobId: string,
  page: Page,
): Promise<{ items: JobProblem[]; total: number }> {
  const job = await readJob(reader, scope, jobId);
  if (!job.isMine && !scope.rightsInAllGroups.has('groupContracts.view')) throw notFound();
  const parameters = new Parameters();
  const id = parameters.add(jobId);
  const from = `from job_problems p where p.tenant_id = app_tenant_id() and p.job_id = ${id}
    and ${isOfVisibleContract(scope, parameters)}`;
  const counted = { sql: `select count(*)::int as count ${from}`, parameters: [...parameters.values] };
  const [items, count] = await reader.readMany<[JobProblem, { count: number }]>(scope, [
    {
      sql: `select p.id::text as id, p.lane as "partKey", p.code, p.message, p.contract_id as "contractId",
        p.external_key as "externalKey", p.created_at as "createdAt" ${from}
      order by p.id limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
      parameters: parameters.values,
    },
    counted,
  ]);
  return { items, total: count[0]?.count ?? 0 };
}

/** What names no contract is of the part as a whole. */
function isOfVisibleContract(scope: Scope, parameters: Parameters): string {
  // Whose work it is, or who looks on, may look at jobs without a right to what they name.
  if (!scope.permissions.has('contracts.view')) return 'p.contract_id is null';
  const conditions = visibleRows(visibilityOf(scope, 'groupContracts.view'), parameters, {
    customerId: 'c.customer_id',
    groupId: 'c.group_id',
    deletedAt: 'c.deleted_at',
  });
  return `(p.contract_id is null or exists (select from contracts c
    where c.tenant_id = p.tenant_id and c.id = p.contract_id and ${conditions.join(' and ')}))`;
}

/** Own work, and that of others with the right to have it done again. */
const mayCancel = (scope: Scope, createdById: string | null): boolean =>
  createdById === scope.userId || scope.permissions.has('jobs.retry');

/** Own work one cancelled oneself, and all with the right to: what somebody else stopped, or what failed, he is to look at first. */
export const mayRetry = (
  scope: Scope,
  { createdById, cancelledById }: Pick<JobRow, 'createdById' | 'cancelledById'>,
): boolean =>
  (createdById === scope.userId && cancelledById === scope.userId) || scope.permissions.has('jobs.retry');

function toJob(row: JobRow, scope: Scope): Job {
  const sum = (key: 'total' | 'done' | 'changed' | 'failed' | 'cancelled' | 'givenUp') =>
    row.lanes.reduce((total, lane) => total + lane[key], 0);
  return {
    id: row.id,
    jobType: row.jobType,
    state: row.state === 'split' ? 'running' : row.state,
    total: sum('total'),
    done: sum('done'),
    changed: sum('changed'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    givenUp: sum('givenUp'),
    parts: row.lanes.map((lane) => toPart(lane, row.state === 'done' || row.state === 'dead')),
    problemCount: row.problemCount,
    attempts: row.attempts,
    maximumAttempts: row.maximumAttempts,
    lastError: row.lastError,
    createdBy: row.createdBy,
    isMine: row.createdById === scope.userId,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    cancelledAt: row.cancelledAt,
    cancelledBy: row.cancelledBy,
    canCancel: row.isCancellable && mayCancel(scope, row.createdById),
    canRetry: row.hasRest && goesOnAgain(row.jobType) && mayRetry(scope, row),
  };
}

function toPart(lane: LaneRow, isOver: boolean): JobPart {
  const { total, done, changed, failed, cancelled, givenUp, code, message } = lane;
  return {
    partKey: lane.lane,
    name: lane.laneName,
    state: partState(lane, isOver),
    total,
    done,
    changed,
    failed,
    cancelled,
    givenUp,
    code,
    message,
  };
}

function partState(lane: LaneRow, isOver: boolean): JobPart['state'] {
  if (lane.code !== null) return 'failed';
  if (isOver || (lane.done === lane.total && lane.total > 0)) return 'done';
  return lane.done === 0 && lane.running === 0 ? 'waiting' : 'running';
}
