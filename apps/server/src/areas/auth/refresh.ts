import type { refresh as call } from '@depotwerk/api/auth/auth';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { rotateSession } from '../../platform/sessions/rotate-session.ts';
import { refreshCookie, sessionCookies } from '../../platform/tokens/session-cookies.ts';
import { tokenResponseOf } from './token-response.ts';

type Answer = CallAnswer<typeof call>;

/**
 * Exchanges a refresh token: mobile clients send it in the body, browsers in their cookie; a token of one
 * kind is refused by the other.
 */
export async function refresh(
  services: SignInServices,
  context: RequestContext,
  body: CallInput<typeof call>['body'],
): Promise<Reply<Answer>> {
  const clientType = body.refreshToken === undefined ? 'web' : 'mobile';
  const token = body.refreshToken ?? context.cookies.get(refreshCookie);
  if (token === undefined) throw new AppError('auth.refreshTokenInvalid');
  const rotation = await rotateSession(
    services.database,
    services.keys.keyEncryption,
    { token, transport: clientType },
    services.clock(),
  );
  if (rotation.kind === 'reused') {
    services.sessions.forget([rotation.sessionId]);
    services.logger.info(
      { requestId: context.requestId, sessionId: rotation.sessionId },
      'auth.refreshTokenReused',
    );
    throw new AppError('auth.refreshTokenReused');
  }
  if (rotation.kind === 'invalid') throw new AppError('auth.refreshTokenInvalid');
  const answer = await tokenResponseOf(services, { ...rotation, clientType });
  const cookies =
    clientType === 'web' ? sessionCookies(rotation.refreshToken, rotation.refreshExpiresIn) : [];
  return Reply.json<Answer>(answer, {}, cookies);
}
