import { id } from '@depotwerk/api/fields';
import { createYearEndReports } from '@depotwerk/api/reports/year-end';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { nameOrderOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import {
  type ChunkRun,
  defineChunkedJob,
  type JobHandler,
  type JobOf,
} from '../../../platform/jobs/job-handler.ts';
import { nothingLeft, perhapsStarterShape, readHeldScope } from '../../../platform/jobs/job-starter.ts';
import { checkTenantDocuments } from '../../../platform/quotas.ts';
import { visibilityOf } from '../../../platform/scope.ts';
import { KnownGroupReturns } from '../../analysis/public.ts';
import { contractsOfSelection } from '../../contracts/public.ts';
import { type ArchivedReport, storeReport } from '../archive-report.ts';
import type { ReportServices } from '../report-services.ts';
import type { LetterTurns } from '../report-turns.ts';
import { alreadyThere, type Letter, type Maker, makeLetter, skipped } from './make-letter.ts';

export const yearEndType = 'yearEndReports';

/** What letters for many take, beside the right to make them of each. */
export const yearEndPermissions = ['contracts.bulk', 'reports.create'] as const;

/** Letters in a chunk: about a second of setting. */
const usualChunkSize = 20;
/** Letters of a chunk set at once: people at the screen find the other places of the queue free. */
const setAtOnce = 2;
const writeTimeout = 60_000;
const lane = 'all';

const payload = z.object({
  ...createYearEndReports.body.shape,
  /** Host of who started it: the appearance the letters bear. */
  host: z.string(),
  // One started in the release before has no session.
  ...perhapsStarterShape,
});
const chunkPayload = z.object({ contractIds: z.array(id), position: z.int() });
type Payload = z.output<typeof payload>;
type Run = Omit<ChunkRun<Payload, z.output<typeof chunkPayload>>, 'addLane' | 'addChunks'>;

/**
 * Makes the letters of a year for many contracts, any number of processes sharing the chunks. Each is archived with its
 * contract and stands in `year_end_rows`, or why there is none. A chunk's effects happen once: a run that was interrupted
 * goes on where it stopped, and nobody gets two.
 */
export function createYearEndJob(
  turns: LetterTurns,
  services: ReportServices,
  chunkSize = usualChunkSize,
): JobHandler {
  return defineChunkedJob({
    jobType: yearEndType,
    payload,
    chunkPayload,
    concurrency: 2,
    async plan(transaction, job, planning) {
      await planning.addLane(lane, 'Verträge');
      const ids = await chosenContracts(transaction, job);
      if (ids.length === 0) {
        const scope = await readHeldScope(readerIn(transaction), job, yearEndPermissions);
        await planning.addProblem(scope === null ? { ...nothingLeft, message: makerGoneText } : nothingLeft);
      }
      const starts = Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, k) => k * chunkSize);
      await planning.addChunks(
        starts.map((position, k) => {
          const contractIds = ids.slice(position, position + chunkSize);
          return {
            lane,
            chunkKey: String(k),
            payload: { contractIds, position },
            size: contractIds.length,
          };
        }),
      );
    },
    runChunk: (run) => runChunk(services, turns, run),
  });
}

/** Contracts of the selection whose reports the starter may make, in the order of their holders' names. */
async function chosenContracts(transaction: Transaction<Schema>, job: JobOf<Payload>): Promise<string[]> {
  // By what he sees: what he may make is asked for each piece, and said.
  const scope = await readHeldScope(readerIn(transaction), job, []);
  if (scope === null) return [];
  const { selection } = job.payload;
  const parameters = new Parameters();
  const mayReport = visibilityOf(scope, 'groupReports.create');
  const isChosen = contractsOfSelection(selection, mayReport, mayReport, parameters);
  const { rows } = await transaction.executeQuery<{ id: string }>(
    CompiledQuery.raw(
      `select c.id from contracts c
         join customers holder on holder.tenant_id = c.tenant_id and holder.id = c.customer_id
        where ${isChosen}
        order by ${nameOrderOf('holder')}, c.external_key, c.id`,
      parameters.values,
    ),
  );
  return rows.map((row) => row.id);
}

async function runChunk(services: ReportServices, turns: LetterTurns, run: Run): Promise<void> {
  const { job, chunk } = run;
  const now = services.clock();
  const maker = await services.database.transaction(job.context, (transaction) =>
    // system job: its starter's rights are asked for anew; nothing is written
    readMaker(transaction, job, chunk.payload.contractIds, now),
  );
  const letters: Letter[] = [];
  const { contractIds } = chunk.payload;
  for (let at = 0; at < contractIds.length; at += setAtOnce) {
    run.signal.throwIfAborted();
    const some = contractIds.slice(at, at + setAtOnce);
    letters.push(
      ...(await Promise.all(
        some.map((contractId) =>
          maker === null ? noMaker(contractId) : turns(() => makeLetter(services, maker, contractId)),
        ),
      )),
    );
  }
  try {
    await storeChunk(services, run, letters);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'common.quotaExceeded') throw error;
    const reason = error.details.reason ?? 'Die zulässige Menge ist erreicht.';
    await storeChunk(
      services,
      run,
      letters.map((letter) =>
        letter.kind === 'made' ? skipped(letter.contractId, reason, letter.externalKey) : letter,
      ),
    );
  }
}

const makerGoneText = 'Wer die Berichte gestartet hat, darf keine mehr erstellen.';

const noMaker = (contractId: string): Promise<Letter> => Promise.resolve(skipped(contractId, makerGoneText));

async function readMaker(
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  contractIds: readonly string[],
  now: number,
): Promise<Maker | null> {
  const scope = await readHeldScope(readerIn(transaction), job, yearEndPermissions);
  if (scope === null) return null;
  const { rows } = await sql<{ fullName: string }>`
    select full_name as "fullName" from users where id = ${scope.userId}`.execute(transaction);
  const person = rows[0];
  if (!person) return null;
  const { year, content, coverText, isRepeated, host } = job.payload;
  const maker = {
    scope,
    zone: houseZone,
    adviserName: person.fullName,
    host,
    now,
    today: todayIn(houseZone, new Date(now)),
    jobId: job.id,
    year,
    content,
    coverText,
    // Letters of a chunk look back at the same year: what groups gained in it is read once.
    groupReturns: new KnownGroupReturns(),
  };
  return { ...maker, present: isRepeated ? new Set() : await presentOf(transaction, maker, contractIds) };
}

/** Contracts that have the same report of the year already. */
async function presentOf(
  transaction: Transaction<Schema>,
  { year, content }: Pick<Maker, 'year' | 'content'>,
  contractIds: readonly string[],
): Promise<ReadonlySet<string>> {
  // A letter with both is as good as one of the two.
  const types = {
    both: ['yearEndReport'],
    costs: ['costInformationExPost', 'yearEndReport'],
    review: ['periodicReview', 'yearEndReport'],
  }[content];
  const { rows } = await sql<{ contractId: string | null }>`
    select distinct r.contract_id as "contractId" from reports r
     where r.contract_id = any (${contractIds}::uuid[]) and r.report_type = any (${types}::text[])
       and r.parameters ->> 'year' = ${String(year)}`.execute(transaction);
  return new Set(rows.flatMap(({ contractId }) => contractId ?? []));
}

/**
 * The letters without those another run has filed while these were made: two people may have started the same year at once.
 * From here on the contracts are locked, so a run that files the same waits and finds these.
 */
async function stillMissing(
  transaction: Transaction<Schema>,
  { payload: { isRepeated, ...wish } }: JobOf<Payload>,
  letters: readonly Letter[],
): Promise<readonly Letter[]> {
  const ids = letters.filter(({ kind }) => kind === 'made').map(({ contractId }) => contractId);
  if (isRepeated || ids.length === 0) return letters;
  await sql`select id from contracts where tenant_id = app_tenant_id() and id = any (${ids}::uuid[])
    order by id for no key update`.execute(transaction);
  const present = await presentOf(transaction, wish, ids);
  return letters.map((letter) =>
    letter.kind === 'made' && present.has(letter.contractId)
      ? alreadyThere(wish.year, letter.contractId, letter.externalKey)
      : letter,
  );
}

function storeChunk(services: ReportServices, run: Run, all: readonly Letter[]): Promise<void> {
  const { job, chunk } = run;
  return services.database.transaction(
    job.context,
    async (transaction) => {
      const letters = await stillMissing(transaction, job, all);
      const made = letters.filter((letter) => letter.kind === 'made');
      const left = letters.filter((letter) => letter.kind === 'skipped');
      const bytes = made.reduce((sum, { archived }) => sum + archived.pdf.byteLength, 0);
      // system job: whose rights count was asked when the letters were made
      if (made.length > 0) await checkTenantDocuments(services, transaction, { rows: made.length, bytes });
      const filed = new Map<string, { documentId: string; archived: ArchivedReport }>();
      for (const { contractId, archived } of made) {
        const { documentId } = await storeReport(transaction, job.tenantId, archived);
        filed.set(contractId, { documentId, archived });
      }
      const rows = letters.map((letter, index) => {
        const file = filed.get(letter.contractId);
        return {
          contract_id: letter.contractId,
          position: chunk.payload.position + index,
          result: file ? 'created' : 'skipped',
          message: letter.kind === 'skipped' ? letter.message : null,
          document_id: file?.documentId ?? null,
          byte_size: file?.archived.pdf.byteLength ?? 0,
          data_hash: file?.archived.dataHash.toString('hex') ?? null,
        };
      });
      // Contracts that are gone since the run was planned have nothing their row could stand with.
      await sql`insert into year_end_rows (tenant_id, job_id, contract_id, position, result, message, document_id, byte_size,
          created_by, created_at)
        select app_tenant_id(), ${job.id}, x.contract_id, x.position, x.result, x.message, x.document_id, x.byte_size,
               ${job.createdBy}, ${new Date(services.clock()).toISOString()}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (contract_id uuid, position integer, result text,
            message text, document_id uuid, byte_size bigint)
          join contracts c on c.tenant_id = app_tenant_id() and c.id = x.contract_id
        on conflict (tenant_id, job_id, contract_id) do nothing`.execute(transaction);
      if (made.length > 0)
        await writeAudit(transaction, {
          actor: { kind: 'system' },
          action: 'reports.yearEndChunk',
          objectType: 'job',
          objectId: job.id,
          after: rows,
          details: { chunk: chunk.chunkKey, created: made.length, skipped: left.length },
        });
      await run.complete(transaction, {
        changed: made.length,
        failed: left.length,
        problems: left.map(({ contractId, externalKey, message }) => ({
          code: 'reports.notCreated',
          message,
          contractId: externalKey === null ? null : contractId,
          externalKey,
        })),
      });
    },
    { statementTimeout: writeTimeout },
  );
}
