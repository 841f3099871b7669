import type { restoreContract as restoreCall } from '@depotwerk/api/contracts/contracts';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isContractBlocked } from '../../platform/customers/blocked-contract.ts';
import { errorCode } from '../../platform/database/database-errors.ts';
import { secondsToTakeBack } from '../../platform/deletions/keep-deletion.ts';
import { keepProfileDayOfContract } from '../../platform/depot-content/keep-profile-day.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { refuseInactiveHolders, runsOn } from './refuse-inactive-holders.ts';

interface DeletedContract {
  groupId: string | null;
  externalKey: string;
  endDate: string | null;
  isInTime: boolean;
  isCustomerDeleted: boolean;
  isBlocked: boolean;
}

/**
 * Puts a contract back that the caller deleted a moment ago; its tasks come back by their rules.
 * @throws 404 for what was deleted by somebody else or not at all, 403, 409 when it is too late or what it needs is taken
 */
export const restoreContract: Verb<typeof restoreCall> = async (services, context, { params }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.delete');
  await runOnce(services.database, context, 'restoreContract', params, async (transaction) => {
    const { rows } = await sql<DeletedContract>`
      select c.group_id as "groupId", c.external_key as "externalKey", c.end_date::text as "endDate",
          c.deleted_at > now() - make_interval(secs => ${secondsToTakeBack}) as "isInTime",
          u.deleted_at is not null as "isCustomerDeleted", ${sql.raw(isContractBlocked)} as "isBlocked"
        from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
       where c.tenant_id = app_tenant_id() and c.id = ${params.id} and c.deleted_at is not null
         and c.deleted_by = ${scope.userId} for update of c`.execute(transaction);
    const [contract] = rows;
    if (!contract) throw notFound();
    requireGroupRight(scope, 'groupContracts.edit', contract.groupId);
    if (!contract.isInTime) throw new AppError('contracts.restoreTooLate');
    if (contract.isCustomerDeleted) throw new AppError('customers.deleted');
    if (contract.isBlocked) throw new AppError('customers.blocked');
    if (runsOn(contract.endDate, todayOfHouse(services))) await refuseInactiveHolders(transaction, params.id);
    try {
      await sql`update contracts set deleted_at = null, deletion_reason = null, deleted_by = null, retention_until = null
        where tenant_id = app_tenant_id() and id = ${params.id}`.execute(transaction);
    } catch (error) {
      // Somebody has given the number to another contract meanwhile.
      if (errorCode(error) === '23505') throw new AppError('contracts.externalKeyExists', { cause: error });
      throw error;
    }
    await keepProfileDayOfContract(transaction, params.id, todayOfHouse(services));
    await writeAudit(transaction, {
      actor,
      action: 'contracts.restore',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.groupId,
      details: { externalKey: contract.externalKey },
    });
    return {};
  });
};
