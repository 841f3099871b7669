import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { startProviderSignIn as call } from '@depotwerk/api/users/identity-provider';
import * as client from 'openid-client';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { Reply } from '../../../platform/http/route.ts';
import {
  clientOf,
  forgetClient,
  type ProviderSettings,
  readProviderSettings,
} from '../../../platform/identity-provider/identity-provider.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { requireWebAddress } from './provider-failure.ts';
import { signInCookieLine } from './sign-in-cookie.ts';

/** Where the provider sends people back to: the page of ours that hands in what it brought. */
export const redirectUriOf = (origin: string): string => `${origin}/auth/oidc`;

/**
 * The house a browser is at, with the address the provider knows: that of `PUBLIC_ORIGIN`, or another host the house
 * itself has named. A host somebody else writes into a request leads nowhere.
 */
export async function findHouse(
  services: SignInServices,
  context: RequestContext,
): Promise<{ tenantId: string; origin: string } | null> {
  const own = new URL(services.settings.publicOrigin);
  const name = context.host.toLowerCase().replace(/:\d{1,5}$/, '');
  const [found] = await services.database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select tenant_id as "tenantId" from find_white_label($1)', parameters: [name] },
  );
  if (!found) return null;
  if (context.host.toLowerCase() === own.host) return { tenantId: found.tenantId, origin: own.origin };
  const [host] = await services.database.read<{ host: string }>(
    { tenantId: found.tenantId, userId: null },
    { sql: 'select host from white_label_hosts where host = $1', parameters: [name] },
  );
  return host ? { tenantId: found.tenantId, origin: `${own.protocol}//${context.host.toLowerCase()}` } : null;
}

/**
 * What the provider's client does for us, with our own words when the provider does not answer, or describes itself in a
 * way nobody could follow. @throws AppError auth.providerUnavailable
 */
export async function reachProvider<Result>(
  services: SignInServices,
  settings: ProviderSettings,
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } catch (cause) {
    throw unreachable(services, settings, cause);
  }
}

/** Our words for a provider that failed, which is written into the log. */
export function unreachable(services: SignInServices, settings: ProviderSettings, cause: unknown): AppError {
  forgetClient(settings);
  services.logger.error({ reason: reasonOf(cause), tenantId: settings.tenantId }, 'auth.providerUnreachable');
  return new AppError('auth.providerUnavailable', { cause });
}

/** What went wrong, for the log: codes and messages of the client, never what the provider sent. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? `${'code' in error ? `${String(error.code)} ` : ''}${error.message}`.slice(0, 300)
    : '';

/** Begins a sign-in at the provider of the house; everything it needs stays in this browser, sealed. */
export async function startProviderSignIn(
  services: SignInServices,
  context: RequestContext,
  body: CallInput<typeof call>['body'],
): Promise<Reply<CallAnswer<typeof call>>> {
  const house = await findHouse(services, context);
  const settings = house && (await readProviderSettings(services, house.tenantId));
  if (!house || !settings?.isActive) throw new AppError('auth.providerUnavailable');
  const redirectUri = redirectUriOf(house.origin);
  const state = client.randomState();
  const nonce = client.randomNonce();
  const codeVerifier = client.randomPKCECodeVerifier();
  const challenge = await client.calculatePKCECodeChallenge(codeVerifier);
  const address = await reachProvider(services, settings, async () => {
    const provider = await clientOf(services, settings, true);
    const parameters = {
      redirect_uri: redirectUri,
      scope: scopeOf(provider, settings),
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    return requireWebAddress(client.buildAuthorizationUrl(provider, parameters), settings.issuer);
  });
  const { tenantId, issuer, clientId } = settings;
  const returnUrl = body.returnUrl ?? null;
  const kept = { tenantId, issuer, clientId, redirectUri, state, nonce, codeVerifier, returnUrl };
  return Reply.json({ authorizationUrl: address.href }, {}, [
    signInCookieLine(services, { kind: 'started', ...kept }),
  ]);
}

/** `groups` is asked for where the provider knows it by that name; others send the claim anyway. */
function scopeOf(provider: client.Configuration, { groupsClaim }: ProviderSettings): string {
  const known: unknown = provider.serverMetadata().scopes_supported;
  const isKnown = groupsClaim !== null && Array.isArray(known) && known.includes(groupsClaim);
  const groups = isKnown ? [groupsClaim] : [];
  return ['openid', 'email', 'profile', ...groups].join(' ');
}
