import {
  type GivenRights,
  rightsOfClaims,
  saysFactor,
} from '@depotwerk/domain/identity-provider/decide-sign-in';
import * as client from 'openid-client';
import type { ProviderSettings } from '../../../platform/identity-provider/identity-provider.ts';
import type { StartedSignIn } from './sign-in-cookie.ts';

/** Who somebody is, as the provider says it: signed, for us, for this browser, just now. */
export interface ProviderClaims {
  readonly subject: string;
  readonly mail: string | null;
  readonly isMailVerified: boolean;
  readonly fullName: string | null;
  readonly given: GivenRights;
  readonly hasShownFactor: boolean;
  /** Claim `sid`: the session at the provider. */
  readonly sessionId: string | null;
  readonly idToken: string;
}

const textOf = (value: unknown, limit: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= limit ? value.trim() : null;

/**
 * Redeems the code and reads the claims, from the ID token and, where it does not say enough, from the provider's
 * answer about the user.
 * @throws when anything is not as it must be: state, issuer, code, verifier, nonce, audience, signature, times
 */
export async function redeemCode(
  provider: client.Configuration,
  settings: ProviderSettings,
  started: StartedSignIn,
  brought: { readonly code: string; readonly state: string; readonly iss: string | undefined },
): Promise<ProviderClaims> {
  const url = new URL(started.redirectUri);
  url.searchParams.set('code', brought.code);
  url.searchParams.set('state', brought.state);
  if (brought.iss !== undefined) url.searchParams.set('iss', brought.iss);
  const tokens = await client.authorizationCodeGrant(provider, url, {
    expectedState: started.state,
    expectedNonce: started.nonce,
    pkceCodeVerifier: started.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new Error('the provider sent no ID token');
  const { groupsClaim, mappings, acceptsFactor, factorValues } = settings;
  const isEnough =
    claims['email'] !== undefined && (groupsClaim === null || claims[groupsClaim] !== undefined);
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
  // Its answer carries no signature, so what the signed token says goes first.
  const all =
    isEnough || !hasUserInfo
      ? claims
      : { ...(await client.fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims };
  const mail = textOf(all['email'], 100);
  return {
    subject: claims.sub,
    mail,
    isMailVerified: all['email_verified'] === true,
    fullName: textOf(all['name'], 200) ?? mail,
    given: rightsOfClaims(groupsClaim === null ? undefined : all[groupsClaim], mappings),
    // The factor is believed in the signed token only.
    hasShownFactor: acceptsFactor && saysFactor(claims['amr'], claims['acr'], factorValues),
    sessionId: textOf(claims['sid'], 255),
    idToken: tokens.id_token,
  };
}
