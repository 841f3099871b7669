import { countCauses } from '@depotwerk/engine/check/group-findings';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { followNewerFigures, noteFiguresOfCheck } from '../../platform/jobs/enqueue-market-check.ts';
import {
  type ChunkRun,
  defineChunkedJob,
  type JobHandler,
  type JobProblem,
} from '../../platform/jobs/job-handler.ts';
import { takeTurns } from '../../platform/map-in-turns.ts';
import {
  type AdviceContractRow,
  adviceContractSelection,
  adviceContractTables,
  toDayNumber,
} from './advice-contract.ts';
import { checkRow } from './check-row.ts';
import {
  type CheckSelection,
  type ContractRange,
  checkSelection,
  contractRange,
  editableStill,
  inRange,
  planSelection,
  rightLostText,
} from './check-selection.ts';
import { type CheckToStore, storeChecks } from './store-checks.ts';
import { TariffData } from './tariff-data.ts';
import { stampQuery } from './tariff-rows.view.ts';

export const checkJobType = 'checkContracts';
/** The same once a day for contracts whose class goes down on a day. */
export const lifeCycleJobType = 'checkLifeCycle';
const everybody = { groupIds: null, includesWithoutGroup: true, ownCustomerId: null };
export const lifeCycleSelection: CheckSelection = { withLifeCycle: true, visibility: everybody };
/** The same once a day for contracts with funds whose risk indicator has risen above what their tariff allows. */
export const riskIndicatorJobType = 'checkRiskIndicators';
export const riskIndicatorSelection: CheckSelection = { aboveRiskIndicator: true, visibility: everybody };

/** What checking many takes, beside the right to edit each. */
export const checkPermissions = ['contracts.bulk'] as const;

/** Contracts in a chunk: about a second of work, so that a killed process loses little. */
const usualChunkSize = 1000;
/** Writing a chunk whose every contract changed, on a machine that is busy with other things. */
const writeTimeout = 60_000;

interface CheckedRow extends AdviceContractRow {
  external_key: string;
  contract_score: number | null;
  check_fingerprint: number | null;
  mayEdit: boolean;
}

interface ResultRow {
  readonly contract_id: string;
  readonly result: 'changed' | 'failed';
  readonly score_before: number | null;
  readonly score_after: number | null;
  /** Findings open after the check. */
  readonly hint_count: number | null;
  readonly message: string | null;
}

interface ChunkResult {
  readonly toStore: CheckToStore[];
  readonly rows: Map<string, ResultRow>;
  readonly problems: JobProblem[];
}

/**
 * The bulk check: any number of processes share its chunks. A chunk is read with one query, checked in memory, and only
 * what differs is written, together with the chunk's end; memory does not grow with the number of contracts.
 */
export function createCheckJob(
  database: Database,
  clock: () => number,
  { chunkSize = usualChunkSize, jobType = checkJobType }: { chunkSize?: number; jobType?: string } = {},
): JobHandler {
  const tariffs = new TariffData(database);
  return defineChunkedJob<CheckSelection, ContractRange>({
    jobType,
    payload: checkSelection,
    chunkPayload: contractRange,
    concurrency: 2,
    async plan(transaction, job, planning) {
      if (job.payload.afterFigures) await noteFiguresOfCheck(transaction, job.id);
      await planSelection(transaction, job, planning, chunkSize);
    },
    runChunk: (run) => runChunk(database, tariffs, clock, run),
    async finish(transaction, job) {
      if (job.payload.afterFigures) await followNewerFigures(transaction, job.id);
    },
  });
}

type Run = Omit<ChunkRun<CheckSelection, ContractRange>, 'addLane' | 'addChunks'>;

async function runChunk(
  database: Database,
  tariffs: TariffData,
  clock: () => number,
  run: Run,
): Promise<void> {
  const now = new Date(clock());
  const today = todayIn(houseZone, now);
  const result = await checkChunk(database, tariffs, run, today);
  // Of a whole house every day: a row of each contract would outgrow the book itself. Nobody asked for the check of one that cannot be
  // checked, and one that changed meanwhile is checked because of that.
  const isOfMarket = run.job.payload.afterFigures === true;
  // system job: its starter's rights were asked for anew with the contracts
  const write = async (transaction: Transaction<Schema>) => {
    const stored = await storeChecks(transaction, result.toStore, now.toISOString());
    const missed = result.toStore.filter(({ contractId }) => !stored.has(contractId));
    for (const { contractId } of missed) {
      const message = 'Der Vertrag hat sich während der Prüfung geändert. Bitte prüfen Sie ihn erneut.';
      result.rows.set(contractId, failure(contractId, message));
      result.problems.push({ code: 'contracts.changedMeanwhile', message, contractId });
    }
    const all = [...result.rows.values()];
    const rows = isOfMarket ? all.filter((row) => row.result === 'changed') : all;
    if (rows.length > 0 && !isOfMarket)
      await sql`
        insert into contract_check_rows (tenant_id, job_id, contract_id, result, score_before, score_after, hint_count, message)
        select app_tenant_id(), ${run.job.id}, x.contract_id, x.result, x.score_before, x.score_after, x.hint_count, x.message
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (contract_id uuid, result text, score_before smallint,
            score_after smallint, hint_count smallint, message text)
        on conflict (tenant_id, job_id, contract_id) do nothing`.execute(transaction);
    const changed = rows.filter((row) => row.result === 'changed').length;
    const failed = rows.length - changed;
    if (changed > 0)
      await writeAudit(transaction, {
        actor: { kind: 'system' },
        action: 'contracts.bulkCheckChunk',
        objectType: 'job',
        objectId: run.job.id,
        after: rows,
        details: { chunk: run.chunk.chunkKey, changed, failed },
      });
    await run.complete(transaction, { changed, failed, problems: isOfMarket ? [] : result.problems });
  };
  await database.transaction(run.job.context, write, { statementTimeout: writeTimeout });
}

const failure = (contractId: string, message: string): ResultRow => ({
  contract_id: contractId,
  result: 'failed',
  score_before: null,
  score_after: null,
  hint_count: null,
  message,
});

/** Reads and checks the contracts of a chunk; what equals the stored result is left out. */
async function checkChunk(
  database: Database,
  tariffs: TariffData,
  run: Run,
  today: string,
): Promise<ChunkResult> {
  const parameters = new Parameters();
  const day = parameters.add(today);
  const chosen = inRange(run.job.payload, run.chunk.payload, parameters);
  const mayEdit = await editableStill(database, run.job, checkPermissions, parameters);
  const [stamps, rows] = await database.readMany<[{ stamp: string }, CheckedRow]>(run.job.context, [
    stampQuery,
    {
      sql: `select ${adviceContractSelection}, c.external_key, c.contract_score, c.check_fingerprint, ${mayEdit} as "mayEdit"
              from contracts c ${adviceContractTables(day)} where ${chosen}`,
      parameters: parameters.values,
    },
  ]);
  const result: ChunkResult = { toStore: [], rows: new Map(), problems: [] };
  const context = { ...run.job.context, tenantId: run.job.tenantId };
  const dayNumber = toDayNumber(today);
  const leave = (row: CheckedRow, code: string, message: string) => {
    result.rows.set(row.id, failure(row.id, message));
    result.problems.push({ code, message, contractId: row.id, externalKey: row.external_key });
  };
  const turn = takeTurns();
  for (const row of rows) {
    await turn();
    if (!row.mayEdit) {
      leave(row, 'optimization.notCheckable', rightLostText);
      continue;
    }
    const assembled = await tariffs.tariff(context, stamps[0]?.stamp ?? '', row.tariff_id);
    const check = row.portfolio_id !== null && assembled && checkRow(row, assembled, dayNumber);
    if (!check) {
      const message = 'Der Vertrag kann nicht geprüft werden: Bestand oder Risikoklassen des Tarifs fehlen.';
      leave(row, 'optimization.notCheckable', message);
      continue;
    }
    if (check.stored.check_fingerprint === row.check_fingerprint) continue;
    const hints = check.hints();
    result.toStore.push({
      contractId: row.id,
      portfolioId: row.portfolio_id,
      riskClassId: row.risk_class_id,
      tariffId: row.tariff_id,
      stored: check.stored,
      hints,
    });
    result.rows.set(row.id, {
      contract_id: row.id,
      result: 'changed',
      score_before: row.contract_score,
      score_after: check.stored.contract_score,
      hint_count: countCauses(hints.map(({ finding_cause }) => finding_cause)),
      message: null,
    });
  }
  return result;
}
