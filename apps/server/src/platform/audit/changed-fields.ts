import type { FieldRow } from '@depotwerk/domain/master-data/field-table';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { MasterDataTable } from '../master-data-table.ts';

interface ChangedRow {
  readonly table: MasterDataTable | 'customers' | 'contracts' | 'users' | 'groups' | 'roles';
  readonly id: number | string;
  readonly fields: readonly Pick<FieldRow, 'key' | 'column'>[];
}

/**
 * Makes a change to a row and answers which of its fields differ afterwards, for the log: their keys with commas between
 * them, never what stood in them. What is rounded or trimmed on its way counts as it is stored.
 * @throws what the change throws
 */
export async function changedFields(
  transaction: Transaction<Schema>,
  row: ChangedRow,
  change: () => Promise<unknown>,
): Promise<string> {
  const before = await readFields(transaction, row);
  await change();
  const after = await readFields(transaction, row);
  return row.fields
    .filter(({ column }) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
    .map(({ key }) => key)
    .join();
}

async function readFields(
  transaction: Transaction<Schema>,
  { table, id, fields }: ChangedRow,
): Promise<Readonly<Record<string, unknown>>> {
  const columns = fields.map(({ column }) => column);
  const { rows } = await sql<{ stored: Readonly<Record<string, unknown>> | null }>`
    select (select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(t)) e
             where e.key = any (${columns}::text[])) as stored
      from ${sql.table(table)} t where t.tenant_id = app_tenant_id() and t.id = ${id}`.execute(transaction);
  return rows[0]?.stored ?? {};
}
