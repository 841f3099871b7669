import type { login as call } from '@depotwerk/api/auth/auth';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { Challenge } from '@depotwerk/api/challenge';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { countAddress, refundAddress } from '../../platform/throttle/count-address.ts';
import { lockedFrom } from '../../platform/throttle/throttle.ts';
import { type DeviceToken, readDeviceToken } from '../../platform/tokens/device-token.ts';
import { deviceCookie } from '../../platform/tokens/session-cookies.ts';
import { type Account, findAccount, hasSecondFactor } from './account.ts';
import { isKnownDevice } from './devices.ts';
import { answerChallenge, openLoginChallenge, selectProvider } from './login-challenge.ts';
import { startSession } from './start-session.ts';

type Body = CallInput<typeof call>['body'];
type Answer = CallAnswer<typeof call>;

/**
 * Signs in. Counts the attempt, then checks the password, then the second factor where the user has one;
 * no session exists before the last step. Unknown names take the same way and the same time.
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
  const next = await askForFactor(services, context, account, body);
  if (next) return { secondFactor: next };
  const newPasswordHash = needsRehash ? await services.passwords.hash(body.password) : null;
  return startSession(
    services,
    context,
    { clientType: body.clientType ?? 'web', deviceName: body.deviceName },
    { account, device, newPasswordHash, hasShownSecondFactor: hasSecondFactor(account) },
  );
}

/** What a sign-in brings of the second factor: nothing yet, a way that was chosen, or its answer. */
export type FactorAnswer = Pick<Body, 'challengeId' | 'tokenProviderId' | 'token' | 'passkey'>;

/**
 * The second factor of somebody who has one: a challenge as long as something is missing, null once it was shown, and
 * for whoever has none.
 * @throws as `selectProvider` and `answerChallenge`
 */
export async function askForFactor(
  services: SignInServices,
  context: RequestContext,
  account: Account,
  { challengeId, tokenProviderId, token, passkey }: FactorAnswer,
): Promise<Challenge | null> {
  if (!hasSecondFactor(account)) return null;
  if (challengeId === undefined || tokenProviderId === undefined) {
    return openLoginChallenge(services, context, account);
  }
  if (token === undefined && passkey === undefined) {
    return selectProvider(services, context, account, challengeId, tokenProviderId);
  }
  try {
    const answer = { challengeId, providerId: tokenProviderId, code: token ?? '', passkey };
    await answerChallenge(services, context, account, answer);
    return null;
  } catch (error) {
    if (error instanceof AppError) recordFailure(services, context, account, error.code);
    throw error;
  }
}

const addressKinds = { network: 'address', site: 'addressSite' } as const;

const nobody = {
  tenantId: '00000000-0000-4000-8000-000000000000',
  userId: '00000000-0000-4000-8000-000000000000',
};

/**
 * Counts the attempt and checks name and password; unknown names take the same way and the same time.
 * @throws AppError auth.invalidCredentials, auth.locked, auth.tooManyAttempts
 */
export async function checkPassword(
  services: SignInServices,
  context: RequestContext,
  body: Pick<Body, 'userName' | 'password'>,
  device: DeviceToken | null,
): Promise<{ account: Account; needsRehash: boolean }> {
  const { throttle, database, clock } = services;
  const name = body.userName.toLowerCase();
  const account = await findAccount(database, body.userName);
  const isKnown = device !== null && (await isKnownDevice(database, account ?? nobody, device, clock()));
  // A browser the user has signed in from before has its own count: nobody else can lock him out of it.
  const kind = isKnown ? 'accountDevice' : 'account';
  const value = isKnown ? `${name} ${device.secret}` : name;
  await countAddress(services, context.clientAddress, addressKinds);
  const allowed = await throttle.attempt(kind, value);
  if (!allowed.isAllowed) {
    recordFailure(services, context, account, 'throttled');
    const code = allowed.count >= lockedFrom ? 'auth.locked' : 'auth.tooManyAttempts';
    throw new AppError(code, { retryAfter: allowed.retryAfterSeconds });
  }
  // Accounts of the demo open nothing outside of it.
  const isAdmitted = account !== null && (!account.isDemo || services.settings.isDemo);
  const hash = isAdmitted ? account.passwordHash : null;
  const { isCorrect, needsRehash } = await services.passwords.verify(body.password, hash);
  if (!isCorrect || !account) {
    recordFailure(services, context, account, 'invalidCredentials');
    throw new AppError('auth.invalidCredentials');
  }
  await throttle.clear(kind, value);
  await refundAddress(services, context.clientAddress, addressKinds);
  return { account, needsRehash };
}

/** Not awaited: writing for a known name must not take longer than having nobody to write for. */
export function recordFailure(
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
