import type { login as call } from '@depotwerk/api/auth';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { openSession } from '../../platform/sessions/open-session.ts';
import { lockedFrom } from '../../platform/throttle/throttle.ts';
import { type DeviceToken, readDeviceToken } from '../../platform/tokens/device-token.ts';
import {
  deviceCookie,
  deviceCookieLine,
  refreshCookie,
  sessionCookies,
} from '../../platform/tokens/session-cookies.ts';
import { type Account, findAccount, hasSecondFactor } from './account.ts';
import { endOne, findCookieSession } from './cookie-session.ts';
import { isKnownDevice, rememberDevice } from './devices.ts';
import { answerChallenge, openLoginChallenge, selectProvider } from './login-challenge.ts';
import { tokenResponseOf } from './token-response.ts';

type Body = CallInput<typeof call>['body'];
type Answer = CallAnswer<typeof call>;

/**
 * Signs in. Counts the attempt, then checks the password, then the second factor where the user has one;
 * no session exists before the last step (S7, S10). Unknown names take the same way and the same time.
 */
export async function login(
  services: SignInServices,
  context: RequestContext,
  body: Body,
): Promise<Reply<Answer> | Answer> {
  const device =
    body.clientType === 'mobile'
      ? null
      : readDeviceToken(services.keys.device, context.cookies.get(deviceCookie));
  const { account, needsRehash } = await checkPassword(services, context, body, device);
  if (!account.isLive) {
    recordFailure(services, context, account, 'userInactive');
    throw new AppError('auth.userInactive');
  }
  const asksSecondFactor = hasSecondFactor(account);
  if (asksSecondFactor) {
    const { challengeId, tokenProviderId, token } = body;
    if (challengeId === undefined || tokenProviderId === undefined) {
      return { secondFactor: await openLoginChallenge(services, account) };
    }
    if (token === undefined) {
      return { secondFactor: await selectProvider(services, account, challengeId, tokenProviderId) };
    }
    try {
      await answerChallenge(services, account, { challengeId, providerId: tokenProviderId, code: token });
    } catch (error) {
      if (error instanceof AppError) recordFailure(services, context, account, error.code);
      throw error;
    }
  }
  return startSession(services, context, body, { account, device, needsRehash, asksSecondFactor });
}

const nobody = {
  tenantId: '00000000-0000-4000-8000-000000000000',
  userId: '00000000-0000-4000-8000-000000000000',
};

async function checkPassword(
  services: SignInServices,
  context: RequestContext,
  body: Body,
  device: DeviceToken | null,
): Promise<{ account: Account; needsRehash: boolean }> {
  const { throttle, database, clock } = services;
  const name = body.userName.toLowerCase();
  const account = await findAccount(database, body.userName);
  const isKnown = device !== null && (await isKnownDevice(database, account ?? nobody, device, clock()));
  // A browser the user has signed in from before has its own count: nobody else can lock him out of it.
  const kind = isKnown ? 'accountDevice' : 'account';
  const value = isKnown ? `${name} ${device.secret}` : name;
  const fromAddress = await throttle.attempt('address', context.clientAddress);
  if (!fromAddress.isAllowed) {
    throw new AppError('auth.tooManyAttempts', { retryAfter: fromAddress.retryAfterSeconds });
  }
  const allowed = await throttle.attempt(kind, value);
  if (!allowed.isAllowed) {
    recordFailure(services, context, account, 'throttled');
    const code = allowed.count >= lockedFrom ? 'auth.locked' : 'auth.tooManyAttempts';
    throw new AppError(code, { retryAfter: allowed.retryAfterSeconds });
  }
  // Accounts of the demo open nothing outside of it (G-72).
  const isAdmitted = account !== null && (!account.isDemo || services.settings.isDemo);
  const hash = isAdmitted ? account.passwordHash : null;
  const { isCorrect, needsRehash } = await services.passwords.verify(body.password, hash);
  if (!isCorrect || !account) {
    recordFailure(services, context, account, 'invalidCredentials');
    throw new AppError('auth.invalidCredentials');
  }
  await throttle.clear(kind, value);
  await throttle.refund('address', context.clientAddress);
  return { account, needsRehash };
}

/** Not awaited: writing for a known name must not take longer than having nobody to write for. */
function recordFailure(
  services: SignInServices,
  context: RequestContext,
  account: Account | null,
  reason: string,
): void {
  services.logger.info(
    { requestId: context.requestId, userId: account?.userId ?? null, reason },
    'auth.loginFailed',
  );
  if (!account) return;
  services.background.run('audit.loginFailed', () =>
    services.database.transaction(account, (transaction) =>
      writeAudit(transaction, {
        actor: { kind: 'anonymous' },
        action: 'auth.login',
        objectType: 'user',
        objectId: account.userId,
        details: { reason, requestId: context.requestId },
        result: 'failed',
      }),
    ),
  );
}

async function startSession(
  services: SignInServices,
  context: RequestContext,
  body: Body,
  proven: { account: Account; device: DeviceToken | null; needsRehash: boolean; asksSecondFactor: boolean },
): Promise<Reply<Answer>> {
  const { account } = proven;
  const { tenantId, userId, userName, fullName } = account;
  const clientType = body.clientType ?? 'web';
  const now = services.clock();
  const newHash = proven.needsRehash ? await services.passwords.hash(body.password) : null;
  const { opened, token } = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    // Locks the user, and refuses when the password was changed since it was checked.
    const { rows } = await sql`
      update users set last_login = ${new Date(now).toISOString()},
        password_hash = coalesce(${newHash}, password_hash)
       where tenant_id = ${tenantId} and id = ${userId} and password_hash = ${account.passwordHash}
       returning 1`.execute(transaction);
    if (rows.length === 0) throw new AppError('auth.invalidCredentials');
    const deviceName = body.deviceName || null;
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
        hasShownSecondFactor: proven.asksSecondFactor,
      },
      now,
    );
    await writeAudit(transaction, {
      actor: { kind: 'user', userId, sessionId: session.sessionId, tenantId, userName, fullName },
      action: 'auth.login',
      objectType: 'user',
      objectId: userId,
      details: { clientType, hasSecondFactor: proven.asksSecondFactor, requestId: context.requestId },
    });
    return { opened: session, token: remembered?.token ?? null };
  });
  services.sessions.forget(opened.endedSessionIds);
  // The session this browser had before is replaced, not kept beside the new one (asvs 7.2.4).
  const replaced = await findCookieSession(services, context.cookies.get(refreshCookie));
  if (replaced) await endOne(services, replaced);
  const answer = await tokenResponseOf(services, { ...opened, userId, clientType });
  const cookies = clientType === 'web' ? sessionCookies(opened.refreshToken, opened.refreshExpiresIn) : [];
  return Reply.json<Answer>(answer, {}, token ? [...cookies, deviceCookieLine(token.cookieValue)] : cookies);
}
