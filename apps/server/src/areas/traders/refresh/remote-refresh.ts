import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInput } from '@depotwerk/api/call';
import { type ErrorCode, errorStatus } from '@depotwerk/api/errors';
import type { Job } from '@depotwerk/api/jobs/jobs';
import type { remoteRefresh as remoteRefreshCall } from '@depotwerk/api/traders/refresh';
import type { GroupRight } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { answerPrepared } from '../../../platform/idempotency.ts';
import { startJob } from '../../../platform/jobs/start-job.ts';
import type { Limited } from '../../../platform/quotas.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { visibilityConditions } from '../../contracts/public.ts';
import { readJob } from '../../jobs/public.ts';
import { chooseIssuers } from './choose-issuers.ts';
import type { RefreshServices } from './refresh-connection.ts';
import { type RefreshPayload, remoteRefreshType } from './remote-refresh-job.ts';

/** How long the call waits for its job before it answers 202, and how soon it looks again: later and later. */
const longestWait = 20_000;
const firstLook = 100;
const latestLook = 1000;
/** One bank is read as a whole once in so many seconds. */
const pauseSeconds = 300;

/** What is done so far: whether data changed, or the job that goes on. */
export type RefreshAnswer = { readonly hasChanged: boolean } | { readonly jobId: string };

/**
 * Starts the refresh as a job and waits for it up to 20 s.
 * @throws 404 for a contract the caller does not see, 403 for one he only sees, 409 while the same refresh is under way, 429 within five minutes
 * of the last one of a whole bank, traderAuth.* when the only bank asked refused
 */
export async function remoteRefresh(
  services: RefreshServices & Limited & { readonly wakeJobs: () => void },
  context: SignedInContext,
  input: CallInput<typeof remoteRefreshCall>,
): Promise<RefreshAnswer> {
  const { scope } = context;
  requirePermission(scope, 'contracts.refresh');
  const issuerId = input.body.issuerId ?? null;
  const contractIds = input.body.contractIds ? [...new Set(input.body.contractIds)].toSorted() : null;
  const request = { issuerId, contractIds };
  const choose = async () => {
    if (contractIds) await requireEditable(services, context, contractIds);
    const issuers = contractIds ? [] : await chooseIssuers(services.database, services, scope, issuerId);
    if (issuerId !== null && !contractIds && issuers.length === 0) throw notFound();
    return issuers.map((issuer) => issuer.issuerId);
  };
  const { jobId } = await answerPrepared(
    services.database,
    context,
    'remoteRefresh',
    request,
    choose,
    async (transaction, issuerIds) => {
      const uniqueKey = refreshKeyOf(scope.userId, request);
      if (await isUnderWay(transaction, uniqueKey))
        throw new AppError('common.inProgress', { retryAfter: 5 });
      const skippedIssuerIds = contractIds ? [] : await chooseSkipped(transaction, scope.userId, issuerIds);
      const payload: RefreshPayload = { ...request, skippedIssuerIds };
      const jobId = await startJob(services, transaction, context, {
        jobType: remoteRefreshType,
        payload,
        uniqueKey,
        action: 'contracts.remoteRefresh',
        details: { issuerId, contractCount: contractIds?.length ?? null },
      });
      return { jobId };
    },
  );
  services.wakeJobs();
  return waitFor(services, context, jobId);
}

/** Foreign and missing contracts answer alike, those the caller only sees are forbidden; nothing is done then. */
async function requireEditable(
  services: Pick<Services, 'database'>,
  { scope }: SignedInContext,
  contractIds: readonly string[],
): Promise<void> {
  const [visible = 0, editable = 0] = await countContracts(services, scope, contractIds, [
    'groupContracts.view',
    'groupContracts.edit',
  ]);
  if (visible < contractIds.length) throw notFound();
  if (editable < contractIds.length) throw new AppError('auth.forbidden');
}

/** How many of the contracts each right opens. */
async function countContracts(
  { database }: Pick<Services, 'database'>,
  scope: Scope,
  contractIds: readonly string[],
  rights: readonly GroupRight[],
): Promise<number[]> {
  const counts = await database.readMany<{ count: number }[]>(
    scope,
    rights.map((right) => {
      const parameters = new Parameters();
      const conditions = visibilityConditions(visibilityOf(scope, right), parameters);
      conditions.push(`c.id = any (${parameters.add(contractIds)}::uuid[])`);
      return {
        sql: `select count(*)::int as count from contracts c where c.tenant_id = app_tenant_id() and ${conditions.join(' and ')}`,
        parameters: parameters.values,
      };
    }),
  );
  return counts.map((rows) => rows[0]?.count ?? 0);
}

/** At most one job with this key is on its way. */
export function refreshKeyOf(
  userId: string,
  { issuerId, contractIds }: Pick<RefreshPayload, 'issuerId' | 'contractIds'>,
): string {
  const what =
    contractIds === null
      ? `issuer ${issuerId ?? 'all'}`
      : `contracts ${createHash('sha256').update(contractIds.join()).digest('hex')}`;
  return `${remoteRefreshType} ${userId} ${what}`;
}

async function isUnderWay(transaction: Transaction<Schema>, uniqueKey: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from jobs where tenant_id = app_tenant_id() and unique_key = ${uniqueKey}
     and state not in ('done', 'dead')`.execute(transaction);
  return rows.length > 0;
}

/**
 * Banks the user read as a whole within the last five minutes: they are left out. One that could not be reached or
 * signed in to does not count. @throws 429 when no other one is left
 */
export async function chooseSkipped(
  transaction: Transaction<Schema>,
  userId: string,
  issuerIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ lane: string; waitSeconds: number }>`
    select l.lane,
      ceil(${pauseSeconds} - extract(epoch from now() - max(j.created_at)))::integer as "waitSeconds"
      from jobs j join job_lanes l on l.tenant_id = j.tenant_id and l.job_id = j.id
     where j.tenant_id = app_tenant_id() and j.job_type = ${remoteRefreshType} and j.created_by = ${userId}
       and j.created_at > now() - ${pauseSeconds} * interval '1 second' and j.payload->'contractIds' = 'null'::jsonb
       and l.error_code is null and l.lane = any (${issuerIds.map(String)}::text[])
     group by l.lane`.execute(transaction);
  if (rows.length > 0 && rows.length === issuerIds.length) {
    const wait = Math.min(...rows.map((row) => row.waitSeconds));
    throw new AppError('common.tooManyRequests', { retryAfter: Math.max(1, wait) });
  }
  return rows.map((row) => Number(row.lane));
}

/** Waits until the job is over; @throws what its only bank refused with. */
async function waitFor(
  services: Pick<Services, 'database'>,
  { scope, signal }: SignedInContext,
  jobId: string,
): Promise<RefreshAnswer> {
  const end = performance.now() + longestWait;
  for (let pause = firstLook; ; pause = Math.min(latestLook, pause * 1.3)) {
    const job = await readJob(services.database, scope, jobId);
    if (job.state === 'done' || job.state === 'dead') return answerOf(job);
    if (performance.now() > end || signal.aborted) return { jobId };
    // Apart from the others who wait: a morning's refreshes begin together.
    await sleep(pause * (0.75 + Math.random() / 2));
  }
}

function answerOf(job: Job): RefreshAnswer {
  const [only, ...others] = job.parts;
  if (only && others.length === 0 && isErrorCode(only.code)) {
    throw new AppError(only.code, { params: { bankName: only.name, message: only.message ?? '' } });
  }
  return { hasChanged: job.changed > 0 };
}

const isErrorCode = (code: string | null): code is ErrorCode =>
  code !== null && Object.hasOwn(errorStatus, code);
