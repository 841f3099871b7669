import type { TokenResponse } from '@depotwerk/api/auth/auth';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import { lockPeople } from '../../platform/own-rights.ts';
import type { SignInServices } from '../../platform/services.ts';
import { openSession } from '../../platform/sessions/open-session.ts';
import type { DeviceToken } from '../../platform/tokens/device-token.ts';
import { deviceCookieLine, refreshCookie, sessionCookies } from '../../platform/tokens/session-cookies.ts';
import type { Account } from './account.ts';
import { endOne, findCookieSession } from './cookie-session.ts';
import { rememberDevice } from './devices.ts';
import { keepProviderSession } from './oidc/provider-session.ts';
import { tokenResponseOf } from './token-response.ts';

interface Client {
  readonly clientType: 'web' | 'mobile';
  readonly deviceName: string | undefined;
}

interface Proven {
  readonly account: Account;
  /** Device cookie the browser brought. */
  readonly device: DeviceToken | null;
  /** Where the stored hash is of older parameters. */
  readonly newPasswordHash: string | null;
  readonly hasShownSecondFactor: boolean;
  /** The provider of the house said who it is: `link` finds or makes the link, in the transaction of the session. */
  readonly provider?: {
    readonly link: (transaction: Transaction<Schema>, sessionId: string) => Promise<string>;
    readonly sessionId: string | null;
    readonly idToken: string | null;
  };
}

/**
 * Opens a session for somebody who has proved who he is, with cookies for a browser; the one this browser had before
 * ends. Refuses when the password was changed meanwhile.
 */
export async function startSession(
  services: SignInServices,
  context: RequestContext,
  client: Client,
  proven: Proven,
): Promise<Reply<TokenResponse>> {
  const { account } = proven;
  const { tenantId, userId, userName, fullName } = account;
  const { clientType } = client;
  const now = services.clock();
  const { opened, token } = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    // What a provider says may change rights: as everywhere that goes before the user's own row.
    if (proven.provider) await lockPeople(transaction);
    // Locks the user, and refuses when the password was changed since it was checked.
    const { rows } = await sql`
      update users set last_login = ${new Date(now).toISOString()},
        password_hash = coalesce(${proven.newPasswordHash}, password_hash)
       where tenant_id = ${tenantId} and id = ${userId} and password_hash is not distinct from ${account.passwordHash}
       returning 1`.execute(transaction);
    if (rows.length === 0) throw new AppError('auth.invalidCredentials');
    const deviceName = client.deviceName || null;
    const remembered =
      clientType === 'web'
        ? await rememberDevice(
            transaction,
            services.keys.device,
            account,
            { token: proven.device, name: deviceName },
            now,
          )
        : null;
    const session = await openSession(
      transaction,
      services.keys.keyEncryption,
      {
        tenantId,
        userId,
        clientType,
        deviceName,
        deviceId: remembered?.deviceId ?? null,
        userAgent: context.userAgent,
        clientAddress: context.clientAddress,
        hasShownSecondFactor: proven.hasShownSecondFactor,
      },
      now,
    );
    const { provider } = proven;
    if (provider) {
      const linkId = await provider.link(transaction, session.sessionId);
      const at = { tenantId, userId, sessionId: session.sessionId };
      await keepProviderSession(transaction, services, at, { ...provider, linkId });
    }
    await writeAudit(transaction, {
      actor: { kind: 'user', userId, sessionId: session.sessionId, tenantId, userName, fullName },
      action: 'auth.login',
      objectType: 'user',
      objectId: userId,
      details: {
        clientType,
        hasSecondFactor: proven.hasShownSecondFactor,
        isByProvider: provider !== undefined,
        requestId: context.requestId,
      },
    });
    return { opened: session, token: remembered?.token ?? null };
  });
  services.sessions.forget(opened.endedSessionIds);
  // The session this browser had before is replaced, not kept beside the new one (asvs 7.2.4).
  const replaced = await findCookieSession(services, context.cookies.get(refreshCookie));
  if (replaced) await endOne(services, replaced);
  const answer = await tokenResponseOf(services, { ...opened, userId, clientType });
  const cookies = clientType === 'web' ? sessionCookies(opened.refreshToken, opened.refreshExpiresIn) : [];
  return Reply.json<TokenResponse>(
    answer,
    {},
    token ? [...cookies, deviceCookieLine(token.cookieValue)] : cookies,
  );
}
