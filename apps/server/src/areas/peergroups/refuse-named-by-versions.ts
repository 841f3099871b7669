import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';

/**
 * Versions keep what they were published with as a document, which no foreign key watches.
 * @throws 409 while one names the peer group
 */
export async function refuseNamedByVersions(
  transaction: Transaction<Schema>,
  peergroupId: number,
): Promise<void> {
  const { rows } = await sql<{ is_named: boolean }>`select exists (select 1 from tariff_versions
     where jsonb_path_exists(content, '$.components.allocation.peergroupIds[*] ? (@ == $id)',
       jsonb_build_object('id', ${peergroupId}::int))) as is_named`.execute(transaction);
  if (rows[0]?.is_named) throw new AppError('masterData.inUse');
}
