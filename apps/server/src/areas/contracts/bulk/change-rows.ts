import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { ChunkOutcome } from '../../../platform/jobs/job-handler.ts';

interface ChangeRow {
  readonly contractId: string;
  readonly result: 'changed' | 'unchanged' | 'skipped';
  readonly message: string | null;
}

/** A contract that stays as it is, and why; without a word where it is as it shall be already. */
export interface KeptContract {
  readonly contractId: string;
  readonly externalKey: string;
  readonly message: string | null;
}

/** What a job comes to with each contract of a piece, and what each is now: to be called before anything changes. */
export async function storeRows(
  transaction: Transaction<Schema>,
  jobId: string,
  rows: readonly ChangeRow[],
): Promise<void> {
  await sql`insert into contract_change_rows (tenant_id, job_id, contract_id, result, message, group_before, tariff_before,
      version_before)
    select c.tenant_id, ${jobId}, c.id, x.result, x.message, c.group_id, c.tariff_id, c.tariff_version_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("contractId" uuid, result text, message text)
      join contracts c on c.tenant_id = app_tenant_id() and c.id = x."contractId"
    on conflict (tenant_id, job_id, contract_id) do nothing`.execute(transaction);
}

/** The row of a contract that stays as it is. */
export const rowOfKept = ({ contractId, message }: KeptContract): ChangeRow => ({
  contractId,
  result: message === null ? 'unchanged' : 'skipped',
  message,
});

/** What a job tells of those that stay as they are and should not. */
export function outcomeOfKept(
  kept: readonly KeptContract[],
): Required<Pick<ChunkOutcome, 'failed' | 'problems'>> {
  const problems = kept.flatMap(({ contractId, externalKey, message }) =>
    message === null ? [] : [{ code: 'contracts.notChanged', message, contractId, externalKey }],
  );
  return { failed: problems.length, problems };
}
