import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { notePasswordFault } from '../credentials/note-fault.ts';
import { TraderFault } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { executionError } from './execution-error.ts';
import type { ExecutionTarget } from './execution-target.ts';

/**
 * Runs one call to the bank within an execution; its refusal is recorded, kept with the access where it concerns the
 * password, and thrown as the caller is to be told it.
 * @throws AppError of section 8
 */
export async function askBank<T>(
  services: TraderServices,
  context: SignedInContext,
  target: Pick<ExecutionTarget, 'issuer' | 'contractId' | 'groupId'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    await recordBankRefusal(services, context, target, error);
    throw executionError(error, target.issuer.bankName);
  }
}

/** Audit entry of what the bank refused or did not answer before any order was sent. */
export async function recordBankRefusal(
  services: Pick<TraderServices, 'database'>,
  { scope, actor }: SignedInContext,
  target: Pick<ExecutionTarget, 'issuer' | 'contractId' | 'groupId'>,
  fault: TraderFault,
): Promise<void> {
  requirePermission(scope, 'optimization.execute');
  await services.database.transaction(scope, async (transaction) => {
    await notePasswordFault(transaction, scope.userId, target.issuer.issuerId, fault);
    await writeAudit(transaction, {
      actor,
      action: 'optimization.bankRefusal',
      objectType: 'contract',
      objectId: target.contractId,
      groupId: target.groupId,
      details: { fault: fault.kind, traderCode: fault.traderCode },
      result: fault.kind === 'unknown' || fault.kind === 'unavailable' ? 'failed' : 'refused',
    });
  });
}
