import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { setHintState as setHintStateCall } from '@depotwerk/api/optimization';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readContractHints } from '../contracts/public.ts';
import { lockAdvisedContract } from './lock-advised-contract.ts';

/** Dismisses, accepts or reopens a hint of the contract; later checks keep the decision while the hint persists. */
export async function setHintState(
  services: Services,
  { scope, actor }: SignedInContext,
  { params, body }: CallInput<typeof setHintStateCall>,
): Promise<CallAnswer<typeof setHintStateCall>> {
  requirePermission(scope, 'optimization.dismissHint');
  const { state } = body;
  const note = body.note === undefined || body.note === '' ? null : body.note;
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const { rows } = await sql<{ optimization_hint_id: number; state: string; state_note: string | null }>`
      select optimization_hint_id, state, state_note from contract_hints
       where contract_id = ${params.id} and id = ${params.hintId} and state <> 'done' for update`.execute(
      transaction,
    );
    const [hint] = rows;
    if (!hint) throw notFound();
    const at = new Date(services.clock()).toISOString();
    await sql`update contract_hints set state = ${state}, state_note = ${note},
        dismissed_reason = ${state === 'dismissed' ? note : null}, state_changed_by = ${scope.userId}, state_changed_at = ${at}
       where contract_id = ${params.id} and id = ${params.hintId}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'optimization.setHintState',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.group_id,
      before: { state: hint.state, note: hint.state_note },
      after: { state, note },
      details: { hintId: params.hintId, optimizationHintId: hint.optimization_hint_id, state },
    });
  });
  const hints = await readContractHints(services, scope, params.id);
  const changed = hints.find(({ id }) => id === params.hintId);
  if (!changed) throw notFound();
  return changed;
}
