import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';

/** Contracts a refresh has changed, by its chunks. */
export async function changedContracts(transaction: Transaction<Schema>, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ contractId: string }>`
    select distinct payload->>'contractId' as "contractId" from job_chunks
     where tenant_id = app_tenant_id() and job_id = ${jobId} and changed_count > 0 and payload ? 'contractId'`.execute(
    transaction,
  );
  return rows.map((row) => row.contractId);
}
