import { afterAll, beforeAll } from 'vitest';
import { DatabaseUnavailable } from '../src/platform/database/database-errors.ts';
import type { JobHandler } from '../src/platform/jobs/job-handler.ts';
import { createJobWorker, type JobWorker } from '../src/platform/jobs/job-worker.ts';
import type { AdviceWorld } from './advice-world.ts';
import type { OwnTestDatabase } from './database.ts';

/** How often idle workers and waiting tests look: each look is a transaction, also while the file tests something else. */
const lookMs = 100;

interface AnyJob {
  readonly id: string;
  readonly state: string;
}

/** What tests ask of a job whose contracts change, stay or are left out. */
export interface JobOfMany extends AnyJob {
  readonly total: number;
  readonly changed: number;
  readonly failed: number;
}

/** Runs jobs while the tests of a file run: two processes as far as the database can tell. */
export function useJobWorkers(db: OwnTestDatabase, handlersOf: () => readonly JobHandler[]) {
  const workers: JobWorker[] = [];
  /**
   * What workers logged as mistakes. That no answer came in time is none of theirs: on a busy machine it happens, and they
   * look again; what does not get done then, the tests see.
   */
  const failures: object[] = [];
  const isLate = (error: unknown) =>
    error instanceof DatabaseUnavailable && (error.reason === 'away' || error.reason === 'busy');
  beforeAll(() => {
    for (let count = 0; count < 2; count += 1)
      workers.push(
        createJobWorker({
          database: db.database,
          handlers: handlersOf(),
          logger: {
            error: (values) => {
              if (!('err' in values && isLate(values.err))) failures.push(values);
            },
          },
          pollMs: lookMs,
        }),
      );
    for (const worker of workers) worker.start();
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  });
  return {
    failures,
    /** A job once it is over, done or given up. */
    async over<Job extends AnyJob>(world: AdviceWorld, token: string, { id }: AnyJob): Promise<Job> {
      for (;;) {
        const { body: job } = await world.call<Job>(token, 'GET', `/jobs/${id}`);
        if (job.state === 'done' || job.state === 'dead') return job;
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    },
  };
}
