import type { markContractChecked as markContractCheckedCall } from '@depotwerk/api/contracts/contracts';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { lockContract } from './locked-contract.view.ts';

/** Records that the caller has looked the contract over now; repeating the call with its key changes nothing. */
export const markContractChecked: Verb<typeof markContractCheckedCall> = async (services, context, input) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.check');
  const contractId = input.params.id;
  return runOnce(services.database, context, 'markContractChecked', { contractId }, async (transaction) => {
    const contract = await lockContract(transaction, scope, contractId);
    const lastCheck = new Date(services.clock()).toISOString();
    await sql`update contracts set last_check = ${lastCheck}, last_checked_by = ${scope.userId},
        last_checked_by_name = ${actor.fullName} where id = ${contract.id}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'contracts.check',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      before: { lastCheck: contract.lastCheck, lastCheckedBy: contract.lastCheckedBy },
      after: { lastCheck, lastCheckedBy: scope.userId },
    });
    return { lastCheck, lastCheckedBy: actor.fullName };
  });
};
