import type { logout as call } from '@depotwerk/api/auth';
import type { CallAnswer } from '@depotwerk/api/call';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endedSessionCookies, refreshCookie } from '../../platform/tokens/session-cookies.ts';
import { endOne, findCookieSession } from './cookie-session.ts';

/** Ends the session of the access token and that of the refresh cookie; always 204, whatever was sent. */
export async function logout(
  services: SignInServices,
  context: RequestContext,
): Promise<Reply<CallAnswer<typeof call>>> {
  const { actor } = context;
  if (actor.kind === 'user') await endOne(services, actor);
  const ofCookie = await findCookieSession(services, context.cookies.get(refreshCookie));
  if (ofCookie && !(actor.kind === 'user' && actor.sessionId === ofCookie.sessionId)) {
    await endOne(services, ofCookie);
  }
  return Reply.json({}, { 'clear-site-data': '"storage"' }, endedSessionCookies());
}
