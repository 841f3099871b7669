import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, it } from 'vitest';
import { credentialCalls } from '../../../../test/credential-calls.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import {
  type Adviser,
  ExecutionWorld,
  fileIssuer,
  fintsIssuer,
  quader,
  talgrund,
} from '../../../../test/execution-world.ts';
import { testPassword } from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { readTraderAccess } from './trader-access.view.ts';

const db = useTestDatabase();
const world = startedForTests(() => ExecutionWorld.start(db));
const { set, update, status } = credentialCalls(world);

beforeEach(() => world.bank.clearFaults());

const path = '/trader-credentials';
const pending = async (adviser: Adviser) =>
  (await world.call(adviser, 'GET', `${path}/pending-issuer-credentials`)).json();
const loginAt = (adviser: Adviser, change: object) =>
  world.bank.control('PATCH', `/control/banks/${quader.bankId}/logins/${adviser.userName}`, change);

describe('giving a bank password', () => {
  it('signs in, keeps it in an envelope, and the bank is no longer pending', async () => {
    const adviser = await world.adviser();
    await world.depot(quader);
    await world.depot(talgrund);
    expect(await pending(adviser)).toEqual([
      { issuerId: 1, bankId: quader.bankId },
      { issuerId: 2, bankId: talgrund.bankId },
    ]);
    expect((await world.call(adviser, 'GET', `${path}/available-credential-types`)).json()).toEqual([
      {
        credentialTypeId: 'onlineBanking-1',
        credentialTypeName: 'Online-Banking Quaderbank Depotservice',
        issuerId: 1,
        bankId: quader.bankId,
        credentialsAvailable: true,
        loggedIn: false,
      },
      {
        credentialTypeId: 'onlineBanking-2',
        credentialTypeName: 'Online-Banking Talgrund Fondsbank',
        issuerId: 2,
        bankId: talgrund.bankId,
        credentialsAvailable: true,
        loggedIn: false,
      },
      {
        credentialTypeId: 'onlineBanking-4',
        credentialTypeName: 'Online-Banking Fintsbank',
        issuerId: 4,
        bankId: expect.any(String),
        credentialsAvailable: false,
        loggedIn: false,
      },
    ]);
    expect(await status(adviser)).toEqual({
      issuerId: 1,
      status: 'none',
      loggedIn: false,
      expiresAt: null,
      isSessionOnly: false,
    });
    const answer = await set(adviser, quader.password);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await status(adviser)).toMatchObject({
      status: 'valid',
      loggedIn: true,
      expiresAt: expect.any(String),
    });
    expect(await pending(adviser)).toEqual([{ issuerId: 2, bankId: talgrund.bankId }]);
    expect(await readTraderAccess(world.services, adviser, 1)).toEqual({
      issuerId: 1,
      bankId: quader.bankId,
      loginName: adviser.userName,
      password: quader.password,
    });
  });

  it('tells why the bank refuses: wrong, expired, locked; with bank name and its words', async () => {
    const adviser = await world.adviser();
    const wrong = await set(adviser, 'falsch');
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      {
        code: 'traderAuth.wrongPassword',
        params: {
          bankName: 'Quaderbank Depotservice',
          message: 'Anmeldename oder Passwort ist falsch.',
          attemptsLeft: 4,
        },
      },
    ]);
    await loginAt(adviser, { passwordState: 'expired' });
    expect((await set(adviser, quader.password)).json()).toMatchObject({
      code: 'traderAuth.mustUpdatePassword',
      params: {
        bankName: 'Quaderbank Depotservice',
        message: 'Das Passwort ist abgelaufen und muss geändert werden.',
      },
    });
    expect(await status(adviser)).toMatchObject({ status: 'mustUpdatePassword', loggedIn: false });
    await loginAt(adviser, { passwordState: 'locked' });
    expect((await set(adviser, quader.password)).json()).toMatchObject({ code: 'traderAuth.locked' });
    expect(await status(adviser)).toMatchObject({ status: 'locked', loggedIn: false, expiresAt: null });
    await loginAt(adviser, { passwordState: 'valid' });
    expect((await set(adviser, quader.password)).statusCode).toBe(204);
  });

  it('a typing error leaves the stored password alone', async () => {
    const adviser = await world.adviserAtBanks();
    expect((await set(adviser, 'vertippt')).statusCode).toBe(400);
    expect(await status(adviser)).toMatchObject({ status: 'valid' });
  });

  it.each([
    ['reset', 'traderAuth.unknown'],
    ['html', 'traderAuth.unknown'],
    ['error', 'traderAuth.unknown'],
    ['brokenJson', 'traderAuth.unknown'],
  ])('a bank that answers with %s: %s', async (kind, code) => {
    const adviser = await world.adviser();
    await world.bank.fault('sessions.create', kind);
    const answer = await set(adviser, quader.password);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code, params: { bankName: 'Quaderbank Depotservice' } },
    ]);
  });

  it('a closed bank is unavailable; files and FinTS are not signed in to; foreign institutions do not exist', async () => {
    const adviser = await world.adviser();
    await world.bank.control('PATCH', `/control/banks/${quader.bankId}`, { isClosed: true });
    expect((await set(adviser, quader.password)).json()).toMatchObject({
      code: 'traderAuth.bankUnavailable',
    });
    await world.bank.control('PATCH', `/control/banks/${quader.bankId}`, { isClosed: false });
    for (const issuerId of [fileIssuer, fintsIssuer]) {
      expect((await set(adviser, 'x', issuerId)).json()).toMatchObject({ code: 'traderAuth.notSupported' });
    }
    expect((await set(adviser, 'x', 99)).statusCode).toBe(404);
    expect((await world.call(adviser, 'GET', `${path}/status?issuerId=99`)).statusCode).toBe(404);
    expect((await world.call(adviser, 'GET', `${path}/status`)).statusCode).toBe(400);
    expect(
      (await world.call(await world.adviser(undefined, 'assistant'), 'GET', `${path}/status?issuerId=1`))
        .statusCode,
    ).toBe(403);
  });

  it('needs a fresh second factor of those who have one', async () => {
    const adviser = await world.adviser();
    const auth = (way: string, payload: object) => world.call(adviser, 'POST', `/auth/${way}`, payload);
    const { secret } = (await auth('second-factor/totp', { password: testPassword })).json<{
      secret: string;
    }>();
    const code = (steps: number) =>
      generateSync({
        secret,
        epoch: Math.floor((Date.now() + world.signIns.clock.ahead) / 1000) + steps * 30,
      });
    expect((await auth('second-factor/totp/confirm', { token: code(0) })).statusCode).toBe(200);
    world.signIns.clock.ahead += 6 * 60_000;
    const refused = await set(adviser, quader.password);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'traderAuth.secondFactorRequired' },
    ]);
    expect((await auth('validation', { token: code(0) })).statusCode).toBe(200);
    expect((await set(adviser, quader.password)).statusCode).toBe(204);
    world.signIns.clock.ahead = 0;
  });
});

describe('changing a bank password', () => {
  it('works for an expired one and keeps the new one', async () => {
    const adviser = await world.adviser();
    await loginAt(adviser, { passwordState: 'expired' });
    await set(adviser, quader.password);
    expect((await update(adviser, quader.password, 'Neues-Wort-27')).statusCode).toBe(204);
    expect(await status(adviser)).toMatchObject({ status: 'valid', loggedIn: true });
    expect(await readTraderAccess(world.services, adviser, 1)).toMatchObject({ password: 'Neues-Wort-27' });
  });

  it('tells what is wrong with the old or the new one', async () => {
    const adviser = await world.adviser();
    expect((await update(adviser, 'falsch', 'Neues-Wort-27')).json()).toMatchObject({
      code: 'traderAuth.oldPasswordWrong',
    });
    expect((await update(adviser, quader.password, 'kurz')).json()).toMatchObject({
      code: 'traderAuth.passwordRules',
    });
    await loginAt(adviser, { passwordState: 'locked' });
    expect((await update(adviser, quader.password, 'Neues-Wort-27')).json()).toMatchObject({
      code: 'traderAuth.locked',
    });
  });

  it('finds out itself whether a change whose answer was lost took place', async () => {
    const adviser = await world.adviser();
    await world.bank.fault('password.change', 'lostAnswer');
    expect((await update(adviser, quader.password, 'Neues-Wort-27')).statusCode).toBe(204);
    await world.bank.fault('password.change', 'reset');
    expect((await update(adviser, 'Neues-Wort-27', 'Noch-Neuer-28')).json()).toMatchObject({
      code: 'traderAuth.unknown',
    });
    expect(await readTraderAccess(world.services, adviser, 1)).toMatchObject({ password: 'Neues-Wort-27' });
  });
});

describe('what a bank tells of itself', () => {
  it('is name, hint and rules; an unknown bank is told as such', async () => {
    const adviser = await world.adviser();
    expect((await world.call(adviser, 'GET', `${path}/banks/${quader.bankId}`)).json()).toMatchObject({
      bankId: quader.bankId,
      bankName: 'Quaderbank Depotservice',
      passwordRules: { minLength: 8, maxLength: 40 },
    });
    const unknown = await world.call(adviser, 'GET', `${path}/banks/99999999`);
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: 'traderAuth.unknownBank' }]);
    await world.bank.fault('bank.read', 'error');
    expect((await world.call(adviser, 'GET', `${path}/banks/${talgrund.bankId}`)).json()).toMatchObject({
      bankName: 'Talgrund Fondsbank',
      passwordRules: { minLength: 1, maxLength: 256, pattern: null },
    });
  });
});

describe('when all banks are confirmed', () => {
  it('one refresh starts, however often it is said', async () => {
    const adviser = await world.adviserAtBanks();
    const confirm = (key: string) =>
      world.call(adviser, 'POST', `${path}/confirmed`, {}, { 'idempotency-key': key });
    const key = randomUUID();
    for (const each of [key, key, randomUUID()]) expect((await confirm(each)).statusCode).toBe(202);
    const { rows } = await db.owner.query(
      "select payload from jobs where job_type = 'remoteRefresh' and created_by = $1",
      [adviser.userId],
    );
    expect(rows).toHaveLength(1);
    expect((await world.call(adviser, 'POST', `${path}/confirmed`, {})).statusCode).toBe(400);
  });
});
