import type { CallAnswer } from '@depotwerk/api/call';
import type {
  getOwnProviderLink as call,
  removeOwnProviderLink as removeCall,
} from '@depotwerk/api/users/identity-provider';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { BodyVerb } from '../../../platform/http/verb.ts';
import { opensSql } from '../../../platform/identity-provider/link-opens.ts';
import { removeProviderLink } from '../../../platform/identity-provider/remove-provider-link.ts';
import { readOne } from '../../../platform/read-one.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { confirmedAccount } from '../confirm-identity.ts';

/** Whether the own account is linked with the provider of the house. */
export async function readOwnProviderLink(
  services: SignInServices,
  { actor }: SignedInContext,
): Promise<CallAnswer<typeof call>> {
  const { tenantId, userId } = actor;
  return readOne<CallAnswer<typeof call>>(
    services.database,
    { tenantId, userId },
    {
      sql: `select (select p.button_text from identity_providers p where p.is_active) as "buttonText",
          case when ${opensSql} then l.created_at end as "linkedAt", case when ${opensSql} then l.last_used_at end as "lastUsedAt", u.password_hash is not null as "hasPassword"
        from users u left join identity_links l on l.user_id = u.id where u.id = $1`,
      parameters: [userId],
    },
  );
}

/**
 * Unlinks the own account with its password, which is what opens it from then on.
 * @throws 404 without a link, auth.oldPasswordWrong, auth.secondFactorRequired, secondFactor.invalidToken
 */
export const removeOwnProviderLink: BodyVerb<typeof removeCall, SignInServices> = async (
  services,
  context,
  body,
) => {
  const { actor } = context;
  const { tenantId, userId } = actor;
  await confirmedAccount(services, context, body);
  const ended = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    const removed = await removeProviderLink(transaction, userId, services.clock());
    if (!removed.wasLinked) throw notFound();
    await writeAudit(transaction, {
      actor,
      action: 'auth.unlinkProvider',
      objectType: 'user',
      objectId: userId,
    });
    return removed.endedSessionIds;
  });
  services.sessions.forget(ended);
};
