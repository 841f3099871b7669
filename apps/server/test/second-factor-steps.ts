import { generateSync } from 'otplib';
import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';
import { callAs, type SignInWorld, signIn, type TestUser, testPassword } from './sign-in-world.ts';

/** The steps of a second factor as a browser takes them, over HTTP. */
export function secondFactorSteps(db: TestDatabase, world: () => SignInWorld) {
  const password = testPassword;
  const codeAt = (secret: string, aheadSeconds = 0) =>
    generateSync({ secret, epoch: Math.floor(world().services.clock() / 1000) + aheadSeconds });
  const login = (payload: object) => world().app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const post = (accessToken: string, path: string, payload: object) =>
    callAs(world(), accessToken, 'POST', `/api/auth/${path}`, payload);

  /** Sets up TOTP over HTTP; the clock moves on a step, because the confirming code is used up. */
  async function withTotp(user: TestUser) {
    const { accessToken, refreshCookie } = await signIn(world(), user.userName);
    const started = await post(accessToken, 'second-factor/totp', { password });
    const { secret, otpauthUri } = started.json();
    const confirmed = await post(accessToken, 'second-factor/totp/confirm', { token: codeAt(secret) });
    expect(confirmed.statusCode).toBe(200);
    world().clock.ahead += 60_000;
    return { accessToken, refreshCookie, secret, otpauthUri, recoveryCodes: confirmed.json().recoveryCodes };
  }

  async function challengeFor(user: TestUser) {
    const answer = await login({ userName: user.userName, password });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.json()).not.toHaveProperty('accessToken');
    return answer.json().secondFactor;
  }

  const answerWith = (user: TestUser, challengeId: string, tokenProviderId: string, token?: string) =>
    login({ userName: user.userName, password, challengeId, tokenProviderId, ...(token && { token }) });

  /** Code of the newest message to the user, as the demo's outbox shows it. */
  async function lastSms(user: TestUser): Promise<string> {
    const { rows } = await db.owner.query<{ message_text: string }>(
      'select message_text from sms_outbox where tenant_id = $1 and user_id = $2 order by id desc limit 1',
      [user.tenantId, user.userId],
    );
    return /\d{6}/.exec(rows[0]?.message_text ?? '')?.[0] ?? '';
  }

  async function withSms(user: TestUser, phoneNumber: string) {
    const { accessToken } = await signIn(world(), user.userName);
    const request = { tokenProviderType: 'sms', tokenProviderId: phoneNumber, description: '' };
    expect((await post(accessToken, 'activation', request)).statusCode).toBe(202);
    expect((await post(accessToken, 'validation', { token: await lastSms(user) })).statusCode).toBe(200);
    expect((await post(accessToken, 'second-factor/sms', { isActive: true, password })).statusCode).toBe(204);
    return accessToken;
  }

  let nextNumber = 1_000_000;
  const aNumber = () => {
    nextNumber += 1;
    return `+491512${nextNumber}`;
  };

  return { codeAt, post, withTotp, challengeFor, answerWith, lastSms, withSms, aNumber };
}
