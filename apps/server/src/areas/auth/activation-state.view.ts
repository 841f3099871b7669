import type { getActivationState as call } from '@depotwerk/api/auth/account';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import type { SignInServices } from '../../platform/services.ts';
import { countAddress } from '../../platform/throttle/count-address.ts';
import { findActivation } from '../../platform/tokens/activation-token.ts';
import { readAccount, takesName } from './account.ts';

/**
 * Whether the link of an invitation or a reset can still be used. It tells whoever holds the link what setting a password
 * with it tells her today, and nobody else anything: unknown, used, over and taken back are one answer, and a reset link
 * without the name it was made for is none.
 */
export const readActivationState: BodyVerb<typeof call, SignInServices, RequestContext> = async (
  services,
  context,
  { guid, userName },
) => {
  await countAddress(services, context.clientAddress, { network: 'linkLook', site: 'linkLookSite' });
  const activation = await findActivation(services.database, guid, services.clock());
  const account =
    activation && (await readAccount(services.database, activation.tenantId, activation.userId));
  if (!activation || !account?.isLive) return { isOpen: false };
  return { isOpen: takesName(activation, account, userName) };
};
