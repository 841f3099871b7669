import { id } from '@depotwerk/api/fields';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import {
  type ChunkRun,
  defineChunkedJob,
  type JobHandler,
  type JobOf,
  type Planning,
} from '../../../platform/jobs/job-handler.ts';
import { mapInTurns } from '../../../platform/map-in-turns.ts';
import { chunksOfTariff } from '../../contracts/public.ts';
import {
  dayNumberOf,
  daysOfContract,
  effectOf,
  readEffectRows,
  type VersionEffect,
  VersionTariffs,
  versionYear,
  yearOfContract,
} from '../../optimization/public.ts';
import type { VersionContent } from '../version-content.view.ts';
import { addEffect, addSums, addYear, hardestHit, type ImpactSums, noSums } from './impact-sums.ts';

export const impactJobType = 'tariffImpact';

/** Contracts in a chunk: about a second of work, so that a killed process loses little. */
const usualChunkSize = 1000;
const lane = 'all';
/** Versions whose contents a process keeps while it works on them. */
const mostContents = 50;

/** Versions whose impact is computed; their contents stand in `tariff_impacts`. */
export const impactPayload = z.object({
  versions: z.array(z.object({ tariffId: id, versionNumber: z.int() })),
});
type Payload = z.output<typeof impactPayload>;

/** Contracts of a version about that are planned through a year: enough for shares within some five percentage points. */
const usualYearSample = 500;

const chunkPayload = z.object({
  tariffId: id,
  fromId: id,
  untilId: z.nullable(id),
  /** One in so many contracts is planned through a year; chunks of an older release do not say. */
  sampleEvery: z.optional(z.int()),
});
type Chunk = z.output<typeof chunkPayload>;
type Run = Omit<ChunkRun<Payload, Chunk>, 'addLane' | 'addChunks'>;

interface Contents {
  readonly before: VersionContent | null;
  readonly after: VersionContent;
}

/**
 * What versions would do to the contracts of their tariffs. Any number of processes share its chunks; each leaves one
 * row of sums, so that memory and what is written do not grow with the number of contracts. No contract is changed.
 */
export function createImpactJob(
  database: Database,
  clock: () => number,
  chunkSize = usualChunkSize,
  yearSample = usualYearSample,
): JobHandler {
  const tariffs = new VersionTariffs(database);
  const contents = new Map<string, Promise<Contents>>();
  return defineChunkedJob<Payload, Chunk>({
    jobType: impactJobType,
    payload: impactPayload,
    chunkPayload,
    concurrency: 2,
    plan: (transaction, job, planning) => plan(transaction, job, planning, chunkSize, yearSample),
    runChunk: (run) => runChunk(database, tariffs, contents, clock, run),
    finish,
  });
}

async function plan(
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  planning: Planning<Chunk>,
  chunkSize: number,
  yearSample: number,
): Promise<void> {
  await planning.addLane(lane, 'Verträge');
  for (const { tariffId } of job.payload.versions) {
    const chunks = await chunksOfTariff(transaction, tariffId, chunkSize);
    const contracts = chunks.reduce((sum, { size }) => sum + size, 0);
    const sampleEvery = Math.max(1, Math.round(contracts / yearSample));
    await planning.addChunks(
      chunks.map(({ size, ...range }, k) => ({
        lane,
        chunkKey: `${tariffId} ${k}`,
        payload: { tariffId, ...range, sampleEvery },
        size,
      })),
    );
  }
}

async function runChunk(
  database: Database,
  tariffs: VersionTariffs,
  contents: Map<string, Promise<Contents>>,
  clock: () => number,
  run: Run,
): Promise<void> {
  const { job, chunk } = run;
  const { tariffId } = chunk.payload;
  const key = `${job.id} ${tariffId}`;
  let both = contents.get(key);
  if (!both) {
    if (contents.size >= mostContents) contents.clear();
    contents.set(key, (both = readContents(database, job, tariffId)));
    both.catch(() => contents.delete(key));
  }
  const { before, after } = await both;
  const context = { ...job.context, tenantId: job.tenantId };
  const today = todayIn(houseZone, new Date(clock()));
  const { stamp, rows } = await readEffectRows(database, context, chunk.payload, today);
  const [assembledBefore, assembledAfter] = await Promise.all([
    before && tariffs.version(context, stamp, `${key} before`, before),
    tariffs.version(context, stamp, `${key} after`, after),
  ]);
  const sums = noSums();
  const day = dayNumberOf(today);
  const yearBefore = before && versionYear(before, today, false);
  const yearAfter = versionYear(after, today, true);
  const hintsOf = (check: VersionEffect['before']) => check?.hintIds ?? [];
  await mapInTurns(rows, (row) => {
    const effect = assembledAfter && effectOf(row, assembledBefore, assembledAfter, day);
    addEffect(sums, effect);
    if (!effect) return;
    const days = daysOfContract(yearAfter, row, hintsOf(effect.after));
    const isPlanned = days.length > 0 && isSampled(row.id, chunk.payload.sampleEvery ?? 1);
    addYear(sums, {
      before: yearBefore ? daysOfContract(yearBefore, row, hintsOf(effect.before)).length : 0,
      after: days.length,
      planned: isPlanned ? yearOfContract(row, assembledAfter, days, today) : null,
    });
  });
  sums.examples = hardestHit(sums.examples);
  // system job: whoever may see tariffs may start it, and contracts stay as they are
  await database.transaction(job.context, async (transaction) => {
    await sql`insert into tariff_impact_parts (tenant_id, job_id, tariff_id, chunk_key, part)
      values (app_tenant_id(), ${job.id}, ${tariffId}, ${chunk.chunkKey}, ${JSON.stringify(sums)}::jsonb)`.execute(
      transaction,
    );
    await run.complete(transaction, { changed: sums.changed, failed: sums.notComputable });
  });
}

/** Whether a contract is one of the sample: by its id, so that it does not matter who looks at it. */
const isSampled = (contractId: string, every: number): boolean =>
  Number.parseInt(contractId.slice(-8), 16) % every === 0;

/** Both contents as they were when the job was started; a published version's never changes. */
async function readContents(database: Database, job: JobOf<Payload>, tariffId: string): Promise<Contents> {
  const [row] = await database.read<Contents>(job.context, {
    sql: `select i.version_content as after, v.content as before from tariff_impacts i
            left join tariff_versions v on v.tenant_id = i.tenant_id and v.tariff_id = i.tariff_id
             and v.version_number = i.compared_with
           where i.job_id = $1 and i.tariff_id = $2`,
    parameters: [job.id, tariffId],
  });
  if (!row) throw new Error('The tariff of the impact preview is gone.');
  return row;
}

/** Adds up what the chunks found and leaves one row a version. */
async function finish(transaction: Transaction<Schema>, job: JobOf<Payload>): Promise<void> {
  const { rows } = await sql<{ tariff_id: string; part: ImpactSums }>`
    select tariff_id, part from tariff_impact_parts where tenant_id = app_tenant_id() and job_id = ${job.id}
     order by tariff_id, chunk_key`.execute(transaction);
  const byTariff = Map.groupBy(rows, ({ tariff_id }) => tariff_id);
  for (const { tariffId, versionNumber } of job.payload.versions) {
    const sums = noSums();
    for (const { part } of byTariff.get(tariffId) ?? []) addSums(sums, part);
    await sql`update tariff_impacts set result = ${JSON.stringify(sums)}::jsonb, finished_at = now()
       where tenant_id = app_tenant_id() and job_id = ${job.id} and tariff_id = ${tariffId}`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'tariffs.impact',
      objectType: 'tariff',
      objectId: tariffId,
      details: { jobId: job.id, versionNumber, contracts: sums.contracts, changed: sums.changed },
    });
  }
  await sql`delete from tariff_impact_parts where tenant_id = app_tenant_id() and job_id = ${job.id}`.execute(
    transaction,
  );
}
