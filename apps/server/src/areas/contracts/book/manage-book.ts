import { createHash } from 'node:crypto';
import type { CallInput } from '@depotwerk/api/call';
import type {
  checkBookImport as checkCall,
  commitBookImport as commitCall,
  undoBookImport as undoCall,
  uploadBook as uploadCall,
} from '@depotwerk/api/contracts/book-imports';
import { mappingFault } from '@depotwerk/domain/book/book-fields';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerOnce, answerPrepared } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { starterOf } from '../../../platform/jobs/job-starter.ts';
import { checkImportQuotas } from '../../../platform/quotas.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import { waitToStartWriting } from './advance-book.ts';
import { insertBook } from './book-command.ts';
import { examineBook, headerFingerprint, parseMapping } from './book-file.ts';
import { type BookImport, readBookImport } from './book-imports.view.ts';
import { bookJobType } from './book-job.ts';
import { openUploadedBook } from './open-book.ts';
import { requireWholeBook } from './whole-book.ts';

/** Stores an uploaded file with its columns; a mapping used for such a file before is proposed again. */
export async function uploadBook(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof uploadCall>,
  today: string,
): Promise<BookImport> {
  const { scope, actor } = context;
  await requireWholeBook(services, scope);
  const content = Buffer.from(body.contentBase64, 'base64');
  const prepare = async () => {
    if (content.byteLength > largestFileBytes) throw new AppError('common.payloadTooLarge');
    await checkImportQuotas(services, scope, {
      bytes: content.byteLength,
      at: new Date(services.clock()),
    });
    const found = await examined(content, body.fileName);
    const [kept] = await services.database.read<{ mapping: unknown[] }>(scope, {
      sql: 'select mapping from book_mappings where header_fingerprint = $1',
      parameters: [headerFingerprint(found.file.columns)],
    });
    return kept ? { ...found, file: { ...found.file, mapping: parseMapping(kept.mapping) } } : found;
  };
  const store = async (
    transaction: Transaction<Schema>,
    { file, fileHash, notes }: Awaited<ReturnType<typeof prepare>>,
  ) => {
    const importId = await insertBook(transaction, scope, {
      fileName: body.fileName,
      fileHash,
      notes,
      file,
      actorName: actor.fullName,
      actor,
      state: 'mapping',
      content,
      options: {
        tariffId: await onlyOne(
          readerIn(transaction),
          scope,
          'select id from tariffs where not is_inactive and published_version_number is not null limit 2',
        ),
        groupId: await onlyOne(
          readerIn(transaction),
          scope,
          'select id from groups where not is_inactive limit 2',
        ),
        likely: 'ask',
        decimal: file.decimal,
        day: today,
      },
    });
    return readBookImport({ database: readerIn(transaction) }, scope, importId);
  };
  // A whole file would be written out to be compared.
  const request = { fileName: body.fileName, content: createHash('sha256').update(content).digest('hex') };
  return answerPrepared(services.database, context, 'uploadBook', request, prepare, store);
}

/** The tariff or group of a house that has one alone: nobody means another. null where there are several, or none. */
async function onlyOne(reader: Reader, scope: Scope, statement: string): Promise<string | null> {
  const found = await reader.read<{ id: string }>(scope, { sql: statement, parameters: [] });
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

async function examined(content: Buffer, fileName: string) {
  try {
    const table = await openUploadedBook(content, fileName);
    return { fileHash: table.fileHash, notes: table.notes, file: await examineBook(table) };
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    throw new AppError('import.wrongFormat', { reason: error.message });
  }
}

/** Lets every line be judged under a mapping, as a job. @throws 404, 400 for a mapping that cannot be, 409 */
export const startCheck: Verb<typeof checkCall> = async (services, context, { params, body }) => {
  await requireWholeBook(services, context.scope);
  const fault = mappingFault(body.mapping);
  if (fault !== null) throw new AppError('common.validationFailed', { reason: fault });
  return change(services, context, 'checkBookImport', { ...body, id: params.id }, async (transaction) => {
    const book = await lockBook(transaction, params.id, ['mapping', 'checked', 'failed']);
    if (body.mapping.length !== book.columns.length) throw new AppError('common.validationFailed');
    for (const table of ['book_import_rows', 'book_import_customers', 'book_import_contracts']) {
      await sql`delete from ${sql.table(table)} where import_id = ${book.id}`.execute(transaction);
    }
    const { mapping, ...chosen } = body;
    const rules = { ...chosen, mayCreateTags: context.scope.permissions.has('tags.edit') };
    await sql`update book_imports set state = 'checking', staged_line = 0, fault = null,
        mapping = ${JSON.stringify(mapping)}::jsonb, options = options || ${JSON.stringify(rules)}::jsonb
       where id = ${book.id}`.execute(transaction);
    await sql`insert into book_mappings (tenant_id, header_fingerprint, mapping)
      values (app_tenant_id(), ${headerFingerprint(book.columns)}, ${JSON.stringify(mapping)}::jsonb)
      on conflict (tenant_id, header_fingerprint) do update set mapping = excluded.mapping`.execute(
      transaction,
    );
    return 'check';
  });
};

/** Lets a checked import be written, as a job. @throws 404, 409, 412 when it was checked again since it was read */
export const startWriting: Verb<typeof commitCall> = (services, context, { params, body }) => {
  return change(services, context, 'commitBookImport', { ...body, id: params.id }, async (transaction) => {
    const book = await lockBook(transaction, params.id, ['checked']);
    if (book.rowVersion !== body.rowVersion) throw new AppError('common.versionConflict');
    await sql.raw(waitToStartWriting).execute(transaction);
    const { rows } = await sql`select 1 from book_imports where state = 'writing' limit 1`.execute(
      transaction,
    );
    if (rows.length > 0) {
      throw new AppError('bookImports.wrongState', {
        reason: 'Eine andere Übernahme wird gerade geschrieben. Bitte warten Sie, bis sie fertig ist.',
      });
    }
    await sql`update book_imports set state = 'writing' where id = ${book.id}`.execute(transaction);
    return 'write';
  });
};

/** Lets an import be taken back, as a job. @throws 404, 409 */
export const startUndo: Verb<typeof undoCall> = (services, context, { params }) => {
  return change(services, context, 'undoBookImport', { id: params.id }, async (transaction) => {
    const book = await lockBook(transaction, params.id, ['done']);
    await sql`update book_imports set state = 'undoing', fault = null, built_on = null where id = ${book.id}`.execute(
      transaction,
    );
    return 'undo';
  });
};

/** A change of state with its job and its entry in the log; answers the import as it is then. */
async function change(
  services: Services,
  context: SignedInContext,
  route: string,
  request: { readonly id: string },
  work: (transaction: Transaction<Schema>) => Promise<'check' | 'write' | 'undo'>,
): Promise<BookImport> {
  const { scope, actor } = context;
  await requireWholeBook(services, scope);
  const begin = async (transaction: Transaction<Schema>) => {
    const step = await work(transaction);
    // Without a key of its own: the import's state lets one step begin at a time, and the job of the step before may still be ending.
    await enqueueJob(transaction, {
      jobType: bookJobType,
      payload: { importId: request.id, step, ...starterOf(context) },
      createdBy: scope.userId,
    });
    await writeAudit(transaction, {
      actor,
      action: `contracts.${step}Book`,
      objectType: 'import',
      objectId: request.id,
    });
  };
  return answerOnce(services.database, context, route, request, begin, (reading) =>
    readBookImport(reading, scope, request.id),
  );
}

interface LockedBook {
  readonly id: string;
  readonly state: string;
  readonly rowVersion: number;
  readonly columns: readonly { readonly header: string }[];
}

async function lockBook(
  transaction: Transaction<Schema>,
  importId: string,
  states: readonly string[],
): Promise<LockedBook> {
  const { rows } =
    await sql<LockedBook>`select id, state, row_version as "rowVersion", columns from book_imports
     where id = ${importId} for update`.execute(transaction);
  const book = rows[0];
  if (!book) throw notFound();
  if (!states.includes(book.state)) throw new AppError('bookImports.wrongState');
  return book;
}
