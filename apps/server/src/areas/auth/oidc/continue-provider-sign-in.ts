import type { CallInput } from '@depotwerk/api/call';
import type {
  continueProviderSignIn as call,
  ProviderSignInAnswer,
} from '@depotwerk/api/users/identity-provider';
import { type GroupRight, groupRights } from '@depotwerk/domain/permissions';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { Reply } from '../../../platform/http/route.ts';
import { readProviderSettings } from '../../../platform/identity-provider/identity-provider.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { readDeviceToken } from '../../../platform/tokens/device-token.ts';
import { deviceCookie } from '../../../platform/tokens/session-cookies.ts';
import { hasSecondFactor, readAccount } from '../account.ts';
import { askForFactor, checkPassword } from '../login.ts';
import { openProviderSession } from './provider-steps.ts';
import { readSignInCookie, takeOnce } from './sign-in-cookie.ts';

/**
 * What the account itself wants after the provider's word: the password before it is linked (counted like every
 * sign-in), then its second factor. Only then a session opens, once.
 */
export async function continueProviderSignIn(
  services: SignInServices,
  context: RequestContext,
  body: CallInput<typeof call>['body'],
): Promise<Reply<ProviderSignInAnswer>> {
  const proven = readSignInCookie(services, context, ['factor', 'linking']);
  const { tenantId, userId, returnUrl, issuer, subject } = proven;
  const settings = await readProviderSettings(services, tenantId);
  const isSame = settings?.issuer === issuer && settings.clientId === proven.clientId;
  if (!settings?.isActive || !isSame) throw new AppError('auth.providerUnavailable');
  const account = await readAccount(services.database, tenantId, userId);
  if (!account) throw new AppError('auth.providerSignInInvalid');
  if (proven.kind === 'linking') {
    if (body.password === undefined) throw new AppError('auth.invalidCredentials');
    const device = readDeviceToken(services.keys.device, context.cookies.get(deviceCookie));
    await checkPassword(services, context, { userName: account.userName, password: body.password }, device);
  }
  if (!account.isLive) throw new AppError('auth.userInactive');
  const secondFactor = await askForFactor(services, context, account, body);
  if (secondFactor) return Reply.json<ProviderSignInAnswer>({ secondFactor, returnUrl });
  await takeOnce(services, `ticket ${proven.ticket}`);
  const groups = proven.groups.map(([groupId, rights]) => [groupId, rights.filter(isGroupRight)] as const);
  const given = { roleId: proven.roleId, groups: new Map(groups) };
  const { sessionId, idToken } = proven;
  return openProviderSession(
    services,
    context,
    {
      account,
      rights: { issuer, subject, given, defaultRoleId: settings.defaultRoleId },
      sessionId,
      idToken,
      returnUrl,
    },
    {
      deviceName: body.deviceName,
      isConfirmed: proven.kind === 'linking',
      hasShownSecondFactor: hasSecondFactor(account),
    },
  );
}

const isGroupRight = (right: string): right is GroupRight => groupRights.some((known) => known === right);
