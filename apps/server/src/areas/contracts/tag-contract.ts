import type { changeContractTags as tagCall } from '@depotwerk/api/tags/tags';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { changeTags } from '../../platform/tags/change-tags.ts';
import { readTagsOf } from '../tags/public.ts';
import { lockContract } from './locked-contract.view.ts';

/** Gives a contract tags and takes others away. @throws 404, 403, 409 while its customer is blocked, 400 for a tag that is not given */
export const changeContractTags: Verb<typeof tagCall> = (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.edit');
  return answerOnce(
    services.database,
    context,
    'changeContractTags',
    { ...body, id: params.id },
    async (transaction) => {
      const { id, groupId } = await lockContract(transaction, scope, params.id);
      await changeTags(transaction, actor, 'contract', [{ id, groupId }], body);
    },
    (reading) => readTagsOf(reading, scope, 'contract', params.id),
  );
};
