import type { Authenticator, SignedIn } from '../http/request-context.ts';
import type { SignInServices } from '../services.ts';
import type { AccessTokens } from '../tokens/access-token.ts';
import { isApiToken } from '../tokens/api-token.ts';
import { readApiToken } from './api-token-access.ts';
import type { SessionStates } from './session-states.ts';

/** The gate of a running product. */
export const authenticatorOf = ({ accessTokens, sessions, database, clock, settings }: SignInServices) =>
  createAuthenticator(accessTokens, sessions, (token) =>
    readApiToken(database, clock, settings.isDemo, token),
  );

/**
 * Access token → session → user, role and rights: the gate every call that needs a session goes through. Tokens of
 * other systems come in beside it.
 */
function createAuthenticator(
  accessTokens: AccessTokens,
  sessions: SessionStates,
  ofApiToken: (token: string) => Promise<SignedIn | null>,
): Authenticator {
  return {
    async authenticate(accessToken, sinceMs) {
      if (isApiToken(accessToken)) return ofApiToken(accessToken);
      const claims = await accessTokens.verify(accessToken, sinceMs);
      if (!claims) return null;
      const state = await sessions.get(claims.sessionId);
      return state && state.actor.userId === claims.userId ? state : null;
    },
    async isSessionOver(accessToken) {
      const claims = isApiToken(accessToken) ? null : await accessTokens.read(accessToken);
      return claims !== null && (await sessions.get(claims.sessionId)) === null;
    },
  };
}
