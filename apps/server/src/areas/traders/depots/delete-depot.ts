import type { CallInput } from '@depotwerk/api/call';
import type { deleteDepot as deleteDepotCall } from '@depotwerk/api/trader-depots';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { lockContract } from '../refresh/lock-contract.ts';

/**
 * Removes the link between a depot and its contract, and nothing else: contract, history and the depot at the bank
 * stay. Differences that waited for a decision go with the link.
 * @throws 404, 412 when the depot changed since it was read, 409 while orders are open at the bank
 */
export async function deleteDepot(
  services: Pick<Services, 'database'>,
  context: SignedInContext,
  input: CallInput<typeof deleteDepotCall>,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'traderDepots.delete');
  await services.database.transaction(scope, async (transaction) => {
    const depot = await readLinked(transaction, input.params.id);
    const contract = await lockContract(transaction, scope, depot.contractId);
    const { rows } = await sql<{ row_version: number }>`select row_version from trader_depots
      where tenant_id = app_tenant_id() and id = ${depot.id} and contract_id = ${contract.id} for update`.execute(
      transaction,
    );
    const version = rows[0]?.row_version;
    if (version === undefined) throw notFound();
    if (version !== context.ifMatch) {
      throw new AppError('common.versionConflict', { current: { rowVersion: version } });
    }
    await refuseOpenOrders(transaction, contract.id);
    await sql`update trader_depots set contract_id = null, state = 'new', revision = null, dealt_with = null
       where tenant_id = app_tenant_id() and id = ${depot.id}`.execute(transaction);
    await sql`update contracts set is_linked = false where tenant_id = app_tenant_id() and id = ${contract.id}`.execute(
      transaction,
    );
    await sql`delete from contract_pending_changes
       where tenant_id = app_tenant_id() and contract_id = ${contract.id} and processed_at is null`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor,
      action: 'traderDepots.unlink',
      objectType: 'traderDepot',
      objectId: depot.id,
      groupId: contract.groupId,
      before: depot,
      details: { contractId: contract.id, externalKey: depot.externalKey },
    });
  });
}

async function readLinked(transaction: Transaction<Schema>, depotId: string) {
  const { rows } = await sql<{ id: string; contractId: string; externalKey: string; issuerId: number }>`
    select id, contract_id as "contractId", external_key as "externalKey", issuer_id as "issuerId" from trader_depots
     where tenant_id = app_tenant_id() and id = ${depotId} and contract_id is not null`.execute(transaction);
  const depot = rows[0];
  if (!depot) throw notFound();
  return depot;
}

async function refuseOpenOrders(transaction: Transaction<Schema>, contractId: string): Promise<void> {
  const { rows } = await sql`select 1 from trader_orders where tenant_id = app_tenant_id()
     and contract_id = ${contractId} and state in ('prepared', 'sent', 'unknown') limit 1`.execute(
    transaction,
  );
  if (rows.length > 0) throw new AppError('contracts.hasOpenOrders');
}
