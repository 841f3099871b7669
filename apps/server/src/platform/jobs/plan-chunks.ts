import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { JobPlanning } from './job-handler.ts';
import { addProblems } from './settle-work.ts';

/** Rows in one statement; keeps messages to the database below a few hundred kilobytes. */
const batchSize = 1000;

/** Adds lanes and chunks of a job in the given transaction. */
export function planningIn(transaction: Transaction<Schema>, jobId: string): JobPlanning<unknown> {
  return {
    async addLane(lane, laneName) {
      await sql`insert into job_lanes (tenant_id, job_id, lane, lane_name)
        values (app_tenant_id(), ${jobId}, ${lane}, ${laneName.slice(0, 200)})
        on conflict (tenant_id, job_id, lane) do nothing`.execute(transaction);
    },
    addProblem: (problem) => addProblems(transaction, { jobId, id: null, lane: null }, [problem]),
    async addChunks(chunks) {
      let added = 0;
      for (let from = 0; from < chunks.length; from += batchSize) {
        const rows = chunks.slice(from, from + batchSize).map((chunk) => ({
          lane: chunk.lane,
          chunk_key: chunk.chunkKey,
          payload: chunk.payload,
          size: chunk.size ?? 1,
        }));
        const result = await sql`insert into job_chunks (tenant_id, job_id, lane, chunk_key, payload, size)
          select app_tenant_id(), ${jobId}, c.lane, c.chunk_key, c.payload, c.size
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as c (lane text, chunk_key text, payload jsonb, size integer)
          on conflict (tenant_id, job_id, chunk_key) do nothing`.execute(transaction);
        added += Number(result.numAffectedRows ?? 0);
      }
      return added;
    },
  };
}
