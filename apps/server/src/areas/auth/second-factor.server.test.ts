import { allCalls } from '@depotwerk/api/all-calls';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { readMails } from '../../../test/read-mails.ts';
import { secondFactorSteps } from '../../../test/second-factor-steps.ts';
import {
  aTenant,
  aUser,
  callAs,
  createSignInWorld,
  refresh,
  signIn,
  testPassword,
} from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { CountCache } from '../../platform/lists/count-cache.ts';
import { userRoutes } from '../users/routes.ts';

describe('second factor', () => {
  const db = useTestDatabase();
  const world = startedForTests(() =>
    createSignInWorld(db, {
      hasCheapPasswords: true,
      isDemo: true,
      routes: (services) => userRoutes(services, new CountCache(Date.now)),
    }),
  );

  const password = testPassword;
  const { answerWith, challengeFor, codeAt, post, withTotp } = secondFactorSteps(db, () => world);

  describe('a change of people, rights, banks, mail, appearance, or of what is kept of a customer', () => {
    const addRole = (accessToken: string, key: string) =>
      world.app.inject({
        method: 'POST',
        url: '/api/roles',
        headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': key },
        payload: { roleName: `Rolle ${key}`, isInactive: false },
      });
    const sensitive = allCalls.filter(({ needsFreshFactor }) => needsFreshFactor);
    const codes = (answers: readonly { json: () => { code?: string } }[]) =>
      new Set(answers.map((answer) => answer.json().code));
    // What a customer does on her own side nobody else may do, factor or not.
    const ofTheHouse = sensitive.filter(({ access }) => access !== 'ownSide');
    // An adviser has customers' orders to answer for as well, one by one and many at once.
    const ofOffice = ofTheHouse.filter(
      ({ access }) => access !== 'optimization.execute' && access !== 'contracts.bulk',
    );
    const tryAll = async (accessToken: string, calls = ofTheHouse) => {
      const answers = [];
      for (const { method, path } of calls) {
        const url = `/api${path.replaceAll(/:\w+/g, crypto.randomUUID())}`;
        answers.push(
          await world.app.inject({ method, url, headers: { authorization: `Bearer ${accessToken}` } }),
        );
      }
      return answers;
    };

    it('needs a factor shown within five minutes, of those who have one', async () => {
      const tenantId = await aTenant(db);
      const admin = await aUser(db, { tenantId, role: 'administrator' });
      const { accessToken, secret } = await withTotp(admin);
      expect((await addRole(accessToken, 'frisch')).statusCode).toBe(201);
      world.clock.ahead += 5 * 60_000;
      const late = await addRole(accessToken, 'spaet');
      expect([late.statusCode, late.json().code]).toEqual([403, 'auth.secondFactorRequired']);
      expect(codes(await tryAll(accessToken))).toEqual(new Set(['auth.secondFactorRequired']));
      const roles = () =>
        db.owner.query(`select 1 from roles where tenant_id = $1 and role_name = 'Rolle spaet'`, [tenantId]);
      expect((await roles()).rowCount).toBe(0);
      expect((await callAs(world, accessToken, 'GET', '/api/roles')).statusCode).toBe(200);
      expect((await post(accessToken, 'validation', { token: codeAt(secret) })).statusCode).toBe(200);
      expect((await addRole(accessToken, 'spaet')).statusCode).toBe(201);
      expect((await roles()).rowCount).toBe(1);
    });

    it('asks nobody for a factor he does not have, and nobody who may not do it anyway', async () => {
      const tenantId = await aTenant(db);
      const admin = await aUser(db, { tenantId, role: 'administrator' });
      expect((await addRole((await signIn(world, admin.userName)).accessToken, 'ohne')).statusCode).toBe(201);
      const { accessToken } = await withTotp(await aUser(db, { tenantId, role: 'adviser' }));
      world.clock.ahead += 5 * 60_000;
      expect(codes(await tryAll(accessToken, ofOffice))).toEqual(new Set(['auth.forbidden']));
    });

    it('is each of these calls', () => {
      expect(sensitive.map(({ id }) => id).toSorted()).toEqual([
        'allowUserProviderLink',
        'approvePlan',
        'approvePlans',
        'createAppearance',
        'createIssuer',
        'createRole',
        'createUser',
        'createWebhook',
        'deleteAppearance',
        'deleteIssuer',
        'deleteRole',
        'eraseCustomer',
        'importUsers',
        'inviteUser',
        'mergeCustomers',
        'publishTerms',
        'putAppearance',
        'putGroup',
        'putGroupUsers',
        'putIdentityProvider',
        'putIssuer',
        'putMailSettings',
        'putOrderRules',
        'putPlausibilityRules',
        'putRole',
        'putRolePermissions',
        'putSmsSettings',
        'putUser',
        'putWebhook',
        'refusePlan',
        'releaseContinuousPlans',
        'releasePlans',
        'removeMailSettings',
        'removeSmsSettings',
        'removeUserProviderLink',
        'resetUserPassword',
        'resetUserSecondFactor',
        'setLegalHold',
        'signDocument',
        'startApprovals',
        'startViewing',
        'trustTariffKey',
        'undoMerge',
        'unlockUser',
        'withdrawErasure',
        'withdrawTerms',
      ]);
    });
  });

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
      expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
      const again = await challengeFor(user);
      const used = {
        code: 'secondFactor.invalidToken',
        message: 'Dieser Code wurde schon verwendet. Bitte warten Sie, bis Ihre App den nächsten zeigt.',
      };
      expect((await answerWith(user, again.challengeId, 'totp', token)).json()).toMatchObject(used);
      expect((await answerWith(user, again.challengeId, 'totp', '000000')).json().message).toBe(
        'Der Bestätigungscode ist nicht richtig.',
      );
      // Also where somebody who has just signed in with it is asked once more.
      const { accessToken } = answers.find((answer) => answer.statusCode === 200)?.json() ?? {};
      expect((await post(accessToken, 'validation', { token })).json()).toMatchObject(used);
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
      const codes = guesses.map((answer) => answer.json().code);
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

    it('is removed with its password alone only where a factor was just shown, which may be a passkey', async () => {
      const user = await aUser(db);
      const { accessToken } = await withTotp(user);
      const removed = await post(accessToken, 'second-factor/totp/remove', { password });
      expect(removed.statusCode).toBe(204);
      await signIn(world, user.userName);
    });

    it('is removed only with password and code', async () => {
      const user = await aUser(db);
      const { secret, refreshCookie } = await withTotp(user);
      world.clock.ahead += 600_000;
      const accessToken = (await refresh(world, refreshCookie)).json().accessToken;
      const remove = (payload: object) => post(accessToken, 'second-factor/totp/remove', payload);
      expect((await remove({ password })).json().code).toBe('auth.secondFactorRequired');
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
    const mails = await readMails(db, world, user);
    expect(mails.map((mail) => mail.body).join()).toContain('Authentifizierungs-App');
  });
});
