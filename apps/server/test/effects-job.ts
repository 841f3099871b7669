import { sql } from 'kysely';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { Database } from '../src/platform/database/database.ts';
import { defineChunkedJob, type JobHandler } from '../src/platform/jobs/job-handler.ts';

/** The table the test job writes to; a doubled effect would show as two rows. */
export async function createEffectsTable(owner: pg.Client): Promise<void> {
  await owner.query(
    'create table job_effects (id bigint generated always as identity, chunk_key text not null)',
  );
  await owner.query('grant select, insert on job_effects to depotwerk_app');
}

/**
 * A job of `count` chunks in `lanes` lanes that each write one row. `before` runs outside of the transaction and may
 * throw; what it answers is called after the commit.
 */
export function effectsJob(
  database: Database,
  before: (key: string, attempt: number, signal: AbortSignal) => Promise<() => void>,
  options: { readonly maximumAttempts?: number; readonly concurrency?: number } = {},
): JobHandler {
  return defineChunkedJob({
    jobType: 'testEffects',
    payload: z.object({ count: z.number(), lanes: z.number() }),
    chunkPayload: z.object({ number: z.number() }),
    concurrency: options.concurrency ?? 2,
    maximumAttempts: options.maximumAttempts ?? 10,
    backOff: () => 0.05,
    async plan(_transaction, job, planning) {
      const { count, lanes } = job.payload;
      for (let lane = 0; lane < lanes; lane += 1) await planning.addLane(`${lane}`, `Spur ${lane}`);
      await planning.addChunks(
        Array.from({ length: count }, (_, number) => ({
          lane: `${number % lanes}`,
          chunkKey: `k${number}`,
          payload: { number },
          size: 10,
        })),
      );
    },
    async runChunk(run) {
      const after = await before(run.chunk.chunkKey, run.chunk.attempt, run.signal);
      await database.transaction(run.job.context, async (transaction) => {
        await sql`insert into job_effects (chunk_key) values (${run.chunk.chunkKey})`.execute(transaction);
        await run.complete(transaction, { changed: run.chunk.payload.number % 2 });
      });
      after();
    },
  });
}
