import type { Authenticator } from '../http/request-context.ts';
import type { AccessTokens } from '../tokens/access-token.ts';
import type { SessionStates } from './session-states.ts';

/** Access token → session → user, role and rights: the gate every call that needs a session goes through. */
export function createAuthenticator(accessTokens: AccessTokens, sessions: SessionStates): Authenticator {
  return {
    async authenticate(accessToken) {
      const claims = await accessTokens.verify(accessToken);
      if (!claims) return null;
      const state = await sessions.get(claims.sessionId);
      return state && state.actor.userId === claims.userId ? state : null;
    },
  };
}
