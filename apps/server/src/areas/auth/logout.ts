import type { logout as call } from '@depotwerk/api/auth/auth';
import type { CallAnswer } from '@depotwerk/api/call';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endedSessionCookies, refreshCookie } from '../../platform/tokens/session-cookies.ts';
import { endOne, findCookieSession } from './cookie-session.ts';
import { endSessionUrlOf } from './oidc/end-session-url.ts';

/**
 * Ends the session of the access token and that of the refresh cookie, whatever was sent. Who came through the provider
 * of the house is told where to sign out there as well.
 */
export async function logout(
  services: SignInServices,
  context: RequestContext,
): Promise<Reply<CallAnswer<typeof call>>> {
  const { actor } = context;
  const ofCookie = await findCookieSession(services, context.cookies.get(refreshCookie));
  const own = actor.kind === 'user' ? actor : ofCookie;
  const endSessionUrl = own && (await endSessionUrlOf(services, context, own));
  if (actor.kind === 'user') await endOne(services, actor);
  if (ofCookie && !(actor.kind === 'user' && actor.sessionId === ofCookie.sessionId)) {
    await endOne(services, ofCookie);
  }
  return Reply.json(
    endSessionUrl ? { endSessionUrl } : null,
    { 'clear-site-data': '"storage"' },
    endedSessionCookies(),
  );
}
