import type { TokenResponse } from '@depotwerk/api/auth/auth';
import type { SignInServices } from '../../platform/services.ts';
import { accessTokenSeconds } from '../../platform/tokens/access-token.ts';
import type { ClientType } from '../../platform/tokens/refresh-token.ts';

/** Answer of login and refresh; the refresh token is in it for mobile clients only. */
export async function tokenResponseOf(
  services: SignInServices,
  session: {
    sessionId: string;
    userId: string;
    clientType: ClientType;
    refreshToken: string;
    refreshExpiresIn: number;
  },
): Promise<TokenResponse> {
  const { sessionId, userId } = session;
  return {
    accessToken: await services.accessTokens.issue({ userId, sessionId }),
    tokenType: 'Bearer',
    expiresIn: accessTokenSeconds,
    refreshExpiresIn: session.refreshExpiresIn,
    userId,
    ...(session.clientType === 'mobile' && { refreshToken: session.refreshToken }),
  };
}
