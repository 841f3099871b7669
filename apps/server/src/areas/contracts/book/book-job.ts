import { id } from '@depotwerk/api/fields';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { attempt } from '../../../platform/jobs/attempt.ts';
import { isCancelled } from '../../../platform/jobs/cancel-work.ts';
import { defineChunkedJob, type JobHandler, type JobOf } from '../../../platform/jobs/job-handler.ts';
import { perhapsStarterShape, readHeldScope } from '../../../platform/jobs/job-starter.ts';
import { bookStep, checkBook, readBook, undoBook, writeBook } from './advance-book.ts';
import { bookTimeout, endCancelledBook } from './finish-book.ts';
import { openUploadedBook } from './open-book.ts';
import { requireWholeBook } from './whole-book.ts';

export const bookJobType = 'bookImport';

const givenUpText =
  'Dieser Schritt ist wiederholt fehlgeschlagen und wurde abgebrochen. Bitte nehmen Sie die Übernahme zurück oder prüfen Sie die Datei erneut.';
const cancelledText =
  'Dieser Schritt wurde abgebrochen. Was bis dahin geschrieben ist, bleibt und kann zurückgenommen werden.';
const cancelledBeforeText =
  'Dieser Schritt wurde abgebrochen, bevor etwas geschrieben war. Die Datei kann erneut geprüft werden.';
const rightLostText =
  'Wer diesen Schritt gestartet hat, darf ihn nicht mehr vornehmen. Bitte lassen Sie ihn von jemandem starten, der die Rechte dazu hat.';

/**
 * An import whose job was given up does not wait for ever: what was written can be taken back, without any it is checked
 * again. One whose next step was begun while its job was still ending goes on.
 */
function stop(
  transaction: Transaction<Schema>,
  importId: string,
  jobId: string,
  fault: string,
  faultOfNothing = fault,
) {
  const isDone = sql`(b.state = 'undoing' or exists (
        select from book_import_customers k where k.tenant_id = b.tenant_id and k.import_id = b.id and k.is_written)
      or exists (
        select from book_import_contracts k where k.tenant_id = b.tenant_id and k.import_id = b.id and k.is_written))`;
  return sql`update book_imports b set fault = case when ${isDone} then ${fault} else ${faultOfNothing} end,
      state = case when ${isDone} then 'done' else 'failed' end
    where b.tenant_id = app_tenant_id() and b.id = ${importId} and b.state in ('checking', 'writing', 'undoing')
      and not exists (select from jobs own join jobs j on j.tenant_id = own.tenant_id and j.created_at > own.created_at
        where own.tenant_id = b.tenant_id and own.id = ${jobId} and j.job_type = ${bookJobType}
          and j.state not in ('done', 'dead') and j.payload ->> 'importId' = b.id::text)`.execute(
    transaction,
  );
}

const payload = z.object({
  importId: id,
  step: z.enum(['check', 'write', 'undo']),
  // One started in the release before does not say who did.
  ...perhapsStarterShape,
});
type Payload = z.output<typeof payload>;
const chunkPayload = z.object({});

/** Whether the starter of a step may still take it. */
async function mayStill(database: Database, job: JobOf<Payload>): Promise<boolean> {
  if (job.payload.sessionId === undefined) return true;
  const scope = await readHeldScope(database, job, ['contracts.bulk']);
  return scope !== null && (await attempt(() => requireWholeBook({ database }, scope))) !== null;
}

/**
 * A step of an import as a system job. The import itself knows how far it is, so the job is one chunk: whoever takes it over goes on
 * behind the last piece. Its starter's rights are asked for anew when it begins, or goes on; not between its pieces, because a file
 * is one thing that was looked at as a whole, and half of it helps nobody.
 */
export function createBookJob(database: Database): JobHandler {
  const services = { database };
  return defineChunkedJob<Payload, z.output<typeof chunkPayload>>({
    jobType: bookJobType,
    payload,
    chunkPayload,
    concurrency: 1,
    async plan(_transaction, _job, planning) {
      await planning.addLane('all', 'Datei');
      await planning.addChunks([{ lane: 'all', chunkKey: 'all', payload: {} }]);
    },
    async runChunk(run) {
      const { context, createdBy } = run.job;
      const { importId, step } = run.job.payload;
      // no audit entry: nothing of the book changes; the import says why it stopped.
      if (!(await mayStill(database, run.job))) {
        await database.transaction(context, async (transaction) => {
          await stop(transaction, importId, run.job.id, rightLostText);
          await run.complete(transaction, { failed: 1 });
        });
        return;
      }
      const book = await readBook(services, context, importId);
      if (step === 'check' && book.state === 'checking') {
        await checkBook(services, context, importId, async () => {
          const [file] = await database.read<{ content: Buffer; name: string }>(context, {
            sql: `select f.content, b.file_name as name from book_import_files f
              join book_imports b on b.tenant_id = f.tenant_id and b.id = f.import_id where f.import_id = $1`,
            parameters: [importId],
          });
          if (!file) throw new Error('An import that is checked has its file.');
          return openUploadedBook(file.content, file.name);
        });
      }
      if (step === 'write' && book.state === 'writing') {
        const wasCancelled = () => isCancelled(database, run.job.tenantId, run.job.id);
        await writeBook(services, context, importId, { kind: 'system' }, async () => {
          return run.signal.aborted || (await wasCancelled());
        });
      }
      if (step === 'undo' && book.state === 'undoing') {
        await undoBook(services, context, importId, { kind: 'system' });
      }
      if (run.signal.aborted) throw new Error(`The import ${importId} of ${createdBy} goes on elsewhere.`);
      await bookStep(services, context, (_connection, transaction) =>
        run.complete(transaction, { changed: 1 }),
      );
    },
    finishTimeout: bookTimeout,
    async finish(transaction, job) {
      const { importId, step } = job.payload;
      const wasCancelled = await isCancelled(readerIn(transaction), job.tenantId, job.id);
      // Here and not behind the last piece: whoever wrote it may have ended in its middle, and nobody goes on.
      if (wasCancelled && step === 'write')
        await endCancelledBook(transaction, job.context, importId, { kind: 'system' }, cancelledText);
      await (wasCancelled
        ? stop(transaction, importId, job.id, cancelledText, cancelledBeforeText)
        : stop(transaction, importId, job.id, givenUpText));
    },
  });
}
