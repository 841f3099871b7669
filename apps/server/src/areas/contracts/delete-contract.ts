import type { deleteContract as deleteContractCall } from '@depotwerk/api/contracts/contracts';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { keepProfileDayOfContract } from '../../platform/depot-content/keep-profile-day.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { retentionEnd } from '../../platform/retention-end.ts';
import { requirePermission } from '../../platform/scope.ts';
import { lockContract } from './locked-contract.view.ts';

/**
 * Takes a contract out of every list, count and sum; its data is kept until the retention period ends.
 * @throws 412 when it changed since it was read, 409 while orders are open at the bank
 */
export const deleteContract: Verb<typeof deleteContractCall> = async (services, context, input) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.delete');
  const reason = input.query.reason ?? '';
  const keptUntil = retentionEnd(services.clock());
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockContract(transaction, scope, input.params.id);
    if (contract.rowVersion !== context.ifMatch) {
      throw new AppError('common.versionConflict', { current: { rowVersion: contract.rowVersion } });
    }
    await refuseOpenOrders(transaction, contract.id);
    await sql`update contracts set deleted_at = now(), deletion_reason = ${reason}, deleted_by = ${scope.userId},
        retention_until = ${keptUntil} where id = ${contract.id}`.execute(transaction);
    await keepProfileDayOfContract(transaction, contract.id, todayOfHouse(services));
    await writeAudit(transaction, {
      actor,
      action: 'contracts.delete',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      before: contract,
      details: { hasReason: reason !== '' },
    });
  });
};

async function refuseOpenOrders(transaction: Transaction<Schema>, contractId: string): Promise<void> {
  const { rows } = await sql<{ is_open: boolean }>`select
      exists (select 1 from trader_orders where contract_id = ${contractId} and state in ('prepared', 'sent', 'unknown'))
      or exists (select 1 from planned_optimizations where contract_id = ${contractId} and state = 'submitted') as is_open
    `.execute(transaction);
  if (rows[0]?.is_open) throw new AppError('contracts.hasOpenOrders');
}
