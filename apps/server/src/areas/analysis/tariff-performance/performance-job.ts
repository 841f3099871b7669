import { id } from '@depotwerk/api/fields';
import {
  addCompositeSums,
  type CompositeSums,
  noCompositeSums,
} from '@depotwerk/engine/attribution/composite-attribution';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import {
  defineChunkedJob,
  type JobHandler,
  type JobOf,
  type Planning,
} from '../../../platform/jobs/job-handler.ts';
import { chunksOfTariff } from '../../contracts/public.ts';
import { type ClassTargets, readCompositeSums } from './composite-sums.view.ts';
import { countedPerformance } from './tariff-performance.view.ts';

export const performanceJobType = 'tariffPerformance';
const lane = 'all';
/** Contracts in a chunk: about a second of work, so that a killed process loses little. */
const usualChunkSize = 250;
/** Parts read at once when they are added up: memory does not grow with their number. */
const partsAtOnce = 20;

const payload = z.object({ tariffId: id });
type Payload = z.output<typeof payload>;
const chunkPayload = z.object({ fromId: id, untilId: z.nullable(id) });
type Chunk = z.output<typeof chunkPayload>;

interface StartedRow {
  from: string;
  to: string;
  targets: ClassTargets;
}

/**
 * Performance of a tariff with many contracts. Any number of processes share its chunks; each leaves one row of sums by
 * month, so that neither memory nor what is written grows with the number of contracts. No contract is changed.
 */
export function createPerformanceJob(database: Database, chunkSize = usualChunkSize): JobHandler {
  return defineChunkedJob<Payload, Chunk>({
    jobType: performanceJobType,
    payload,
    chunkPayload,
    concurrency: 1,
    plan: (transaction, job, planning) => plan(transaction, job, planning, chunkSize),
    async runChunk({ job, chunk, complete }) {
      const [started] = await database.read<StartedRow>(job.context, {
        sql: `select p.from_day as "from", p.to_day as "to", p.targets from tariff_performances p where p.job_id = $1`,
        parameters: [job.id],
      });
      if (!started) throw new Error('The tariff of the performance is gone.');
      const range = { ...chunk.payload, tariffId: job.payload.tariffId };
      const sums = await readCompositeSums(database, job.context, range, started, started.targets);
      // system job: whoever may see tariffs may start it, and contracts stay as they are
      await database.transaction(job.context, async (transaction) => {
        await sql`insert into tariff_performance_parts (tenant_id, job_id, chunk_key, part)
          values (app_tenant_id(), ${job.id}, ${chunk.chunkKey}, ${JSON.stringify(sums)}::jsonb)`.execute(
          transaction,
        );
        await complete(transaction, { changed: sums.counted });
      });
    },
    finish,
  });
}

async function plan(
  transaction: Transaction<Schema>,
  { payload: { tariffId } }: JobOf<Payload>,
  planning: Planning<Chunk>,
  chunkSize: number,
): Promise<void> {
  await planning.addLane(lane, 'Verträge');
  const chunks = await chunksOfTariff(transaction, tariffId, chunkSize);
  await planning.addChunks(
    chunks.map(({ size, ...range }, k) => ({
      lane,
      // In the order of their names, so that sums are added in the same order every time.
      chunkKey: String(k).padStart(6, '0'),
      payload: range,
      size,
    })),
  );
}

/** Adds up what the chunks found. */
async function finish(transaction: Transaction<Schema>, job: JobOf<Payload>): Promise<void> {
  const sums = noCompositeSums();
  let after = '';
  for (;;) {
    const { rows } = await sql<{ key: string; part: CompositeSums }>`
      select chunk_key as key, part from tariff_performance_parts
       where tenant_id = app_tenant_id() and job_id = ${job.id} and chunk_key > ${after}
       order by chunk_key limit ${partsAtOnce}`.execute(transaction);
    for (const { part } of rows) addCompositeSums(sums, part);
    const last = rows.at(-1);
    if (!last) break;
    after = last.key;
  }
  const counted = countedPerformance(sums);
  await sql`update tariff_performances set result = ${JSON.stringify(counted)}::jsonb, finished_at = now()
     where tenant_id = app_tenant_id() and job_id = ${job.id}`.execute(transaction);
  await sql`delete from tariff_performance_parts where tenant_id = app_tenant_id() and job_id = ${job.id}`.execute(
    transaction,
  );
  await writeAudit(transaction, {
    actor: { kind: 'system' },
    action: 'tariffs.performance',
    objectType: 'tariff',
    objectId: job.payload.tariffId,
    details: { jobId: job.id, contracts: counted.contracts.counted },
  });
}
