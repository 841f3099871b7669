import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import {
  aTenant,
  aUser,
  callAs,
  createSignInWorld,
  refresh,
  type SignInWorld,
  signIn,
  type TestUser,
  testPassword,
} from '../../../test/sign-in-world.ts';

describe('second factor', () => {
  const db = useTestDatabase();
  let world: SignInWorld;
  beforeAll(async () => {
    world = await createSignInWorld(db, { hasCheapPasswords: true, isDemo: true });
  });
  afterAll(() => world.app.close());

  const password = testPassword;
  const codeAt = (secret: string, aheadSeconds = 0) =>
    generateSync({ secret, epoch: Math.floor(world.services.clock() / 1000) + aheadSeconds });
  const login = (payload: object) => world.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const post = (accessToken: string, path: string, payload: object) =>
    callAs(world, accessToken, 'POST', `/api/auth/${path}`, payload);

  /** Sets up TOTP over HTTP; the clock moves on a step, because the confirming code is used up. */
  async function withTotp(user: TestUser) {
    const { accessToken, refreshCookie } = await signIn(world, user.userName);
    const started = await post(accessToken, 'second-factor/totp', { password });
    const { secret, otpauthUri } = started.json();
    const confirmed = await post(accessToken, 'second-factor/totp/confirm', { token: codeAt(secret) });
    expect(confirmed.statusCode).toBe(200);
    world.clock.ahead += 60_000;
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
    const { accessToken } = await signIn(world, user.userName);
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

  describe('TOTP', () => {
    it('is set up with the password, confirmed by a code, and ends other sessions', async () => {
      const user = await aUser(db);
      const other = await signIn(world, user.userName);
      const { accessToken } = await signIn(world, user.userName);
      expect(
        (await post(accessToken, 'second-factor/totp', { password: 'falsches Passwort' })).json().code,
      ).toBe('auth.oldPasswordWrong');
      const { secret, otpauthUri } = (await post(accessToken, 'second-factor/totp', { password })).json();
      expect(otpauthUri).toContain('otpauth://totp/Depotwerk');
      expect((await post(accessToken, 'second-factor/totp/confirm', { token: '000000' })).json().code).toBe(
        'secondFactor.invalidToken',
      );
      const confirmed = await post(accessToken, 'second-factor/totp/confirm', { token: codeAt(secret) });
      expect(new Set(confirmed.json().recoveryCodes).size).toBe(10);
      const state = (await callAs(world, accessToken, 'GET', '/api/auth/second-factor')).json();
      expect(state).toMatchObject({ isTotpActive: true, recoveryCodesLeft: 10 });
      expect((await refresh(world, other.refreshCookie)).statusCode).toBe(401);
      const stored = await db.owner.query('select * from users where tenant_id = $1', [user.tenantId]);
      expect(JSON.stringify(stored.rows)).not.toContain(secret);
    });

    it('is asked at sign-in before there is any session', async () => {
      const user = await aUser(db);
      const { secret } = await withTotp(user);
      const before = await db.owner.query('select 1 from sessions where tenant_id = $1', [user.tenantId]);
      const challenge = await challengeFor(user);
      expect(challenge).toMatchObject({ purpose: 'login', selectedTokenProviderId: 'totp', attemptsLeft: 5 });
      const after = await db.owner.query('select 1 from sessions where tenant_id = $1', [user.tenantId]);
      expect(after.rowCount).toBe(before.rowCount);
      const answer = await answerWith(user, challenge.challengeId, 'totp', codeAt(secret));
      expect(answer.json()).toHaveProperty('accessToken');
    });

    it('accepts a code once, also when it comes twice at once', async () => {
      const user = await aUser(db);
      const { secret } = await withTotp(user);
      const token = codeAt(secret);
      const challenges = [await challengeFor(user), await challengeFor(user), await challengeFor(user)];
      const answers = await Promise.all(
        challenges.map((challenge) => answerWith(user, challenge.challengeId, 'totp', token)),
      );
      expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 400, 400]);
      const again = await challengeFor(user);
      expect((await answerWith(user, again.challengeId, 'totp', token)).json().code).toBe(
        'secondFactor.invalidToken',
      );
    });

    it('accepts one step before and after now, not two', async () => {
      for (const [ahead, status] of [
        [-60, 400],
        [-30, 200],
        [30, 200],
        [60, 400],
      ] as const) {
        const user = await aUser(db);
        const { secret } = await withTotp(user);
        world.clock.ahead += 60_000;
        const { challengeId } = await challengeFor(user);
        const answer = await answerWith(user, challengeId, 'totp', codeAt(secret, ahead));
        expect([ahead, answer.statusCode]).toEqual([ahead, status]);
      }
    });

    it('allows five tries for a challenge, also at once, and none of another user or after 5 minutes', async () => {
      const user = await aUser(db);
      const { secret } = await withTotp(user);
      const { challengeId } = await challengeFor(user);
      const guesses = await Promise.all(
        Array.from({ length: 8 }, () => answerWith(user, challengeId, 'totp', '000000')),
      );
      const codes = guesses.map((answer) => answer.json().code).toSorted();
      expect(codes.filter((code) => code === 'secondFactor.invalidToken')).toHaveLength(5);
      expect((await answerWith(user, challengeId, 'totp', codeAt(secret))).json().code).toBe(
        'secondFactor.expired',
      );
      const colleague = await aUser(db, { tenantId: user.tenantId });
      const own = await withTotp(colleague);
      const foreign = await challengeFor(user);
      expect((await answerWith(colleague, foreign.challengeId, 'totp', codeAt(own.secret))).json().code).toBe(
        'secondFactor.expired',
      );
      world.clock.ahead += 301_000;
      expect((await answerWith(user, foreign.challengeId, 'totp', codeAt(secret))).json().code).toBe(
        'secondFactor.expired',
      );
    });

    it('allows ten wrong codes an hour for a user over all challenges', async () => {
      const user = await aUser(db);
      const { secret } = await withTotp(user);
      const statuses: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const { challengeId } = await challengeFor(user);
        for (let attempt = 0; attempt < 4; attempt += 1) {
          statuses.push((await answerWith(user, challengeId, 'totp', '000000')).statusCode);
        }
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
      const { challengeId } = await challengeFor(user);
      expect((await answerWith(user, challengeId, 'totp', codeAt(secret))).statusCode).toBe(429);
      world.clock.ahead += 3_600_000;
      const later = await challengeFor(user);
      expect((await answerWith(user, later.challengeId, 'totp', codeAt(secret))).statusCode).toBe(200);
    });

    it('is removed only with password and code', async () => {
      const user = await aUser(db);
      const { accessToken, secret } = await withTotp(user);
      const remove = (payload: object) => post(accessToken, 'second-factor/totp/remove', payload);
      expect((await remove({ password })).statusCode).toBe(400);
      expect((await remove({ password: 'falsches Passwort', token: codeAt(secret) })).statusCode).toBe(400);
      expect((await remove({ password, token: '000000' })).json().code).toBe('secondFactor.invalidToken');
      expect((await remove({ password, token: codeAt(secret) })).statusCode).toBe(204);
      await signIn(world, user.userName);
    });

    it('protects the password: a change needs a code or one shown within 5 minutes', async () => {
      const user = await aUser(db);
      const { accessToken, secret, refreshCookie } = await withTotp(user);
      const fresh = await post(accessToken, 'password', {
        oldPassword: password,
        newPassword: 'Neun Lampen im Regen',
      });
      expect(fresh.statusCode).toBe(204);
      world.clock.ahead += 600_000;
      const token = (await refresh(world, refreshCookie)).json().accessToken;
      const change = { oldPassword: 'Neun Lampen im Regen', newPassword: 'Acht Lampen im Regen' };
      expect((await post(token, 'password', change)).json().code).toBe('auth.secondFactorRequired');
      expect((await post(token, 'password', { ...change, token: codeAt(secret) })).statusCode).toBe(204);
    });
  });

  describe('recovery codes', () => {
    it('work once each, in any case and without hyphen, and are stored as hashes', async () => {
      const user = await aUser(db);
      const { recoveryCodes } = await withTotp(user);
      const [first = '', second = ''] = recoveryCodes;
      const challenge = await challengeFor(user);
      expect((await answerWith(user, challenge.challengeId, 'recoveryCode', first)).statusCode).toBe(200);
      const again = await challengeFor(user);
      expect((await answerWith(user, again.challengeId, 'recoveryCode', first)).statusCode).toBe(400);
      const typed = second.toUpperCase().replace('-', '');
      expect((await answerWith(user, again.challengeId, 'recoveryCode', typed)).statusCode).toBe(200);
      const stored = await db.owner.query('select * from recovery_codes where tenant_id = $1', [
        user.tenantId,
      ]);
      expect(JSON.stringify(stored.rows)).not.toContain(recoveryCodes[3]);
      expect(stored.rows.filter((row) => row.used_at !== null)).toHaveLength(2);
    });

    it('are replaced as a whole', async () => {
      const user = await aUser(db);
      const { accessToken, secret, recoveryCodes } = await withTotp(user);
      const renewed = await post(accessToken, 'second-factor/recovery-codes', {
        password,
        token: codeAt(secret),
      });
      expect(renewed.json().recoveryCodes).toHaveLength(10);
      const { challengeId } = await challengeFor(user);
      expect((await answerWith(user, challengeId, 'recoveryCode', recoveryCodes[0])).statusCode).toBe(400);
      expect(
        (await answerWith(user, challengeId, 'recoveryCode', renewed.json().recoveryCodes[0])).statusCode,
      ).toBe(200);
    });
  });

  describe('SMS', () => {
    it('confirms a number, then is asked at sign-in; the code counts for its challenge only', async () => {
      const user = await aUser(db);
      const phoneNumber = aNumber();
      await withSms(user, phoneNumber);
      const one = await challengeFor(user);
      expect(one.tokenProviders).toEqual([
        expect.objectContaining({
          tokenProviderId: 'sms',
          maskedTarget: `+49 ••• •••• ${phoneNumber.slice(-4)}`,
        }),
      ]);
      expect((await answerWith(user, one.challengeId, 'sms')).json()).toMatchObject({
        secondFactor: { challengeId: one.challengeId, selectedTokenProviderId: 'sms' },
      });
      const code = await lastSms(user);
      const two = await challengeFor(user);
      expect((await answerWith(user, two.challengeId, 'sms', code)).statusCode).toBe(400);
      expect((await answerWith(user, one.challengeId, 'sms', code)).statusCode).toBe(200);
      expect((await answerWith(user, one.challengeId, 'sms', code)).json().code).toBe('secondFactor.expired');
    });

    it('ends a code after five minutes and after five tries', async () => {
      const user = await aUser(db);
      const { accessToken } = await signIn(world, user.userName);
      const request = { tokenProviderType: 'sms', tokenProviderId: aNumber(), description: '' };
      const check = (token: string) => post(accessToken, 'validation', { token });
      await post(accessToken, 'activation', request);
      const late = await lastSms(user);
      world.clock.ahead += 301_000;
      expect((await check(late)).json().code).toBe('secondFactor.expired');
      await post(accessToken, 'activation', request);
      const code = await lastSms(user);
      const wrong = code === '000000' ? '000001' : '000000';
      const left: number[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1)
        left.push((await check(wrong)).json().params.attemptsLeft);
      expect(left).toEqual([4, 3, 2, 1, 0]);
      expect((await check(code)).json().code).toBe('secondFactor.expired');
    });

    it('goes only to numbers of the allowed countries', async () => {
      const user = await aUser(db);
      const { accessToken } = await signIn(world, user.userName);
      for (const tokenProviderId of ['+1 202 555 0143', '0900 1234567', '+882 16 12345678', 'abcdef']) {
        const answer = await post(accessToken, 'activation', {
          tokenProviderType: 'sms',
          tokenProviderId,
          description: '',
        });
        expect(answer.json().code, tokenProviderId).toBe('auth.phoneNumberNotAllowed');
      }
      const sent = await db.owner.query('select 1 from sms_outbox where tenant_id = $1', [user.tenantId]);
      expect(sent.rowCount).toBe(0);
    });

    it('is sent three times in ten minutes to a number, whoever asks', async () => {
      const phoneNumber = aNumber();
      const statuses: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const user = await aUser(db);
        const { accessToken } = await signIn(world, user.userName);
        const request = { tokenProviderType: 'sms', tokenProviderId: phoneNumber, description: '' };
        statuses.push((await post(accessToken, 'activation', request)).statusCode);
      }
      expect(statuses).toEqual([202, 202, 202, 429]);
    });

    it('is sent ten times a day to a user', async () => {
      const user = await aUser(db);
      const { accessToken } = await signIn(world, user.userName);
      const statuses: number[] = [];
      for (let round = 0; round < 11; round += 1) {
        const request = { tokenProviderType: 'sms', tokenProviderId: aNumber(), description: '' };
        statuses.push((await post(accessToken, 'activation', request)).statusCode);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
    });

    it('raises an alarm and stops after 200 an hour in all', async () => {
      const before = world.clock.ahead;
      world.clock.ahead += 7_200_000;
      for (let count = 0; count < 200; count += 1) await world.services.throttle.attempt('smsTotal', 'all');
      const user = await aUser(db);
      const { accessToken } = await signIn(world, user.userName);
      const request = { tokenProviderType: 'sms', tokenProviderId: aNumber(), description: '' };
      expect((await post(accessToken, 'activation', request)).statusCode).toBe(429);
      expect(world.log.join('\n')).toContain('alarm.smsLimitReached');
      await world.services.throttle.clear('smsTotal', 'all');
      world.clock.ahead = before;
    });

    it('does not let a thief of the session move the number', async () => {
      const user = await aUser(db);
      const accessToken = await withSms(user, aNumber());
      const request = { tokenProviderType: 'sms', tokenProviderId: aNumber(), description: '' };
      expect((await post(accessToken, 'activation', request)).json().code).toBe('auth.secondFactorRequired');
    });

    it('is switched off only with password and factor', async () => {
      const user = await aUser(db);
      const phoneNumber = aNumber();
      const accessToken = await withSms(user, phoneNumber);
      const off = (payload: object) =>
        post(accessToken, 'second-factor/sms', { isActive: false, password, ...payload });
      expect((await off({})).json().code).toBe('auth.secondFactorRequired');
      await post(accessToken, 'activation', {
        tokenProviderType: 'sms',
        tokenProviderId: phoneNumber,
        description: '',
      });
      expect((await off({ token: await lastSms(user) })).statusCode).toBe(204);
      await signIn(world, user.userName);
    });
  });

  it('gives an administrator of a strict tenant his rights once it is set up', async () => {
    const tenantId = await aTenant(db, { requiresSecondFactor: true });
    const admin = await aUser(db, { tenantId, role: 'administrator' });
    const { accessToken } = await withTotp(admin);
    world.clock.ahead -= 60_000;
    const user = (await callAs(world, accessToken, 'GET', '/api/auth/user')).json();
    expect(user.permissions).toContain('admin.access');
    expect(user.clientConfig.requireSecondFactor).toBe(false);
    world.clock.ahead += 60_000;
  });

  it('keeps codes and seeds out of the log and tells the user about every change', async () => {
    const user = await aUser(db);
    const { secret, recoveryCodes } = await withTotp(user);
    const { challengeId } = await challengeFor(user);
    const token = codeAt(secret);
    await answerWith(user, challengeId, 'totp', token);
    const log = world.log.join('\n');
    for (const canary of [secret, token, ...recoveryCodes]) expect(log).not.toContain(canary);
    const mails = await db.owner.query('select body from mail_outbox where tenant_id = $1', [user.tenantId]);
    expect(mails.rows.map((mail) => mail.body).join()).toContain('Authenticator-App');
  });
});
