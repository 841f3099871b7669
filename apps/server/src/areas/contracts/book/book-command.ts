import { setFlagsFromString } from 'node:v8';
import { mappingGaps } from '@depotwerk/domain/book/book-fields';
import { unreadRisk } from '@depotwerk/domain/book/unread-risk';
import { sql, type Transaction } from 'kysely';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import type { DbContext } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { Services } from '../../../platform/services.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import {
  type BookOptions,
  bookStep,
  checkBook,
  readBook,
  waitToStartWriting,
  writeBook,
} from './advance-book.ts';
import { type BookFile, examineBook } from './book-file.ts';
import { openBook } from './open-book.ts';
import { BookReadElsewhere } from './stage-book.ts';

export interface BookCounts {
  readonly rows: number;
  readonly refused: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** New customers in no group. */
  readonly withoutGroup: number;
}

export interface BookCommand {
  readonly path: string;
  readonly actorName: string;
  readonly isDryRun: boolean;
  /** Words for the console. */
  readonly onProgress: (line: string) => void;
  readonly options: Partial<
    Pick<BookOptions, 'tariffId' | 'groupId' | 'likely' | 'mayCreateTags' | 'decimal'>
  >;
}

/**
 * Imports a book of business from disk. An import of the same file that did not come to its end is continued where it
 * stopped, whatever stopped it. Answers what became of the lines, and the refused ones with their reasons.
 * @throws ImportRefused for a file that is damaged, OperatorError when another one is at it
 */
export async function importBookFile(
  services: Pick<Services, 'database' | 'clock'>,
  context: DbContext,
  command: BookCommand,
): Promise<{ id: string; counts: BookCounts }> {
  // Lines come and go by the hundred thousand: with a young generation that grows the process would take twice the memory for
  // the same speed. A command has its process to itself.
  setFlagsFromString('--semi-space-growth-factor=1');
  const open = () => openBook(command.path);
  const table = await open();
  const file = await examineBook(table);
  const id =
    (await findOpen(services, context, table.fileHash, command)) ??
    (await services.database.transaction(context, (transaction) =>
      insertBook(transaction, context, {
        fileName: table.fileName,
        fileHash: table.fileHash,
        notes: table.notes,
        file,
        actorName: command.actorName,
        state: 'checking',
        actor: { kind: 'system' },
        options: {
          tariffId: null,
          groupId: null,
          likely: 'ask',
          mayCreateTags: true,
          isDryRun: command.isDryRun,
          decimal: file.decimal,
          day: todayIn(houseZone, new Date(services.clock())),
          ...command.options,
        },
      }),
    ));
  for (const note of table.notes) command.onProgress(note);
  const passedOver = file.columns.filter(
    (column, index) => file.mapping[index] === null && column.header !== '',
  );
  if (passedOver.length > 0)
    command.onProgress(`Nicht gelesene Spalten: ${passedOver.map(({ header }) => header).join(', ')}.`);
  for (const gap of mappingGaps(file.mapping)) command.onProgress(gap);
  const headers = file.columns.map(({ header }) => header);
  for (const text of unreadRisk(headers, file.mapping)) command.onProgress(text);
  command.onProgress('Die Zeilen werden gelesen und geprüft.');
  const { state } = await readBook(services, context, id);
  if (state === 'checking') await checkAlone(services, context, id, open);
  const fault = await readFault(services, context, id);
  if (fault !== null) throw new ImportRefused(fault);
  const checked = await readCounts(services, context, id);
  for (const note of await readNotes(services, context, id)) {
    if (!table.notes.includes(note)) command.onProgress(note);
  }
  if (!command.isDryRun) {
    command.onProgress('Die Daten werden geschrieben.');
    await bookStep(services, context, async (connection) => {
      await connection.query(waitToStartWriting);
      await connection.query(
        `update book_imports set state = 'writing' where id = $1 and state = 'checked'
        and not exists (select from book_imports o where o.state = 'writing' and o.id <> $1)`,
        [id],
      );
    });
    if ((await readBook(services, context, id)).state === 'checked') {
      throw new OperatorError(
        'Eine andere Übernahme wird gerade geschrieben. Bitte warten Sie, bis sie fertig ist.',
      );
    }
    await writeBook(services, context, id, { kind: 'system' });
  }
  return { id, counts: checked };
}

const readElsewhere =
  'Diese Datei wird gerade von einem anderen Aufruf gelesen. Bitte warten Sie, bis er fertig ist.';

async function checkAlone(...[services, context, id, open]: Parameters<typeof checkBook>): Promise<void> {
  try {
    await checkBook(services, context, id, open);
  } catch (error) {
    if (error instanceof BookReadElsewhere) throw new OperatorError(readElsewhere, { cause: error });
    throw error;
  }
}

/**
 * An import of the same bytes that was broken off: while it was written, or before that under the same rules. What was checked is
 * written within a day, as long as it was to be written at all; a dry run is at its end there.
 */
async function findOpen(
  services: Pick<Services, 'database'>,
  context: DbContext,
  fileHash: Buffer,
  { isDryRun, options }: Pick<BookCommand, 'isDryRun' | 'options'>,
): Promise<string | null> {
  const { tariffId = null, groupId = null, likely = 'ask', decimal } = options;
  const [row] = await services.database.read<{ id: string }>(context, {
    sql: `select id from book_imports where file_hash = $1 and created_by is null
        and (state = 'writing'
          or options @> $2::jsonb and (state = 'checking'
            or state = 'checked' and not $3::boolean and updated_at > now() - interval '1 day'))
      order by state = 'writing' desc, created_at desc limit 1`,
    parameters: [fileHash, JSON.stringify({ isDryRun, tariffId, groupId, likely, decimal }), isDryRun],
  });
  return row?.id ?? null;
}

interface NewBook {
  readonly fileName: string;
  readonly fileHash: Buffer;
  readonly notes: readonly string[];
  readonly file: BookFile;
  readonly actorName: string;
  readonly state: 'mapping' | 'checking';
  readonly options: BookOptions;
  readonly actor: AuditActor;
  /** Of an uploaded file. */
  readonly content?: Buffer;
}

/** Stores a new import with what was found out about its file; answers its id. A system job, or a verb that checked. */
export async function insertBook(
  transaction: Transaction<Schema>,
  context: DbContext,
  book: NewBook,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into book_imports (tenant_id, file_name, file_hash, state, header_line, columns, mapping, options, notes, created_by,
      actor_name)
    values (app_tenant_id(), ${book.fileName.slice(0, 255)}, ${book.fileHash}, ${book.state}, ${book.file.headerLine},
      ${JSON.stringify(book.file.columns)}::jsonb, ${JSON.stringify(book.file.mapping)}::jsonb,
      ${JSON.stringify(book.options)}::jsonb, ${JSON.stringify(book.notes)}::jsonb, ${context.userId}, ${book.actorName.slice(0, 200)})
    returning id`.execute(transaction);
  const importId = rows[0]?.id ?? '';
  if (book.content) {
    await sql`insert into book_import_files (tenant_id, import_id, content)
      values (app_tenant_id(), ${importId}, ${book.content})`.execute(transaction);
  }
  await writeAudit(transaction, {
    actor: book.actor,
    action: 'contracts.uploadBook',
    objectType: 'import',
    objectId: importId,
    details: { fileHash: book.fileHash.toString('hex') },
  });
  return importId;
}

/** Why an import failed in its check. */
async function readFault(
  services: Pick<Services, 'database'>,
  context: DbContext,
  importId: string,
): Promise<string | null> {
  const [row] = await services.database.read<{ fault: string }>(context, {
    sql: `select fault from book_imports where id = $1 and state = 'failed' and fault is not null`,
    parameters: [importId],
  });
  return row?.fault ?? null;
}

/** What there is to say of the file. */
async function readNotes(
  services: Pick<Services, 'database'>,
  context: DbContext,
  importId: string,
): Promise<readonly string[]> {
  const [row] = await services.database.read<{ notes: readonly string[] }>(context, {
    sql: 'select notes from book_imports where id = $1',
    parameters: [importId],
  });
  return row?.notes ?? [];
}

/** What became of the lines. */
export async function readCounts(
  services: Pick<Services, 'database'>,
  context: DbContext,
  importId: string,
): Promise<BookCounts> {
  const [row] = await services.database.read<BookCounts>(context, {
    sql: `select row_count as rows, refused_count as refused, new_count as created, changed_count as changed,
        unchanged_count as unchanged, without_group_count as "withoutGroup" from book_imports where id = $1`,
    parameters: [importId],
  });
  if (!row) throw new Error('An import that was just checked is there.');
  return row;
}
