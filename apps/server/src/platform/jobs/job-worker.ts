import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { Slots } from '../slots.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import {
  type ClaimedChunk,
  claimChunks,
  claimJob,
  findWaitingWork,
  prolongLeases,
  prolongSeconds,
  releaseLeases,
  type WaitingWork,
} from './claim-work.ts';
import { type JobHandler, usualBackOff } from './job-handler.ts';
import { planningIn } from './plan-chunks.ts';
import { runChunk } from './run-chunk.ts';
import { endJob, failEnd, failJob, splitJob } from './settle-work.ts';

interface Logger {
  readonly error: (values: object, message: string) => void;
}

export interface JobWorkerOptions {
  /** Best a pool of its own, so that jobs never take the connections of requests. */
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  readonly logger: Logger;
  /** Knows what a piece of a job does; absent = nobody asks. */
  readonly telemetry?: Telemetry | undefined;
  /** Milliseconds between two looks when nothing was found; default 1000. */
  readonly pollMs?: number;
  /** Milliseconds that running chunks get on `stop` before they are aborted; default 5000. */
  readonly graceMs?: number;
}

export interface JobWorker {
  readonly name: string;
  start(): void;
  /** Looks for work now: a command of this process has just enqueued some. */
  wake(): void;
  /** Takes nothing new, lets running chunks end or aborts them, and gives the rest back. */
  stop(): Promise<void>;
}

/** Plans made at once: each takes a connection for as long as it lasts. */
const plansAtOnce = 2;

/** Claims and runs jobs and chunks until stopped; any number of processes may run one. */
export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { database, logger, telemetry, pollMs = 1000, graceMs = 5000 } = options;
  const handlers = new Map(options.handlers.map((handler) => [handler.jobType, handler]));
  const jobTypes = [...handlers.keys()];
  const name = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(4).toString('hex')}`;
  /** What is at work, by the key of its lease. */
  const held = new Map<string, { readonly tenantId: string; readonly controller: AbortController }>();
  const plans = new Slots(plansAtOnce);
  /** The pace of a lane, which all jobs of a tenant and type keep together: 200 refreshes ask one bank no faster than one. */
  const paces = new Map<string, Slots>();
  /** Lanes of jobs at work. */
  const lanes = new Map<string, { runners: number; isEmpty: boolean }>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let isLooking = false;
  let mustLookAgain = false;
  const state = { isStopped: false };

  const contextOf = (tenantId: string, userId: string | null = null) => ({ tenantId, userId });

  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => logger.error({ worker: name, err: error }, 'jobs.failed'))
      .finally(() => running.delete(tracked));
    running.add(tracked);
  }

  async function look(): Promise<void> {
    if (state.isStopped) return;
    if (isLooking) {
      mustLookAgain = true;
      return;
    }
    isLooking = true;
    clearTimeout(timer);
    try {
      do {
        mustLookAgain = false;
        for (const work of await findWaitingWork(database, jobTypes)) {
          if (state.isStopped) break;
          if (work.lane === null) track(workOnJob(work));
          else track(workOnLane({ ...work, lane: work.lane }));
        }
        // Jobs found now are planned before the next look, so that it sees their chunks.
        await Promise.allSettled(planning);
      } while (mustLookAgain && !state.isStopped);
    } catch (error) {
      logger.error({ worker: name, err: error }, 'jobs.lookFailed');
    } finally {
      isLooking = false;
      // A little apart from the other processes.
      if (!state.isStopped) timer = setTimeout(() => void look(), pollMs * (0.75 + Math.random() / 2));
    }
  }

  const planning = new Set<Promise<void>>();
  const jobsAtWork = new Set<string>();

  async function workOnJob(work: WaitingWork): Promise<void> {
    if (jobsAtWork.has(work.jobId)) return;
    jobsAtWork.add(work.jobId);
    const done = plans
      .use(() => planOrEnd(work))
      .finally(() => {
        jobsAtWork.delete(work.jobId);
        planning.delete(done);
      });
    planning.add(done);
    await done;
  }

  async function planOrEnd(work: WaitingWork): Promise<void> {
    const handler = handlers.get(work.jobType);
    if (!handler || state.isStopped || (await endWhenThrough(work))) return;
    const { tenantId, jobId } = work;
    const claimed = await database.transaction(contextOf(tenantId), (transaction) =>
      claimJob(transaction, jobId, name),
    );
    if (!claimed) return;
    const { payload, createdBy, attempt, maximumAttempts } = claimed;
    const context = contextOf(tenantId, createdBy);
    const job = { id: jobId, tenantId, createdBy, payload, context };
    const lease = hold(tenantId, `${jobId}/${attempt}`);
    try {
      await database.transaction(context, async (transaction) => {
        await handler.plan(transaction, job, planningIn(transaction, jobId));
        await splitJob(transaction, { id: jobId, attempt, worker: name });
      });
      mustLookAgain = true;
    } catch (error) {
      logger.error({ worker: name, jobId, jobType: work.jobType, err: error }, 'jobs.planFailed');
      const retryIn = attempt >= maximumAttempts ? null : usualBackOff(attempt);
      await database.transaction(context, (transaction) =>
        failJob(transaction, { id: jobId, attempt, worker: name }, error, retryIn),
      );
    } finally {
      lease.release();
    }
  }

  /** Ends the job when its last chunk is through; true when it did. */
  async function endWhenThrough(work: WaitingWork): Promise<boolean> {
    const { tenantId, jobId } = work;
    try {
      const handler = handlers.get(work.jobType);
      const statementTimeout = handler?.finishTimeout;
      const end = async (transaction: Transaction<Schema>) => {
        const ended = await endJob(transaction, jobId);
        if (!ended) return false;
        const { payload, createdBy } = ended;
        const job = { id: jobId, tenantId, createdBy, payload, context: contextOf(tenantId, createdBy) };
        await handler?.finish(transaction, job);
        return true;
      };
      const options = statementTimeout === undefined ? {} : { statementTimeout };
      return await database.transaction(contextOf(tenantId), end, options);
    } catch (error) {
      logger.error({ worker: name, jobId, jobType: work.jobType, err: error }, 'jobs.endFailed');
      await database.transaction(contextOf(tenantId), (transaction) => failEnd(transaction, jobId, error));
      return true;
    }
  }

  /** Works on a lane, with as many chunks at once as its handler allows, until nothing waits in it. */
  async function workOnLane(work: WaitingWork & { readonly lane: string }): Promise<void> {
    const handler = handlers.get(work.jobType);
    if (!handler || state.isStopped) return;
    const key = `${work.tenantId}/${work.jobId}/${work.lane}`;
    const lane = lanes.get(key) ?? { runners: 0, isEmpty: false };
    lanes.set(key, lane);
    lane.isEmpty = false;
    const runners: Promise<void>[] = [];
    for (; lane.runners < handler.concurrency; lane.runners += 1) runners.push(runLane(work, handler, lane));
    if (runners.length === 0) return;
    await Promise.all(runners);
    if (lane.runners > 0) return;
    lanes.delete(key);
    await endWhenThrough(work);
  }

  /** One chunk after the other; jobs that share the pace take turns. */
  async function runLane(
    work: WaitingWork & { readonly lane: string },
    handler: JobHandler,
    lane: { runners: number; isEmpty: boolean },
  ): Promise<void> {
    const key = `${work.tenantId}/${work.jobType}/${work.lane}`;
    const pace = paces.get(key) ?? new Slots(handler.concurrency);
    paces.set(key, pace);
    try {
      while (!lane.isEmpty && !state.isStopped) {
        await pace.use(async () => {
          if (lane.isEmpty || state.isStopped) return;
          const [chunk] = await database.transaction(contextOf(work.tenantId), (transaction) =>
            claimChunks(transaction, work, 1, name),
          );
          if (chunk) await workOnChunk(work, handler, chunk);
          else lane.isEmpty = true;
        });
      }
    } finally {
      lane.runners -= 1;
    }
  }

  async function workOnChunk(work: WaitingWork, handler: JobHandler, chunk: ClaimedChunk): Promise<void> {
    const lease = hold(work.tenantId, `${work.jobId}/${chunk.id}/${chunk.attempt}`);
    try {
      const run = () =>
        runChunk({ database, logger, worker: name, handler, work, chunk, signal: lease.signal });
      await (telemetry?.around({ kind: 'job', name: work.jobType }, run, () => null) ?? run());
    } finally {
      lease.release();
    }
  }

  function hold(tenantId: string, key: string): { signal: AbortSignal; release(): void } {
    const controller = new AbortController();
    held.set(key, { tenantId, controller });
    return { signal: controller.signal, release: () => held.delete(key) };
  }

  /** Prolongs all leases; what is no longer ours is told to stop. */
  async function prolong(): Promise<void> {
    const tenants = new Set([...held.values()].map(({ tenantId }) => tenantId));
    for (const tenantId of tenants) {
      const before = [...held].filter(([, lease]) => lease.tenantId === tenantId);
      const kept = new Set(
        await database.transaction(contextOf(tenantId), (transaction) => prolongLeases(transaction, name)),
      );
      for (const [key, { controller }] of before) {
        if (!kept.has(key) && held.has(key)) controller.abort(new Error('The lease was lost.'));
      }
    }
  }

  async function stop(): Promise<void> {
    state.isStopped = true;
    clearTimeout(timer);
    await settledWithin(graceMs);
    const tenants = new Set([...held.values()].map(({ tenantId }) => tenantId));
    for (const { controller } of held.values()) controller.abort(new Error('The process ends.'));
    await settledWithin(2000);
    clearInterval(beat);
    for (const tenantId of tenants) {
      await database
        .transaction(contextOf(tenantId), (transaction) => releaseLeases(transaction, name))
        .catch((error: unknown) => logger.error({ worker: name, err: error }, 'jobs.releaseFailed'));
    }
  }

  /** Waits until nothing runs, at most so long. */
  async function settledWithin(milliseconds: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const limit = setTimeout(late.resolve, milliseconds);
    const settle = async () => {
      while (running.size > 0) await Promise.all(running);
    };
    await Promise.race([settle(), late.promise]);
    clearTimeout(limit);
  }

  return {
    name,
    start() {
      beat = setInterval(() => {
        if (held.size === 0) return;
        prolong().catch((error: unknown) => logger.error({ worker: name, err: error }, 'jobs.beatFailed'));
      }, prolongSeconds * 1000);
      beat.unref();
      void look();
    },
    wake: () => void look(),
    stop,
  };
}
