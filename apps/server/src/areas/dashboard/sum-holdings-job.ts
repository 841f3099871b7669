import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { idPart, idParts } from '../../platform/jobs/id-parts.ts';
import { defineChunkedJob, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { contributionsSql, summed } from './contributions.view.ts';

export const sumHoldingsType = 'sumHoldings';

/** Holdings and plans of a sixteenth of a million contracts, on a busy machine. */
const partTimeout = 120_000;
const lane = 'all';

/**
 * A system job, once a day: what lies in each fund and what savings plans pay in each month, by group of the customers. Part by
 * part of the contracts; people see the sums of the night before until all parts are through.
 * no audit entry: sums of what is there change nothing
 */
export function createSumHoldingsJob(database: Database, clock: () => number): JobHandler {
  return defineChunkedJob({
    jobType: sumHoldingsType,
    payload: z.object({}),
    // A chunk of the release before names no part: its job ends without new sums, and the next night has them.
    chunkPayload: z.object({ part: z.optional(z.int()) }),
    concurrency: 1,
    async plan(transaction, _job, planning) {
      await sql`delete from night_sums where tenant_id = app_tenant_id()`.execute(transaction);
      await planning.addLane(lane, 'Bestände');
      await planning.addChunks(
        Array.from({ length: idParts }, (_, part) => ({ lane, chunkKey: String(part), payload: { part } })),
      );
    },
    runChunk: (run) =>
      database.transaction(
        run.job.context,
        async (transaction) => {
          const { part = 0 } = run.chunk.payload;
          const { from, until } = idPart(part);
          const today = todayIn(houseZone, new Date(clock()));
          const plans = sql.raw(contributionsSql('(select today from part)', ofPart, summed, 'c.group_id'));
          await sql`with part as (select ${from}::uuid as from_id, ${until}::uuid as until_id)
            insert into night_sums (tenant_id, part, group_id, fund_id, contract_count, amount)
            select app_tenant_id(), ${part}::smallint, c.group_id, e.fund_id, count(distinct c.id), sum(e.value)
              from contracts c
              join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
              join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
             where ${sql.raw(ofPart)} group by c.group_id, e.fund_id`.execute(transaction);
          // The row of nothing says that the part is through, also where no contract is in it.
          const stored =
            await sql`with part as (select ${from}::uuid as from_id, ${until}::uuid as until_id, ${today}::date as today)
            insert into night_sums (tenant_id, part, group_id, month, contract_count, amount)
            select app_tenant_id(), ${part}::smallint, group_id, month, 0, amount from (${plans}) added
            union all
            select app_tenant_id(), ${part}::smallint, null, month::date, 0, 0 from generate_series(date_trunc('month', ${today}::date),
              date_trunc('month', ${today}::date) + ${sql.raw(summed)}, interval '1 month') month`.execute(
              transaction,
            );
          await run.complete(transaction, { changed: Number(stored.numAffectedRows ?? 0) });
        },
        { statementTimeout: partTimeout },
      ),
    async finish(transaction) {
      const parts = await sql<{ parts: number }>`select count(distinct part)::int as parts from night_sums
        where tenant_id = app_tenant_id() and month is not null`.execute(transaction);
      // A server of the release before works on a part without leaving its sums: then those of the last night stand for another day.
      if (parts.rows[0]?.parts === idParts) await replaceSums(transaction);
      await sql`delete from night_sums where tenant_id = app_tenant_id()`.execute(transaction);
    },
  });
}

/** Contracts `c` of the part named by the statement. */
const ofPart = `c.tenant_id = app_tenant_id() and c.deleted_at is null and c.id >= (select from_id from part)
  and ((select until_id from part) is null or c.id < (select until_id from part))`;

/** The sums of all parts in place of those of the night before; without what was deleted while they were taken. */
async function replaceSums(transaction: Transaction<Schema>): Promise<void> {
  await sql`delete from fund_holdings where tenant_id = app_tenant_id()`.execute(transaction);
  await sql`insert into fund_holdings (tenant_id, fund_id, group_id, contract_count, value, summed_at)
    select n.tenant_id, n.fund_id, n.group_id, sum(n.contract_count), sum(n.amount), now() from night_sums n
      join funds f on f.tenant_id = n.tenant_id and f.id = n.fund_id
      left join groups g on g.tenant_id = n.tenant_id and g.id = n.group_id
     where n.tenant_id = app_tenant_id() and (n.group_id is null or g.id is not null)
     group by n.tenant_id, n.fund_id, n.group_id`.execute(transaction);
  await sql`delete from contribution_sums where tenant_id = app_tenant_id()`.execute(transaction);
  await sql`insert into contribution_sums (tenant_id, group_id, month, amount, summed_at)
    select n.tenant_id, n.group_id, n.month, sum(n.amount), now() from night_sums n
      left join groups g on g.tenant_id = n.tenant_id and g.id = n.group_id
     where n.tenant_id = app_tenant_id() and n.month is not null and (n.group_id is null or g.id is not null)
     group by n.tenant_id, n.group_id, n.month`.execute(transaction);
}
