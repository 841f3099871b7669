import { randomBytes } from 'node:crypto';
import type { ProviderSignInAnswer } from '@depotwerk/api/users/identity-provider';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { Reply } from '../../../platform/http/route.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { readDeviceToken } from '../../../platform/tokens/device-token.ts';
import { deviceCookie } from '../../../platform/tokens/session-cookies.ts';
import { type Account, hasSecondFactor } from '../account.ts';
import { openLoginChallenge } from '../login-challenge.ts';
import { startSession } from '../start-session.ts';
import { linkAndGive, type SubjectRights } from './link-account.ts';
import { endedSignInCookie, signInCookieLine } from './sign-in-cookie.ts';

/** What the provider has proved, and for which account. */
export interface Proof {
  readonly account: Account;
  readonly rights: SubjectRights;
  readonly clientId: string;
  /** `linking` = the account's password is still to be shown. */
  readonly kind: 'factor' | 'linking';
  /** The provider asked for a factor that counts here. */
  readonly hasShownFactor: boolean;
  readonly sessionId: string | null;
  readonly idToken: string | null;
  readonly returnUrl: string | null;
}

/** Longer ones do not fit into a cookie; the provider then asks before it signs out. */
const longestKeptToken = 1200;

/** The next step after the provider's word: the password to link with, the own factor, or the session. */
export async function advance(
  services: SignInServices,
  context: RequestContext,
  proof: Proof,
  client: { readonly deviceName: string | undefined },
): Promise<Reply<ProviderSignInAnswer>> {
  const { account, kind, returnUrl } = proof;
  if (kind === 'linking') {
    return Reply.json<ProviderSignInAnswer>({ linking: { userName: account.userName }, returnUrl }, {}, [
      cookieOf(services, proof),
    ]);
  }
  if (hasSecondFactor(account) && !proof.hasShownFactor) {
    const secondFactor = await openLoginChallenge(services, context, account);
    return Reply.json<ProviderSignInAnswer>({ secondFactor, returnUrl }, {}, [cookieOf(services, proof)]);
  }
  return openProviderSession(services, context, proof, {
    ...client,
    isConfirmed: false,
    // The provider's factor lets him in; a step that needs a fresh one asks for his own.
    hasShownSecondFactor: false,
  });
}

function cookieOf(
  services: SignInServices,
  { account, rights, clientId, kind, sessionId, idToken, returnUrl }: Proof,
): string {
  const { tenantId, userId } = account;
  const { issuer, subject, given } = rights;
  return signInCookieLine(services, {
    kind,
    ticket: randomBytes(16).toString('base64url'),
    tenantId,
    userId,
    issuer,
    clientId,
    subject,
    sessionId,
    idToken: idToken !== null && idToken.length <= longestKeptToken ? idToken : null,
    roleId: given.roleId,
    groups: [...given.groups],
    returnUrl,
  });
}

/** Opens the session of somebody who has shown everything; the link is made with it where it is new. */
export async function openProviderSession(
  services: SignInServices,
  context: RequestContext,
  {
    account,
    rights,
    sessionId,
    idToken,
    returnUrl,
  }: Pick<Proof, 'account' | 'rights' | 'sessionId' | 'idToken' | 'returnUrl'>,
  shown: {
    readonly deviceName: string | undefined;
    readonly isConfirmed: boolean;
    readonly hasShownSecondFactor: boolean;
  },
): Promise<Reply<ProviderSignInAnswer>> {
  const { deviceName, isConfirmed, hasShownSecondFactor } = shown;
  const reply = await startSession(
    services,
    context,
    { clientType: 'web', deviceName },
    {
      account,
      device: readDeviceToken(services.keys.device, context.cookies.get(deviceCookie)),
      newPasswordHash: null,
      hasShownSecondFactor,
      provider: {
        link: (transaction, ownSessionId) =>
          linkAndGive(services, transaction, account, rights, { isConfirmed, sessionId: ownSessionId }),
        sessionId,
        idToken,
      },
    },
  );
  return reply.withValue<ProviderSignInAnswer>((signedIn) => ({ signedIn, returnUrl }), [endedSignInCookie]);
}
