import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { idPart, idParts } from '../../platform/jobs/id-parts.ts';
import { defineChunkedJob, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { lookAtContracts, lookAtHouse } from './apply-rules.ts';
import { thresholdKeys } from './rules/task-rule.ts';
import { readThresholds } from './thresholds.view.ts';

export const sweepTasksType = 'sweepTasks';

/** A sixteenth of a million contracts, on a busy machine. */
const partTimeout = 120_000;
/** Days an ended task is kept, for who asks what became of it. */
const keptDays = 90;
const lane = 'all';

const chunkPayload = z.object({ part: z.nullable(z.int()) });

/**
 * A system job, once a day: what changes with the day alone, and what no change has told of. Small parts, so that nothing
 * waits long.
 * no audit entry: what made a task is in the log, and the task says nothing more
 */
export function createSweepJob(
  database: Database,
  clock: () => number,
  forgetCounts: (tenantId: string) => void,
): JobHandler {
  return defineChunkedJob({
    jobType: sweepTasksType,
    payload: z.object({ stricter: z.optional(z.array(z.enum(thresholdKeys))) }),
    chunkPayload,
    concurrency: 1,
    async plan(_transaction, _job, planning) {
      await planning.addLane(lane, 'Aufgaben');
      await planning.addChunks(
        [null, ...Array.from({ length: idParts }, (_, part) => part)].map((part) => ({
          lane,
          chunkKey: String(part),
          payload: { part },
        })),
      );
    },
    async runChunk(run) {
      const { part } = run.chunk.payload;
      const today = todayIn(houseZone, new Date(clock()));
      await database.transaction(
        run.job.context,
        async (transaction) => {
          const thresholds = await readThresholds(readerIn(transaction), run.job.context);
          const { from, until } = idPart(part ?? 0);
          const look = {
            today,
            thresholds,
            contracts: { kind: 'range', from, until },
            stricter: run.job.payload.stricter,
          } as const;
          if (part === null) {
            await lookAtHouse(transaction, look);
            await sql`delete from workbench_tasks where tenant_id = app_tenant_id()
              and ended_at < now() - ${keptDays} * interval '1 day'`.execute(transaction);
          } else await lookAtContracts(transaction, look);
          await run.complete(transaction);
        },
        { statementTimeout: partTimeout },
      );
      forgetCounts(run.job.tenantId);
    },
  });
}
