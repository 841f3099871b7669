import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { secondFactorSteps } from '../../../test/second-factor-steps.ts';
import { aUser, createSignInWorld, signIn, testPassword } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

describe('SMS as second factor', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true, isDemo: true }));

  const password = testPassword;
  const { aNumber, answerWith, challengeFor, codeAt, lastSms, post, withSms, withTotp } = secondFactorSteps(
    db,
    () => world,
  );

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
      expect([tokenProviderId, answer.json().code]).toEqual([tokenProviderId, 'auth.phoneNumberNotAllowed']);
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

  it('is no way around the authenticator: a number confirmed by a thief of the token shows nothing', async () => {
    const user = await aUser(db);
    const { accessToken } = await withTotp(user);
    world.clock.ahead += 300_000;
    const request = { tokenProviderType: 'sms', tokenProviderId: aNumber(), description: '' };
    expect((await post(accessToken, 'activation', request)).json().code).toBe('auth.oldPasswordWrong');
    expect((await post(accessToken, 'activation', { ...request, password })).json().code).toBe(
      'auth.secondFactorRequired',
    );
    const sent = await db.owner.query('select 1 from sms_outbox where tenant_id = $1', [user.tenantId]);
    expect(sent.rowCount).toBe(0);
  });

  it('moves with password and factor, and is no shown factor while it is none', async () => {
    const user = await aUser(db);
    const { accessToken, secret } = await withTotp(user);
    const number = aNumber();
    const request = { tokenProviderType: 'sms', tokenProviderId: number, description: '' };
    const first = { ...request, password, token: codeAt(secret) };
    expect((await post(accessToken, 'activation', first)).statusCode).toBe(202);
    const confirmed = await post(accessToken, 'validation', { token: await lastSms(user) });
    expect(confirmed.json()).toMatchObject({ isValid: true, secondFactorToken: null });
    world.clock.ahead += 360_000;
    // The number is his now, but no factor: its code must not count for a sensitive step.
    expect((await post(accessToken, 'activation', request)).statusCode).toBe(202);
    const again = await post(accessToken, 'validation', { token: await lastSms(user) });
    expect(again.json()).toMatchObject({ isValid: true, secondFactorToken: null });
    expect((await post(accessToken, 'second-factor/totp', { password })).json().code).toBe(
      'auth.secondFactorRequired',
    );
  });

  it('is asked for and shown again where the house has written the number otherwise', async () => {
    const user = await aUser(db);
    const number = aNumber();
    const accessToken = await withSms(user, number);
    const written = `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`;
    await db.owner.query('update users set phone_number = $2 where id = $1', [user.userId, written]);
    const off = { isActive: false, password };
    expect((await post(accessToken, 'second-factor/sms', off)).json().code).toBe('auth.secondFactorRequired');
    const request = { tokenProviderType: 'sms', tokenProviderId: written, description: '' };
    expect((await post(accessToken, 'activation', request)).statusCode).toBe(202);
    const shown = await post(accessToken, 'validation', { token: await lastSms(user) });
    expect(shown.json().secondFactorToken).not.toBeNull();
    expect((await post(accessToken, 'second-factor/sms', off)).statusCode).toBe(204);
  });

  it('does not let a thief of the session move the number', async () => {
    const user = await aUser(db);
    const accessToken = await withSms(user, aNumber());
    const request = { tokenProviderType: 'sms', tokenProviderId: aNumber(), description: '' };
    expect((await post(accessToken, 'activation', request)).json().code).toBe('auth.oldPasswordWrong');
    expect((await post(accessToken, 'activation', { ...request, password })).json().code).toBe(
      'auth.secondFactorRequired',
    );
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
