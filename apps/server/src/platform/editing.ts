import type { FieldIssue, FieldIssueCode } from '@depotwerk/domain/master-data/field-issue';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Schema } from './database/schema.ts';
import { AppError, notFound } from './http/app-error.ts';
import type { MasterDataTable } from './master-data-table.ts';

/** Refuses what the rules of a form say something about; the issues come back as `validation`. */
export function refuseIssues(issues: readonly FieldIssue[]): void {
  if (issues.length === 0) return;
  throw new AppError('common.validationFailed', { validation: issues.map(asValidation) });
}

const asValidation = ({ path, code, params }: FieldIssue) => ({
  path,
  code,
  ...(params !== undefined && { params: { ...params } }),
});

/** A field that refers to something that is not there (any more). */
export const unknownReference = (path: string) =>
  new AppError('common.validationFailed', { validation: [{ path, code: 'unknownReference' }] });

/** A name or key somebody else has. */
export function taken(
  error: 'masterData.nameExists' | 'masterData.keyExists',
  path: string,
  code: FieldIssueCode,
): AppError {
  return new AppError(error, { validation: [{ path, code }] });
}

/**
 * Runs a write and turns the violation of a named constraint into its refusal: unique names are decided by the
 * database, so that of two callers at once exactly one wins.
 */
export async function refusing<Result>(
  refusals: Readonly<Record<string, () => AppError>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refusal =
      error instanceof pg.DatabaseError && error.constraint !== undefined
        ? refusals[error.constraint]
        : undefined;
    throw refusal === undefined ? error : refusal();
  }
}

/** 23503: another row still refers to the one that was to be deleted. */
export async function refusingUse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isUsed = error instanceof pg.DatabaseError && error.code === '23503';
    throw isUsed ? new AppError('masterData.inUse') : error;
  }
}

/**
 * Locks a row of a table of the tenant for an edit, if it still is the version that was read.
 * @throws 404 when there is none, 412 when it changed since
 */
export async function lockVersion(
  transaction: Transaction<Schema>,
  table:
    | MasterDataTable
    | 'users'
    | 'groups'
    | 'roles'
    | 'white_label_configs'
    | 'questionnaires'
    | 'saved_views'
    | 'notes'
    | 'webhooks',
  id: number | string,
  ifMatch: number | null,
): Promise<void> {
  const { rows } = await sql<{ row_version: number }>`
    select row_version from ${sql.table(table)} where id = ${id} for update`.execute(transaction);
  const row = rows[0];
  if (!row) throw notFound();
  if (row.row_version !== ifMatch) throw new AppError('common.versionConflict');
}

/** Adds the stored version to a 412, so that the browser can show what the other one changed. */
export async function withCurrent<Result>(
  work: () => Promise<Result>,
  readCurrent: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'common.versionConflict') throw error;
    throw new AppError('common.versionConflict', { current: await readCurrent() });
  }
}

/** A draft with the named members said anew; what is not named stays. */
export function withNamed<Draft extends object>(
  draft: Draft,
  named: { readonly [Name in keyof Draft]?: Draft[Name] | undefined },
): Draft {
  const said = Object.entries(named).filter(([, value]) => value !== undefined);
  return { ...draft, ...Object.fromEntries(said) };
}

/** A text as it is stored: null for none, whatever blanks stood around it. */
export function storedText(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** The values of a new row of a table of the tenant, by column: `(columns) values (…)`. */
export function newRow(tenantId: string, columns: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  return sql`(tenant_id, ${names}) values (${tenantId}, ${sql.join(Object.values(columns))})`;
}

/** The new values of a row, by column: `column = …, column = …`. */
export function newValues(columns: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
}

/** The id of a row just written by `insert … returning id`. */
export async function insertedId(
  transaction: Transaction<Schema>,
  query: RawBuilder<{ id: number }>,
): Promise<number> {
  const { rows } = await query.execute(transaction);
  const row = rows[0];
  if (!row) throw new Error('An insert answers the row it wrote.');
  return row.id;
}

/**
 * Waits for whoever changes the same thing, of which a house or a person has one. A row that is not there yet cannot be locked:
 * without it two who make the first one at the same moment both go on. Asked before the row is read, held to the end.
 * @param what the table, and whose row it is where a house has several
 */
export async function waitForTurn(transaction: Transaction<Schema>, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('only' || ${what} || app_tenant_id()::text, 0))`.execute(
    transaction,
  );
}
