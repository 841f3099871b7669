import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';
import { defineChunkedJob, type JobHandler } from '../../platform/jobs/job-handler.ts';

export const sumHoldingsType = 'sumHoldings';

/** Every holding of a million contracts, on a busy machine. */
const sumTimeout = 300_000;
const lane = 'all';

/**
 * A system job, once a day: what lies in each fund, by group of the customers.
 * no audit entry: sums of what is there change nothing
 */
export function createSumHoldingsJob(database: Database): JobHandler {
  return defineChunkedJob({
    jobType: sumHoldingsType,
    payload: z.object({}),
    chunkPayload: z.object({}),
    concurrency: 1,
    async plan(_transaction, _job, planning) {
      await planning.addLane(lane, 'Bestände');
      await planning.addChunks([{ lane, chunkKey: 'all', payload: {} }]);
    },
    runChunk: (run) =>
      database.transaction(
        run.job.context,
        async (transaction) => {
          await sql`delete from fund_holdings where tenant_id = app_tenant_id()`.execute(transaction);
          const summed =
            await sql`insert into fund_holdings (tenant_id, fund_id, group_id, contract_count, value, summed_at)
            select app_tenant_id(), e.fund_id, c.group_id, count(distinct c.id), sum(e.value), now()
              from contracts c
              join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
              join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
             where c.tenant_id = app_tenant_id() and c.deleted_at is null
             group by e.fund_id, c.group_id`.execute(transaction);
          await run.complete(transaction, { changed: Number(summed.numAffectedRows ?? 0) });
        },
        { statementTimeout: sumTimeout },
      ),
  });
}
