import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { takeBackDeletion as call } from '@depotwerk/api/deletions/deletions';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { moveBack } from '../../platform/customers/move-back.ts';
import { errorCode } from '../../platform/database/database-errors.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type FatesOfMany, requireSomeBack, tellFates } from '../../platform/deletions/fates-of-many.ts';
import { type KeptPart, secondsToTakeBack } from '../../platform/deletions/keep-deletion.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { TagCarrier } from '../../platform/tags/change-tags.ts';
import { giveTagsBack, takeTagsOff } from '../../platform/tags/tags-back.ts';
import { keptKindRules } from './kept-kinds.ts';
import { giveTariffsBack } from './tariffs-back.ts';

type Body = CallInput<typeof call>['body'];
type Answer = CallAnswer<typeof call>;

interface Kept {
  readonly id: string;
  readonly parts: readonly KeptPart[];
  readonly isInTime: boolean;
  readonly isBack: boolean;
}

/**
 * Puts back what the caller deleted within the last minute, as it was. Nothing of others, nothing twice, and nothing in the
 * place of what somebody has put there since.
 * @throws 409 with what happened, 403 without the rights of the deletion, 404 when its contract is gone
 */
export const takeBackDeletion: Verb<typeof call> = (services, context, { body }) => {
  return runOnce(services.database, context, 'takeBackDeletion', body, async (transaction) => {
    const kept = await lockKept(transaction, context, body);
    let answer: Answer;
    try {
      answer = await putBack(transaction, context, body, kept.parts);
    } catch (error) {
      const code = errorCode(error);
      if (code === '23505') throw new AppError('deletions.placeTaken', { cause: error });
      if (code === '23503') throw new AppError('deletions.referenceGone', { cause: error });
      throw error;
    }
    await sql`update kept_deletions set taken_back_at = now(), parts = '[]'
      where tenant_id = app_tenant_id() and id = ${kept.id}`.execute(transaction);
    return answer;
  });
};

async function lockKept(
  transaction: Transaction<Schema>,
  { scope }: SignedInContext,
  { objectType, objectId, keptId }: Body,
): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select id, parts, taken_back_at is not null as "isBack",
        deleted_at > now() - make_interval(secs => ${secondsToTakeBack}) as "isInTime"
      from kept_deletions
     where tenant_id = app_tenant_id() and user_id = ${scope.userId} and object_type = ${objectType}
       and object_id = ${objectId} and (${keptId ?? null}::uuid is null or id = ${keptId ?? null})
     order by deleted_at desc limit 1 for update`.execute(transaction);
  const [kept] = rows;
  if (kept?.isBack) throw new AppError('deletions.takenBack');
  if (!kept?.isInTime) throw new AppError('deletions.tooLate');
  return kept;
}

async function putBack(
  transaction: Transaction<Schema>,
  { scope, actor }: SignedInContext,
  { objectType, objectId }: Body,
  parts: readonly KeptPart[],
): Promise<Answer> {
  const acting = { scope, actor };
  const tell = (carrier: TagCarrier, fates: FatesOfMany) => {
    requireSomeBack(fates);
    return tellFates(transaction, scope, carrier, fates);
  };
  switch (objectType) {
    case 'contractTags':
      return tell('contract', await giveTagsBack(transaction, acting, 'contract', parts));
    case 'customerTags':
      return tell('customer', await giveTagsBack(transaction, acting, 'customer', parts));
    case 'contractTagsGiven':
      return tell('contract', await takeTagsOff(transaction, acting, 'contract', parts));
    case 'customerTagsGiven':
      return tell('customer', await takeTagsOff(transaction, acting, 'customer', parts));
    case 'customerGroups':
      return tell('customer', await moveBack(transaction, acting, objectId, parts));
    case 'contractTariffs':
      return tell('contract', await giveTariffsBack(transaction, acting, objectId, parts));
    default:
  }
  const { permission, objectType: called, check } = keptKindRules[objectType];
  if (scope.ownCustomerId !== null) throw new AppError('auth.forbidden');
  if (permission !== null) requirePermission(scope, permission);
  await sql`select put_parts_back(${JSON.stringify(parts)}::jsonb)`.execute(transaction);
  const groupId = (await check?.(transaction, scope, objectId)) ?? null;
  await writeAudit(transaction, {
    actor,
    action: 'deletions.takeBack',
    objectType: called ?? objectType,
    objectId,
    groupId,
    details: { kind: objectType },
  });
  return {};
}
