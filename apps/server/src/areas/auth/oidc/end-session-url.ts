import * as client from 'openid-client';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { clientOf, readProviderSettings } from '../../../platform/identity-provider/identity-provider.ts';
import { tryOpen } from '../../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../../platform/services.ts';
import type { FoundSession } from '../cookie-session.ts';
import { requireWebAddress } from './provider-failure.ts';
import { idTokenPlace } from './provider-session.ts';
import { findHouse, reasonOf } from './start-provider-sign-in.ts';

/** Where the provider sends people back to who signed out there. */
export const logoutRedirectUriOf = (origin: string): string => `${origin}/auth/login`;

/**
 * Where the browser signs out at the provider its session came through (RP-Initiated Logout 1.0); null for all other
 * sessions, and where the provider knows no such address or does not answer: the own session ends anyway.
 */
export async function endSessionUrlOf(
  services: SignInServices,
  context: RequestContext,
  { tenantId, userId, sessionId }: FoundSession,
): Promise<string | null> {
  const [session] = await services.database.read<{ idToken: unknown; issuer: string }>(
    { tenantId, userId },
    {
      sql: `select s.id_token_envelope as "idToken", l.issuer from sessions s
          join identity_links l on l.tenant_id = s.tenant_id and l.id = s.identity_link_id
        where s.id = $1 and s.revoked_at is null`,
      parameters: [sessionId],
    },
  );
  const settings = session && (await readProviderSettings(services, tenantId));
  if (!settings || settings.issuer !== session.issuer) return null;
  try {
    const provider = await clientOf(services, settings, true);
    if (provider.serverMetadata().end_session_endpoint === undefined) return null;
    const house = await findHouse(services, context);
    const { keyEncryption } = services.keys;
    const idToken = tryOpen(keyEncryption, idTokenPlace(sessionId, userId), session.idToken)?.toString(
      'utf8',
    );
    const address = client.buildEndSessionUrl(provider, {
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
      ...(house?.tenantId === tenantId && { post_logout_redirect_uri: logoutRedirectUriOf(house.origin) }),
    });
    return requireWebAddress(address, settings.issuer).href;
  } catch (error) {
    services.logger.error({ reason: reasonOf(error), tenantId }, 'auth.providerUnreachable');
    return null;
  }
}
