import type { deleteTariff as deleteTariffCall } from '@depotwerk/api/tariffs/tariffs';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { errorCode } from '../../platform/database/database-errors.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { type KeptPart, keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readTariff } from './get-tariff.view.ts';
import { lockTariff } from './lock-tariff.ts';

/**
 * Deletes a tariff no contract follows, with all its versions and everybody's drafts of it. Deleted contracts count
 * too: they are kept for years.
 * @throws 409 while contracts, depots, cost models or archived reports name it, 412
 */
export const deleteTariff: Verb<typeof deleteTariffCall> = async (services, context, { params }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffs.edit');
  try {
    await services.database.transaction(scope, async (transaction) => {
      const tariff = await lockTariff(transaction, params.id);
      if (tariff.rowVersion !== context.ifMatch) {
        const current = await readTariff({ database: readerIn(transaction) }, scope, params.id);
        throw new AppError('common.versionConflict', { current });
      }
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from contracts
         where tenant_id = app_tenant_id() and tariff_id = ${params.id}`.execute(transaction);
      const contractCount = rows[0]?.count ?? 0;
      if (contractCount > 0) throw new AppError('tariffs.inUse', { params: { contractCount } });
      const { rows: drafts } = await sql<{ row: KeptPart['rows'][number] }>`
        with gone as (delete from drafts where tenant_id = app_tenant_id() and draft_type = 'tariff'
          and entity_key = ${params.id} returning *) select to_jsonb(gone) as row from gone`.execute(
        transaction,
      );
      const deletion = { kind: 'tariff', objectId: params.id, userId: scope.userId } as const;
      await keepDeletion(transaction, deletion, { table: 'tariffs', id: params.id }, [
        { table: 'drafts', rows: drafts.map(({ row }) => row) },
      ]);
      await sql`delete from tariffs where tenant_id = app_tenant_id() and id = ${params.id}`.execute(
        transaction,
      );
      await writeAudit(transaction, {
        actor,
        action: 'tariffs.delete',
        objectType: 'tariff',
        objectId: params.id,
        before: (tariff.open ?? tariff.published)?.content.tariff,
        details: { versions: tariff.newestVersionNumber },
      });
    });
  } catch (error) {
    // 23503: depots, cost models or reports name it.
    if (errorCode(error) === '23503')
      throw new AppError('tariffs.inUse', { params: { contractCount: 0 }, cause: error });
    throw error;
  }
};
