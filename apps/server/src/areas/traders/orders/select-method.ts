import type { Challenge } from '@depotwerk/api/challenge';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { TraderServices } from '../trader-services.ts';
import { askBank } from './ask-bank.ts';
import { type BankChallenge, challengeAnswer } from './bank-challenge.ts';
import type { ExecutionTarget } from './execution-target.ts';

/**
 * Second step: the bank sends its code or asks for approval in its app. Again with the same method = send again.
 * @throws those of `askBank`, secondFactor.expired when another tab began anew meanwhile
 */
export async function selectMethod(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
  methodId: string,
): Promise<Challenge> {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.execute');
  const { signingId } = challenge.context;
  const signing = await askBank(services, context, target, () =>
    target.gateway.selectMethod(target.access, signingId, methodId),
  );
  const selected = {
    ...challenge.context,
    selectedMethodId: methodId,
    text: signing.text,
    methods: [...signing.methods],
  };
  await services.database.transaction(scope, async (transaction) => {
    const { rows } =
      await sql`update second_factor_challenges set context = ${JSON.stringify(selected)}::jsonb
      where tenant_id = app_tenant_id() and id = ${challenge.id} and state = 'pending' returning id`.execute(
        transaction,
      );
    if (rows.length === 0) throw new AppError('secondFactor.expired');
    await writeAudit(transaction, {
      actor,
      action: 'optimization.requestCode',
      objectType: 'contract',
      objectId: target.contractId,
      groupId: target.groupId,
      details: { challengeId: challenge.id, methodId },
    });
  });
  return challengeAnswer({ ...challenge, context: selected });
}
