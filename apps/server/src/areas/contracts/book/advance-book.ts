import type { LikelyPolicy } from '@depotwerk/domain/imports/line-fates';
import type { Transaction } from 'kysely';
import pg from 'pg';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import type { DbContext } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Services } from '../../../platform/services.ts';
import type { DecimalMark } from '../../../platform/table-files/decimal-mark.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import type { SourceTable } from '../../../platform/table-files/source-table.ts';
import { parseMapping } from './book-file.ts';
import { readReferences } from './book-references.ts';
import { bookTimeout, finishBook } from './finish-book.ts';
import { countFates, judgeContracts, judgePairedContracts } from './judge-contracts.ts';
import { judgeCustomers } from './judge-customers.ts';
import { pairOrderedLines } from './pair-ordered-lines.ts';
import { settleHoldings, tellTwins } from './settle-holdings.ts';
import { BookReadElsewhere, stageBook } from './stage-book.ts';
import { findBuiltOn, lockWritten, undoBook as undoStatements } from './undo-book.ts';
import { writeContracts } from './write-contracts.ts';
import { makeTags, writeCustomers } from './write-customers.ts';

type BookServices = Pick<Services, 'database'>;

/** Rules of an import a person chooses. */
export interface BookOptions {
  readonly tariffId: string | null;
  readonly groupId: string | null;
  readonly likely: LikelyPolicy;
  /** null where neither the file nor a person says it. */
  readonly decimal: DecimalMark | null;
  /** Whether tags the house does not have are made: by who may keep its tags. */
  readonly mayCreateTags?: boolean;
  /** Checked only, by the command. */
  readonly isDryRun?: boolean;
  /** Day of holdings and plans that name none. */
  readonly day: string;
}

export interface Book {
  readonly id: string;
  readonly state: string;
  readonly headerLine: number;
  readonly stagedLine: number;
  readonly mapping: readonly unknown[];
  readonly options: BookOptions;
}

/**
 * Asked before looking whether another import is being written: whoever starts at the same moment is waited for and seen
 * then. Held to the end of the transaction, once a tenant.
 */
export const waitToStartWriting = `select pg_advisory_xact_lock(hashtextextended('bookWriting' || app_tenant_id()::text, 0))`;

/** Pieces of a second or two, so that a killed process loses little. */
const customersAtOnce = 5000;
const contractsAtOnce = 2000;

/** The stored import. */
export async function readBook(services: BookServices, context: DbContext, importId: string): Promise<Book> {
  const [book] = await services.database.read<Book>(context, {
    sql: `select id, state, header_line as "headerLine", staged_line as "stagedLine", mapping, options
      from book_imports where id = $1`,
    parameters: [importId],
  });
  if (!book) throw new AppError('common.notFound');
  return book;
}

/**
 * Reads the file behind its last staged line, then judges every line. Ends in the state `checked` or `failed`.
 * @throws BookReadElsewhere when another process does the same
 */
export async function checkBook(
  services: BookServices,
  context: DbContext,
  importId: string,
  open: () => Promise<SourceTable>,
): Promise<void> {
  const book = await readBook(services, context, importId);
  const { options } = book;
  try {
    await stageBook((work) => bookStep(services, context, work), book, await open(), {
      mapping: parseMapping(book.mapping),
      decimal: options.decimal,
      references: await readReferences(services.database, context),
      groupId: options.groupId,
      mayCreateTags: options.mayCreateTags ?? false,
      valuationDate: options.day,
      today: options.day,
    });
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    await bookStep(services, context, async (connection) => {
      await connection.query(`update book_imports set state = 'failed', fault = $2 where id = $1`, [
        importId,
        error.message.slice(0, 2000),
      ]);
    });
    return;
  }
  await analyse(services, context, 'import');
  await bookStep(services, context, async (connection) => {
    const { rowCount } = await connection.query(
      `select 1 from book_imports where id = $1 and state = 'checking' for update`,
      [importId],
    );
    if (rowCount === 0) throw new BookReadElsewhere();
    for (const table of ['book_import_customers', 'book_import_contracts']) {
      await connection.query(`delete from ${table} where import_id = $1`, [importId]);
    }
    for (const text of settleHoldings) await ask(connection, text, [importId]);
    for (const text of judgeCustomers) await ask(connection, text, [importId, options.likely]);
    for (const text of judgeContracts) await ask(connection, text, [importId, options.day]);
    await ask(connection, tellTwins, [importId]);
    await pairOrderedLines(connection, importId);
    for (const text of judgePairedContracts) await ask(connection, text, [importId]);
  });
  await analyse(services, context, 'import');
  await bookStep(services, context, (connection) => ask(connection, countFates, [importId]));
}

/**
 * Writes what was judged, in pieces of one transaction each; called again after a crash it goes on behind the last
 * piece. Ends in the state `done`.
 */
export async function writeBook(
  services: BookServices,
  context: DbContext,
  importId: string,
  actor: AuditActor,
  isStopped: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  await bookStep(services, context, (connection) => ask(connection, makeTags, [importId]));
  for (const [table, size, statements] of [
    ['book_import_customers', customersAtOnce, writeCustomers],
    ['book_import_contracts', contractsAtOnce, writeContracts],
  ] as const) {
    for (let pieces = 0; ; pieces += 1) {
      if (await isStopped()) return;
      // As often as the tables have become four times as long.
      if (Number.isInteger(Math.log2(pieces) / 2)) await analyse(services, context, 'targets');
      const isMore = await bookStep(services, context, async (connection) => {
        // One process at a time; whoever comes second finds the piece written.
        await connection.query('select 1 from book_imports where id = $1 for update', [importId]);
        const { rows } = await connection.query<{ first: number | null }>(
          `select min(ordinal) as first from ${table} where import_id = $1 and not is_written and fate in ('new', 'changed')`,
          [importId],
        );
        const first = rows[0]?.first ?? null;
        if (first === null) return false;
        for (const text of statements) await ask(connection, text, [importId, first, first + size - 1]);
        return true;
      });
      if (!isMore) break;
    }
  }
  await services.database.transaction(
    context,
    (transaction) => finishBook(transaction, context, importId, actor),
    { statementTimeout: bookTimeout },
  );
}

/** Takes an import back as a whole; answers what was built on it, in which case nothing changes. */
export async function undoBook(
  services: BookServices,
  context: DbContext,
  importId: string,
  actor: AuditActor,
): Promise<string[]> {
  try {
    return await takeBack(services, context, importId, actor);
  } catch (error) {
    // Something refers to what was written that nobody thought of: as good as a name.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23503') throw error;
    const found = ['Daten, die auf einen Vertrag oder Kunden der Übernahme verweisen'];
    await bookStep(services, context, (connection) =>
      connection.query(`update book_imports set state = 'done', fault = $2 where id = $1`, [
        importId,
        builtOnFault(found),
      ]),
    );
    return found;
  }
}

/** Stored with the state that ends the step, so that nobody sees the one without the other. */
const builtOnFault = (found: readonly string[]): string =>
  `Die Übernahme kann nicht mehr zurückgenommen werden. Darauf wurde aufgebaut: ${found.join(', ')}`.slice(
    0,
    2000,
  );

interface BuiltOn {
  readonly kind: 'contract' | 'customer';
  readonly id: string | null;
  readonly label: string;
  /** What was done, one after the other. */
  readonly causes: string;
  readonly total: number;
}

function takeBack(
  services: BookServices,
  context: DbContext,
  importId: string,
  actor: AuditActor,
): Promise<string[]> {
  return services.database.transaction(
    context,
    async (transaction, connection) => {
      await connection.query('select 1 from book_imports where id = $1 for update', [importId]);
      for (const text of lockWritten) await connection.query(text, [importId]);
      const { rows } = await connection.query<BuiltOn>(findBuiltOn, [importId]);
      if (rows.length > 0) {
        const builtOn = rows.map(({ kind, id, label, causes }) => ({ kind, id, label, causes }));
        const more = (rows[0]?.total ?? 0) - rows.length;
        if (more > 0) builtOn.push({ kind: 'contract', id: null, label: `${more} weitere`, causes: '' });
        const found = builtOn.map(({ label, causes }) => (causes === '' ? label : `${label} (${causes})`));
        await connection.query(
          `update book_imports set state = 'done', fault = $2, built_on = $3::jsonb where id = $1`,
          [importId, builtOnFault(found), JSON.stringify(builtOn)],
        );
        return found;
      }
      for (const text of undoStatements) await ask(connection, text, [importId]);
      await writeAudit(transaction, {
        actor,
        action: 'contracts.undoBook',
        objectType: 'import',
        objectId: importId,
      });
      return [];
    },
    { statementTimeout: bookTimeout },
  );
}

/** What is in the tables is news to the planner until somebody looks; a transaction of its own, for the locks it takes. */
function analyse(services: BookServices, context: DbContext, what: 'import' | 'targets'): Promise<unknown> {
  return bookStep(services, context, (connection) => connection.query(`select analyze_book_${what}()`));
}

/** One step of an import, which is part of a system job: its starter's rights were asked for when it began, or went on. */
export function bookStep<Result>(
  services: BookServices,
  context: DbContext,
  work: (connection: pg.ClientBase, transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return services.database.transaction(
    context,
    async (transaction, connection) => {
      // The application may not analyse tables: a planner that takes fresh lines for one row loops over all of them.
      await connection.query(`set local enable_nestloop = off; set local work_mem = '64MB'`);
      return work(connection, transaction);
    },
    { statementTimeout: bookTimeout },
  );
}

/** Statements take as many of the values as they name. */
function ask(connection: pg.ClientBase, text: string, values: readonly unknown[]): Promise<unknown> {
  const named = Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map((match) => Number(match[1])));
  return connection.query(text, values.slice(0, named));
}
