import type pg from 'pg';
import type { ImportCounts, RejectedRow, RejectionSummary } from './import-result.ts';

/** Columns every staging table has besides its own. */
export const accountColumns = `
  line integer not null,
  column_name text not null default '',
  isin text not null default '',
  cell_value text,
  outcome text,
  reason_code text,
  reason text,
  hint text`;

/**
 * Prepares the transaction of an import: one import at a time in a tenant (the second waits), and time enough
 * for big files where requests have seconds.
 */
export async function beginImport(connection: pg.ClientBase, tenantId: string): Promise<void> {
  await connection.query(`set local statement_timeout = 0; set local lock_timeout = '30min';
    set local idle_in_transaction_session_timeout = '5min'; set local work_mem = '64MB'`);
  await connection.query(`select pg_advisory_xact_lock(hashtext('funds.import'), hashtext($1))`, [tenantId]);
}

/** How many rows ended how; every row has an outcome by now. */
export async function countOutcomes(connection: pg.ClientBase, table: string): Promise<ImportCounts> {
  const { rows } = await connection.query<ImportCounts>(`
    select count(*) as rows,
           count(*) filter (where outcome = 'imported') as imported,
           count(*) filter (where outcome = 'changed') as changed,
           count(*) filter (where outcome = 'unchanged') as unchanged,
           count(*) filter (where outcome = 'rejected') as rejected,
           count(*) filter (where hint is not null) as flagged
      from ${table}`);
  const counts = rows[0];
  if (!counts || counts.imported + counts.changed + counts.unchanged + counts.rejected !== counts.rows) {
    throw new Error(`rows without outcome in ${table}: ${JSON.stringify(counts)}`);
  }
  return counts;
}

/**
 * The kinds of rejection with their number and first place; texts may name lines or values, so the code makes the kind, and the
 * text of the first is an example where others have another.
 */
export async function summarizeRejections(
  connection: pg.ClientBase,
  table: string,
): Promise<RejectionSummary[]> {
  const { rows } = await connection.query<RejectionSummary>(`
    select f.reason_code as code, f.reason, k.count, k.texts > 1 as "isExample", f.line as "firstLine", f.column_name as "firstColumn",
           coalesce(f.cell_value, '') as "firstValue"
      from (select reason_code, count(*) as count, count(distinct reason) as texts from ${table} where outcome = 'rejected' group by reason_code) k
      join (select distinct on (reason_code) * from ${table} where outcome = 'rejected'
             order by reason_code, line, column_name) f on f.reason_code = k.reason_code
     order by k.count desc, f.line`);
  return rows;
}

/** Refused rows, and rows with a remark, people are shown at once. */
const shownRows = 200;

/** The first refused rows by line. */
export async function firstRejections(connection: pg.ClientBase, table: string): Promise<RejectedRow[]> {
  const { rows } = await connection.query<RejectedRow>(`
    select line, column_name as "column", isin, coalesce(cell_value, '') as value, coalesce(reason, '') as reason
      from ${table} where outcome = 'rejected' order by line, column_name limit ${shownRows}`);
  return rows;
}

/** The first rows that are taken with a remark, by line; the reason is the remark. */
export async function firstRemarks(connection: pg.ClientBase, table: string): Promise<RejectedRow[]> {
  const { rows } = await connection.query<RejectedRow>(`
    select line, column_name as "column", isin, coalesce(cell_value, '') as value, hint as reason
      from ${table} where hint is not null order by line, column_name limit ${shownRows}`);
  return rows;
}
