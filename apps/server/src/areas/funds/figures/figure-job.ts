import { sql } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readClientZone, todayIn } from '../../../platform/http/client-zone.ts';
import { figureJobType } from '../../../platform/jobs/enqueue-figures.ts';
import { enqueueMarketCheck } from '../../../platform/jobs/enqueue-market-check.ts';
import { defineChunkedJob, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { computeFigures } from './compute-figures.ts';
import { storeFigures } from './store-figures.ts';

const lane = 'market';
/** Writing the ranks of some thousand funds on a machine that is busy with other things. */
const writeTimeout = 120_000;

/** Days begin and end as in Germany. */
const germanZone = readClientZone('Europe/Berlin', undefined);

/** A system job: derives risk, covariance and ranks of a tenant from its prices. */
export function createFigureJob(database: Database, clock: () => number): JobHandler {
  return defineChunkedJob({
    jobType: figureJobType,
    payload: z.object({}),
    chunkPayload: z.object({}),
    concurrency: 1,
    maximumAttempts: 5,
    async plan(transaction, job, planning) {
      // From here on a change asks for another computation: this one may have read before it.
      await sql`update jobs set unique_key = null where id = ${job.id}`.execute(transaction);
      await planning.addLane(lane, 'Kennzahlen der Fonds');
      await planning.addChunks([{ lane, chunkKey: 'all', payload: {} }]);
    },
    async runChunk(run) {
      const { context } = run.job;
      const startedAt = clock() / 1000;
      const computed = await computeFigures(database, context, todayIn(germanZone, new Date(clock())));
      await database.transaction(
        context,
        async (transaction) => {
          // Another computation may have begun later and ended earlier: what is newer stays.
          await sql`select pg_advisory_xact_lock(hashtextextended('fundFigures' || app_tenant_id(), 0))`.execute(
            transaction,
          );
          const { rows: newer } = await sql`select 1 from fund_figure_runs
            where started_at > to_timestamp(${startedAt})`.execute(transaction);
          if (newer.length > 0) {
            await run.complete(transaction);
            return;
          }
          const stored = await storeFigures(transaction, computed);
          await sql`insert into fund_figure_runs (tenant_id, calculated_for, started_at, finished_at, fund_count, figure_count,
              ranked_count, peergroup_count, window_weeks)
            values (app_tenant_id(), ${computed.calculatedFor}, to_timestamp(${startedAt}), to_timestamp(${clock() / 1000}), ${stored.fundCount},
              ${stored.figureCount}, ${stored.rankedCount}, ${stored.peergroupCount}, ${stored.windowWeeks})
            on conflict (tenant_id) do update set calculated_for = excluded.calculated_for,
              started_at = excluded.started_at,              finished_at = excluded.finished_at, fund_count = excluded.fund_count,
              figure_count = excluded.figure_count, ranked_count = excluded.ranked_count,
              peergroup_count = excluded.peergroup_count, window_weeks = excluded.window_weeks`.execute(
            transaction,
          );
          // Also where no figure is another one: what asked for them changed funds, and a day has passed.
          await enqueueMarketCheck(transaction);
          await writeAudit(transaction, {
            actor: { kind: 'system' },
            action: 'funds.figures',
            objectType: 'job',
            objectId: run.job.id,
            details: { calculatedFor: computed.calculatedFor, ...stored },
          });
          await run.complete(transaction, { changed: stored.changed });
        },
        { statementTimeout: writeTimeout },
      );
    },
  });
}
