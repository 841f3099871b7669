import type { changeCustomerTags as tagCall } from '@depotwerk/api/tags/tags';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { changeTags } from '../../platform/tags/change-tags.ts';
import { readTagsOf } from '../tags/public.ts';
import { lockCustomer } from './locked-customer.view.ts';

/** Gives a customer tags and takes others away. @throws 404, 403, 409 while he is blocked, 400 for a tag that is not given */
export const changeCustomerTags: Verb<typeof tagCall> = (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.edit');
  return answerOnce(
    services.database,
    context,
    'changeCustomerTags',
    { ...body, id: params.id },
    async (transaction) => {
      const { id, group_id, is_blocked } = await lockCustomer(transaction, scope, params.id);
      if (is_blocked) throw new AppError('customers.blocked');
      await changeTags(transaction, actor, 'customer', [{ id, groupId: group_id }], body);
    },
    (reading) => readTagsOf(reading, scope, 'customer', params.id),
  );
};
