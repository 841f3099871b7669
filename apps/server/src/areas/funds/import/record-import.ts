import type pg from 'pg';
import type { SourceTable } from '../../../platform/table-files/source-table.ts';
import type { ImportIdentity } from './import-actor.ts';
import type { ImportCounts } from './import-result.ts';

/** Refused rows kept with the run; the report has all of them (at most as many as an export). */
const keptRejections = 100_000;

type FileIdentity = Pick<SourceTable, 'fileName' | 'fileHash'>;

/** Records a run with its counts and refused rows in the run's own transaction; the answer is its id. */
export async function recordImport(
  connection: pg.ClientBase,
  identity: ImportIdentity,
  run: { type: 'funds' | 'prices'; file: FileIdentity; counts: ImportCounts; table: string },
): Promise<string> {
  const { counts, file } = run;
  const { rows } = await connection.query<{ id: string }>(
    `insert into imports (tenant_id, import_type, file_name, file_hash, state, rows_imported, rows_changed,
       rows_unchanged, rows_rejected, rows_flagged, created_by, actor_name, committed_at)
     values ($1, $2, $3, $4, 'committed', $5, $6, $7, $8, $9, $10, $11, now()) returning id`,
    [
      identity.tenantId,
      run.type,
      file.fileName.slice(0, 255),
      file.fileHash,
      counts.imported,
      counts.changed,
      counts.unchanged,
      counts.rejected,
      counts.flagged,
      identity.userId,
      identity.name.slice(0, 200),
    ],
  );
  const importId = rows[0]?.id ?? '';
  await connection.query(
    `insert into import_rows (tenant_id, import_id, line_number, column_name, row_result, isin, reason_code, reason,
       cell_value)
     select $1, $2, line, column_name, outcome, nullif(left(isin, 50), ''), reason_code, reason, left(cell_value, 250)
       from ${run.table} where outcome = 'rejected' order by line, column_name limit ${keptRejections}`,
    [identity.tenantId, importId],
  );
  return importId;
}

/** Records that a file was refused as a whole, with the sentence that was shown; the answer is the run's id. */
export async function recordRefusal(
  connection: pg.ClientBase,
  identity: ImportIdentity,
  run: { type: 'funds' | 'prices'; file: FileIdentity; reason: string },
): Promise<string> {
  const { rows } = await connection.query<{ id: string }>(
    `insert into imports (tenant_id, import_type, file_name, file_hash, state, refusal_reason, created_by, actor_name)
     values ($1, $2, $3, $4, 'refused', $5, $6, $7) returning id`,
    [
      identity.tenantId,
      run.type,
      run.file.fileName.slice(0, 255),
      run.file.fileHash,
      run.reason.slice(0, 2000),
      identity.userId,
      identity.name.slice(0, 200),
    ],
  );
  return rows[0]?.id ?? '';
}
