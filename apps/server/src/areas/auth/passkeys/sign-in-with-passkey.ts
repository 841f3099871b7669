import type { signInWithPasskey as call } from '@depotwerk/api/auth/passkeys';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { Reply } from '../../../platform/http/route.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { countAddress, refundAddress } from '../../../platform/throttle/count-address.ts';
import { readDeviceToken } from '../../../platform/tokens/device-token.ts';
import { deviceCookie } from '../../../platform/tokens/session-cookies.ts';
import { readAccount } from '../account.ts';
import { startSession } from '../start-session.ts';
import { requireRelyingParty } from './relying-party.ts';
import { acceptPasskey, passkeyRequest } from './use-passkey.ts';

const subject = { purpose: 'signIn', subject: '' } as const;
const addressKinds = { network: 'address', site: 'addressSite' } as const;

/** Options for any passkey of this address: the browser lets its user choose. */
export function startPasskeySignIn(
  services: SignInServices,
  context: RequestContext,
): Promise<Record<string, unknown>> {
  return passkeyRequest(services, requireRelyingParty(services, context), subject, null);
}

/**
 * Signs in with a passkey alone: the device is one factor, knowing its owner (verified) the other. Unknown keys and
 * wrong signatures answer alike.
 */
export async function signInWithPasskey(
  services: SignInServices,
  context: RequestContext,
  body: CallInput<typeof call>['body'],
): Promise<Reply<CallAnswer<typeof call>>> {
  await countAddress(services, context.clientAddress, addressKinds);
  const [found] = await services.database.read<{ tenantId: string; userId: string }>(
    { tenantId: null, userId: null },
    {
      sql: 'select tenant_id as "tenantId", user_id as "userId" from find_passkey($1)',
      parameters: [Buffer.from(body.response.id, 'base64url')],
    },
  );
  const account = found ? await readAccount(services.database, found.tenantId, found.userId) : null;
  if (!account || (account.isDemo && !services.settings.isDemo)) throw new AppError('auth.passkeyInvalid');
  await acceptPasskey(services, context, subject, account, body.response);
  if (!account.isLive) throw new AppError('auth.userInactive');
  await refundAddress(services, context.clientAddress, addressKinds);
  return startSession(
    services,
    context,
    { clientType: body.clientType ?? 'web', deviceName: body.deviceName },
    {
      account,
      device: readDeviceToken(services.keys.device, context.cookies.get(deviceCookie)),
      newPasswordHash: null,
      hasShownSecondFactor: true,
    },
  );
}
