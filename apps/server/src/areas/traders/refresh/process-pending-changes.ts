import type { processPendingChanges as processCall } from '@depotwerk/api/traders/refresh';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { enqueueCheck } from '../../../platform/depot-content/enqueue-check.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { lockContract } from '../../contracts/public.ts';
import { declineChanges } from './decline-changes.ts';
import { keepChanges } from './keep-changes.ts';
import type { OpenChange } from './open-change.ts';

/**
 * Decides about all open differences of a contract: take them over, or keep our state and leave a hint.
 * @throws 409 when there are none, 412 when others are there than the caller saw
 */
export const processPendingChanges: Verb<
  typeof processCall,
  Services & { readonly wakeJobs: () => void }
> = async (services, context, input) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.processPendingChanges');
  const { keepChanges: isKept, pendingChangeIds } = input.body;
  const request = { contractId: input.params.id, isKept, pendingChangeIds: pendingChangeIds ?? null };
  await runOnce(services.database, context, 'processPendingChanges', request, async (transaction) => {
    const contract = await lockContract(transaction, scope, input.params.id);
    const changes = await lockOpenChanges(transaction, contract.id);
    if (changes.length === 0) throw new AppError('contracts.noPendingChanges');
    refuseOthers(changes, pendingChangeIds);
    const today = todayIn(context.zone, new Date(services.clock()));
    await (isKept ? keepChanges : declineChanges)(transaction, contract.id, changes, today);
    await sql`update contract_pending_changes set processed_at = now(), processed_by = ${scope.userId},
        was_kept = ${isKept}
       where tenant_id = app_tenant_id() and contract_id = ${contract.id} and processed_at is null`.execute(
      transaction,
    );
    await sql`update contracts set row_version = row_version + 1, updated_at = now()
       where tenant_id = app_tenant_id() and id = ${contract.id}`.execute(transaction);
    if (isKept) await enqueueCheck(transaction, [contract.id], scope.userId);
    await writeAudit(transaction, {
      actor,
      action: 'contracts.processPendingChanges',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      before: changes.map((change) => change.ourValue),
      after: changes.map((change) => (isKept ? change.bankValue : change.ourValue)),
      details: { isKept, changeCount: changes.length },
    });
    return {};
  });
  services.wakeJobs();
};

async function lockOpenChanges(transaction: Transaction<Schema>, contractId: string): Promise<OpenChange[]> {
  const { rows } = await sql<OpenChange>`
    select id, field_name as "fieldName", description, our_value as "ourValue", bank_value as "bankValue"
      from contract_pending_changes
     where tenant_id = app_tenant_id() and contract_id = ${contractId} and processed_at is null
     order by created_at, id for update`.execute(transaction);
  return rows;
}

/** Nobody decides about what he has not seen. */
function refuseOthers(changes: readonly OpenChange[], seen: readonly string[] | undefined): void {
  if (seen === undefined) return;
  const ids = changes.map((change) => change.id);
  const isSame = ids.length === new Set(seen).size && ids.every((id) => seen.includes(id));
  if (!isSame) throw new AppError('common.versionConflict', { current: { pendingChangeIds: ids } });
}
