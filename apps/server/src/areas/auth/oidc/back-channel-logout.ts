import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { Reply } from '../../../platform/http/route.ts';
import {
  clientOf,
  clockTolerance,
  fetchForProviders,
  readProviderSettings,
} from '../../../platform/identity-provider/identity-provider.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { longestIdentifier, textOfClaim } from './provider-claims.ts';
import { takeOnce } from './sign-in-cookie.ts';
import { reasonOf } from './start-provider-sign-in.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Asymmetric ones only: a secret both sides know, or none at all, signs nothing here. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const maxAgeSeconds = 5 * 60;
/** Longest issuer or client a house can name. */
const longestName = 500;

/**
 * A provider says that somebody signed out there: sessions that came through it end. The token must be signed by a
 * provider one of our houses uses, be meant for that house's client, fresh, and new.
 * @throws AppError auth.providerSignInInvalid
 */
export async function backChannelLogout(
  services: SignInServices,
  context: RequestContext,
  { logout_token: token }: { readonly logout_token: string },
): Promise<Reply<Record<string, never>>> {
  const tenantIds = await tenantsOf(services, token);
  for (const tenantId of tenantIds) {
    const claims = await verify(services, context, tenantId, token);
    if (claims) {
      await takeOnce(services, `logout ${claims.issuer} ${claims.id}`);
      for (const each of tenantIds) await endSessionsOf(services, each, claims);
      return Reply.json({}, { 'cache-control': 'no-store' });
    }
  }
  throw new AppError('auth.providerSignInInvalid');
}

/** The houses a token says it is for: nothing of it is believed before one of their providers has signed it. */
async function tenantsOf(services: SignInServices, token: string): Promise<string[]> {
  const { iss, aud } = unverified(token);
  const named = (Array.isArray(aud) ? aud : [aud]).slice(0, 5);
  const audiences = named.map((each) => textOfClaim(each, longestName)).filter((each) => each !== null);
  const issuer = textOfClaim(iss, longestName);
  if (issuer === null) return [];
  const found = await Promise.all(
    audiences.map((clientId) =>
      services.database.read<{ tenantId: string }>(
        { tenantId: null, userId: null },
        {
          sql: 'select tenant_id as "tenantId" from find_identity_providers($1, $2)',
          parameters: [issuer, clientId],
        },
      ),
    ),
  );
  return found.flat().map(({ tenantId }) => tenantId);
}

function unverified(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new AppError('auth.providerSignInInvalid');
  }
}

interface LogoutClaims {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string | null;
  readonly sessionId: string | null;
}

async function verify(
  services: SignInServices,
  { requestId }: RequestContext,
  tenantId: string,
  token: string,
): Promise<LogoutClaims | null> {
  const settings = await readProviderSettings(services, tenantId);
  if (!settings) return null;
  const { issuer, clientId: audience } = settings;
  try {
    const keySet = await keysOf(services, await clientOf(services, settings));
    if (keySet === null) return null;
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience,
      algorithms,
      clockTolerance,
      maxTokenAge: maxAgeSeconds,
      currentDate: new Date(services.clock()),
      requiredClaims: ['iat', 'jti', 'events'],
    });
    return logoutClaims(issuer, payload);
  } catch (error) {
    services.logger.info({ requestId, reason: reasonOf(error) }, 'auth.backChannelLogoutFailed');
    return null;
  }
}

/** Keys of a provider as long as its description is kept: anybody may send log-outs, and none of them asks the provider anew. */
const keySets = new WeakMap<object, ReturnType<typeof createRemoteJWKSet>>();

async function keysOf(services: SignInServices, provider: Awaited<ReturnType<typeof clientOf>>) {
  const known = keySets.get(provider);
  const address = provider.serverMetadata().jwks_uri;
  if (known !== undefined || address === undefined) return known ?? null;
  const fetch = await fetchForProviders(services);
  const keySet = createRemoteJWKSet(new URL(address), { [customFetch]: fetch });
  keySets.set(provider, keySet);
  return keySet;
}

/** The shape of a logout token: its event, its number, no nonce, and a session or a subject. */
function logoutClaims(issuer: string, payload: JWTPayload): LogoutClaims {
  const { events, nonce, jti } = payload;
  const event = typeof events === 'object' && events !== null ? Reflect.get(events, logoutEvent) : undefined;
  const subject = textOfClaim(payload.sub, longestIdentifier);
  const sessionId = textOfClaim(payload['sid'], longestIdentifier);
  const isShaped = typeof event === 'object' && event !== null && nonce === undefined;
  if (!isShaped || typeof jti !== 'string' || (subject === null && sessionId === null))
    throw new Error('no logout token');
  return { id: jti, issuer, subject, sessionId };
}

async function endSessionsOf(
  services: SignInServices,
  tenantId: string,
  { issuer, subject, sessionId }: LogoutClaims,
): Promise<void> {
  const ended = await services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    const { rows } = await sql<{ id: string; userId: string }>`
      update sessions s set revoked_at = ${new Date(services.clock()).toISOString()}, revoked_reason = 'provider'
        from identity_links l
       where l.tenant_id = s.tenant_id and l.id = s.identity_link_id and l.issuer = ${issuer} and s.revoked_at is null
         and (${subject}::text is null or l.subject = ${subject})
         and (${sessionId}::text is null or s.provider_session_id = ${sessionId})
       returning s.id, s.user_id as "userId"`.execute(transaction);
    for (const { id, userId } of rows) {
      await writeAudit(transaction, {
        actor: { kind: 'system' },
        action: 'auth.endByProvider',
        objectType: 'session',
        objectId: id,
        details: { userId },
      });
    }
    return rows;
  });
  services.sessions.forget(ended.map(({ id }) => id));
}
