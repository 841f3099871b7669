import { dayToLookAt } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { type Due, dueDay } from '@depotwerk/domain/continuous-optimization/optimization-days';
import { planObstacleOf } from '@depotwerk/domain/contracts/plan-obstacles';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import { type ChunkRun, defineChunkedJob, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { mapInTurns } from '../../../platform/map-in-turns.ts';
import { readAdviceInputs } from '../advice-input.view.ts';
import { addContractChunks, type ContractRange, contractRange } from '../check-selection.ts';
import type { TariffData } from '../tariff-data.ts';
import { reasonsAgainst } from './as-planned.view.ts';
import { type ContractToLookAt, readContracts, type StoredLook } from './contracts-to-look-at.view.ts';
import { type DueTariff, readDueTariffs } from './due-tariffs.view.ts';
import { giveUpLapsed, isLapsed } from './give-up-lapsed.ts';
import { lookAt } from './propose-plan.ts';
import { type FoundLook, storeLooks } from './store-looks.ts';

export const planContinuousType = 'planContinuous';

/** Contracts in a chunk: about a second of planning. */
const usualChunkSize = 500;
/** Writing a chunk whose every contract gets a plan, on a busy machine. */
const writeTimeout = 60_000;

type Run = Omit<ChunkRun<object, ContractRange>, 'addLane' | 'addChunks'>;

/**
 * Continuous optimisation, once a day: looks at the contracts that are due, any number of processes sharing the chunks. A plan
 * waits for an adviser; nothing is carried out. A chunk's effects happen once, and a contract is planned once a day due.
 */
export function createContinuousJob(
  database: Database,
  tariffs: TariffData,
  clock: () => number,
  forgetCounts: (tenantId: string) => void,
  chunkSize = usualChunkSize,
): JobHandler {
  return defineChunkedJob({
    jobType: planContinuousType,
    payload: z.object({}),
    chunkPayload: contractRange,
    concurrency: 2,
    async plan(transaction, job, planning) {
      // From here on a version that comes into force asks for another run: this one may have read before it.
      await sql`update jobs set unique_key = null where id = ${job.id}`.execute(transaction);
      const due = (await readDueTariffs(readerIn(transaction), job.context)).map((tariff) => tariff.id);
      const today = todayIn(houseZone, new Date(clock()));
      const { rows } = await sql<{ id: string; place: number; total: number }>`
        select id, place, total from (
          select c.id, row_number() over (order by c.id) as place, count(*) over () as total from (
            select c.id from contracts c
             where c.tenant_id = app_tenant_id() and c.deleted_at is null and c.tariff_id = any (${due}::uuid[])
            union
            select c.id from contracts c where c.tenant_id = app_tenant_id() and ${isLapsed(due, today)}) c) numbered
         where (place - 1) % ${chunkSize} = 0 order by place`.execute(transaction);
      await addContractChunks(
        planning,
        rows.map(({ id, place, total }) => ({ fromId: id, size: Math.min(chunkSize, total - place + 1) })),
      );
    },
    async runChunk(run) {
      await runChunk(database, tariffs, new Date(clock()), run);
      forgetCounts(run.job.tenantId);
    },
  });
}

async function runChunk(database: Database, tariffs: TariffData, now: Date, run: Run): Promise<void> {
  const context = { ...run.job.context, tenantId: run.job.tenantId };
  const today = todayIn(houseZone, now);
  const dueTariffs = await readDueTariffs(database, context);
  const dueTariffIds = dueTariffs.map(({ id }) => id);
  const { payload: range, chunkKey } = run.chunk;
  // Before, and by itself: it may happen twice, and both lock contracts in the order of their ids.
  await giveUpLapsed(database, context, { jobId: run.job.id, chunkKey, range }, dueTariffIds, today);
  const contracts = await readContracts(database, context, dueTariffs, range, today, now);
  const byTariff = new Map(dueTariffs.map((tariff) => [tariff.id, tariff]));
  const candidates = contracts.flatMap((contract) => {
    const tariff = byTariff.get(contract.tariffId);
    const due = tariff ? dueDay(tariff, contract, today) : null;
    const { last } = contract;
    // What somebody made by hand of a plan that was given up stays with the contract.
    const isLapsed = last?.isGivenUp === true && contract.openPlan === null;
    const isOfFormerVersion = last !== null && tariff !== undefined && adjustsSince(tariff, last);
    const dayWith = (isPlanOutdated: boolean) =>
      dayToLookAt(due, last && { ...last, isPlanOutdated, isLapsed, isOfFormerVersion });
    // Whether an open plan is still as planned is asked with its input in hand, for all of a chunk at once.
    return dayWith(true) === null ? [] : [{ contract, due, dayWith }];
  });
  const inputs = await readAdviceInputs(
    database,
    tariffs,
    context,
    candidates.map(({ contract }) => contract.id),
    today,
  );
  const looks = await mapInTurns(candidates, ({ contract, due, dayWith }): FoundLook | null => {
    const input = inputs.get(contract.id);
    const { last } = contract;
    const isOutdated = () => last !== null && reasonsAgainst(last, input).length > 0;
    const day = dayWith(false) ?? (isOutdated() ? dayWith(true) : null);
    if (day === null) return null;
    const look = lookAt(planObstacleOf(contract), input, today);
    return { contract, day, cause: causeOf(due, day, contract), look, input };
  });
  const found = looks.filter((look) => look !== null);
  await database.transaction(
    run.job.context,
    async (transaction) => {
      // system job: whose contracts they are does not matter, each shows only to those who may see it
      const rows = await storeLooks(transaction, found, now, today);
      const planned = rows.filter(({ state }) => state === 'waiting').length;
      const skipped = rows.filter(({ state }) => state === 'skipped').length;
      // One for all: an entry a contract would hold up every other writer of the house. What became of each stands with it.
      if (found.length > 0)
        await writeAudit(transaction, {
          actor: { kind: 'system' },
          action: 'continuousOptimization.plan',
          objectType: 'job',
          objectId: run.job.id,
          after: rows,
          // Overtaken: changed, or looked at by another, since they were read; they stay due.
          details: {
            chunk: chunkKey,
            lookedAt: rows.length,
            planned,
            skipped,
            overtaken: found.length - rows.length,
          },
        });
      await run.complete(transaction, { changed: planned, failed: skipped });
    },
    { statementTimeout: writeTimeout },
  );
}

/** Whether a version that adjusts portfolios at once came into force after a look. */
const adjustsSince = ({ adjustsNow, publishedAt }: DueTariff, { lookedAt }: StoredLook): boolean =>
  adjustsNow && publishedAt !== null && Date.parse(lookedAt) < Date.parse(publishedAt);

/** Why a day that was looked at before is looked at again does not change with a new calendar. */
const causeOf = (due: Due | null, day: string, { last }: ContractToLookAt): Due['cause'] =>
  due?.day === day ? due.cause : (last?.dueCause ?? 'interval');
