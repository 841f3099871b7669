import { controlCharacter } from '@depotwerk/domain/control-characters';
import {
  type GivenRights,
  rightsOfClaims,
  saysFactor,
} from '@depotwerk/domain/identity-provider/decide-sign-in';
import { hasOneSpelling } from '@depotwerk/domain/mail-address';
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

/** Longest subject or session of a provider (OpenID Connect Core 1.0, 2). */
export const longestIdentifier = 255;

/** A claim that can be kept and shown as a text of its own; null for everything else. */
export function textOfClaim(value: unknown, limit: number): string | null {
  if (typeof value !== 'string' || value.length > limit) return null;
  const text = value.trim();
  return text !== '' && text.isWellFormed() && !controlCharacter.test(text) ? text : null;
}

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
  const subject = textOfClaim(claims.sub, longestIdentifier);
  if (subject === null || subject !== claims.sub) throw new Error('the subject is none that can be kept');
  const { groupsClaim, mappings, acceptsFactor, factorValues } = settings;
  const isEnough =
    claims['email'] !== undefined && (groupsClaim === null || claims[groupsClaim] !== undefined);
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
  // Its answer carries no signature, so what the signed token says goes first.
  const all =
    isEnough || !hasUserInfo
      ? claims
      : { ...(await client.fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims };
  const named = textOfClaim(all['email'], 100);
  // One that only looks like somebody's address finds no account and makes none.
  const mail = named !== null && hasOneSpelling(named) ? named : null;
  return {
    subject,
    mail,
    isMailVerified: all['email_verified'] === true,
    fullName: textOfClaim(all['name'], 200) ?? mail,
    given: rightsOfClaims(groupsClaim === null ? undefined : all[groupsClaim], mappings),
    // The factor is believed in the signed token only.
    hasShownFactor: acceptsFactor && saysFactor(claims['amr'], claims['acr'], factorValues),
    sessionId: textOfClaim(claims['sid'], longestIdentifier),
    idToken: tokens.id_token,
  };
}
