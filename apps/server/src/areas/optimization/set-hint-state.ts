import type { setHintState as setHintStateCall } from '@depotwerk/api/optimization/optimization';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { withCurrent } from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readContractHints } from '../contracts/public.ts';
import { lockAdvisedContract } from './lock-advised-contract.ts';

/**
 * Dismisses, accepts or reopens a hint of the contract; later checks keep the decision while the hint persists.
 * @throws 404, 412 with the hint as it is when somebody else has decided since the caller's page showed it
 */
export const setHintState: Verb<typeof setHintStateCall> = async (
  services,
  { scope, actor },
  { params, body },
) => {
  requirePermission(scope, 'optimization.dismissHint');
  const { state, shown } = body;
  const note = body.note === undefined || body.note === '' ? null : body.note;
  const decide = async (transaction: Transaction<Schema>) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const { rows } = await sql<{ optimization_hint_id: number; state: string; state_note: string | null }>`
      select optimization_hint_id, state, state_note from contract_hints
       where contract_id = ${params.id} and id = ${params.hintId} and state <> 'done' for update`.execute(
      transaction,
    );
    const [hint] = rows;
    if (!hint) throw notFound();
    const isOther = shown !== undefined && (shown.state !== hint.state || shown.note !== hint.state_note);
    if (isOther) throw new AppError('common.versionConflict');
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
  };
  const readHint = async () => {
    const hints = await readContractHints(services, scope, params.id);
    const hint = hints.find(({ id }) => id === params.hintId);
    if (!hint) throw notFound();
    return hint;
  };
  await withCurrent(() => services.database.transaction(scope, decide), readHint);
  return readHint();
};
