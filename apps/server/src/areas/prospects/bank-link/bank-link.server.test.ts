import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CustomerBankWorld,
  quaderBank,
  steinuferBank,
  talgrundBank,
} from '../../../../test/customer-bank-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => CustomerBankWorld.start(db));

// Attempts are counted by the hour, and all of them come from this machine.
beforeEach(() => void (world.advice.later += 2 * 3_600_000));
afterEach(() => world.bank.clearFaults());

it('says of a bank that does not answer that it cannot be reached, and waits no longer than seconds', async () => {
  const guid = await world.begin();
  await world.bank.fault('bank.read', 'hang', { bankId: talgrundBank });
  const began = performance.now();
  const { body } = await world.call<{ bankName: string; isReachable: boolean }[]>(guid, 'GET', '/banks');
  expect(performance.now() - began).toBeLessThan(6000);
  expect(body.filter(({ isReachable }) => !isReachable)).toMatchObject([
    { bankName: 'Talgrund Fondsbank', loginHint: null },
  ]);
});

it('offers the banks whose customers may sign in, and those only', async () => {
  const guid = await world.begin();
  const { body } = await world.call<{ bankName: string; isReachable: boolean; loginHint: string }[]>(
    guid,
    'GET',
    '/banks',
  );
  expect(body.map(({ bankName }) => bankName)).toEqual([
    'Heidegrund Privatbank',
    'Marschland Direktbank',
    'Quaderbank Depotservice',
    'Talgrund Fondsbank',
  ]);
  expect(body.every(({ isReachable }) => isReachable)).toBe(true);
  expect(body[0]?.loginHint).toContain('Online-Banking');
  for (const issuerId of [world.issuerOf(steinuferBank), 999_999])
    expect((await world.signIn(guid, { issuerId })).body).toMatchObject({ code: 'traderAuth.unknownBank' });
});

it('reads depots chosen, after the second factor, into holdings with what is not known', async () => {
  const guid = await world.begin();
  const signedIn = await world.signIn(guid);
  expect(signedIn.status).toBe(201);
  expect(signedIn.body).toMatchObject({
    bankName: 'Quaderbank Depotservice',
    state: 'pending',
    selectedTokenProviderId: null,
    attemptsLeft: 5,
    pollAfterSeconds: null,
  });
  expect(signedIn.body.tokenProviders.map(({ tokenProviderType }) => tokenProviderType)).toEqual([
    'sms',
    'totp',
  ]);
  expect((await world.call(guid, 'GET', '/bank-link/depots')).body).toMatchObject({
    code: 'bankLink.notConfirmed',
  });
  const chosen = await world.call(guid, 'POST', '/bank-link/method', { tokenProviderId: 'sms' });
  expect(chosen.body).toMatchObject({ selectedTokenProviderId: 'sms' });
  expect((await world.link(guid)).body.link).toMatchObject({
    state: 'pending',
    selectedTokenProviderId: 'sms',
  });
  const wrong = await world.call(guid, 'POST', '/bank-link/confirm', { token: '0' });
  expect(wrong.body).toMatchObject({ code: 'secondFactor.invalidToken', params: { attemptsLeft: 4 } });
  const token = await world.bank.newestCode();
  expect((await world.call(guid, 'POST', '/bank-link/confirm', { token })).body).toMatchObject({
    state: 'confirmed',
  });
  const depots = await world.call<{ externalKey: string; totalValue: number | null }[]>(
    guid,
    'GET',
    '/bank-link/depots',
  );
  expect(depots.body).toMatchObject([
    { externalKey: 'QB-K-100', totalValue: expect.any(Number) },
    { externalKey: 'QB-K-101', label: 'Zweitdepot', totalValue: null },
  ]);
  const externalKeys = ['QB-K-100', 'QB-K-101'];
  const read = await world.call<{
    holdings: DepotAnalysis['holdings'];
    asked: { name: string; isin: string | null }[];
    refused: { reason: string }[];
  }>(guid, 'POST', '/bank-link/holdings', { externalKeys });
  const { funds } = world;
  expect(read.body.holdings.find(({ isin }) => isin === funds[0]?.isin)?.quantity).toBe(45);
  expect(read.body.holdings.find(({ isin }) => isin === funds[3]?.isin)).toMatchObject({
    quantity: 12.5,
    value: null,
  });
  expect(read.body.holdings.find(({ isin }) => isin === funds[4]?.isin)).toMatchObject({
    quantity: 8,
    value: null,
  });
  expect(read.body.asked).toMatchObject([
    { name: 'Genossenschaftsanteile Talgrund', isin: null, page: null },
  ]);
  expect(read.body.refused).toMatchObject([{ reason: expect.stringContaining('anderen Währung') }]);
  // Nothing is stored by reading; a lost answer is read again.
  expect((await world.call<DepotAnalysis>(guid, 'GET', '')).body.holdings).toEqual([]);
  expect((await world.call(guid, 'POST', '/bank-link/holdings', { externalKeys })).body).toEqual(read.body);
  expect((await world.call(guid, 'DELETE', '/bank-link')).status).toBe(204);
  expect((await world.link(guid)).body).toEqual({ link: null });
  expect((await world.call(guid, 'GET', '/bank-link/depots')).body).toMatchObject({ code: 'bankLink.ended' });
});

describe('an approval in the app', () => {
  const decided = async (verdict: 'approve' | 'reject') => {
    const guid = await world.begin();
    await world.signIn(guid, { issuerId: world.issuerOf(talgrundBank), loginName: 'tim.talgrund' });
    const chosen = await world.call(guid, 'POST', '/bank-link/method', { tokenProviderId: 'decoupled' });
    expect(chosen.body).toMatchObject({ pollAfterSeconds: 3 });
    await world.bank.decide(verdict);
    return guid;
  };

  it('opens the depots', async () => {
    const guid = await decided('approve');
    expect((await world.link(guid)).body.link).toMatchObject({ state: 'confirmed' });
    const depots = await world.call<object[]>(guid, 'GET', '/bank-link/depots');
    expect(depots.body).toMatchObject([{ externalKey: 'TG-K-200' }]);
  });

  it('refused, is told once; then there is no link', async () => {
    const guid = await decided('reject');
    expect((await world.link(guid)).body.link).toMatchObject({ state: 'rejected' });
    expect((await world.link(guid)).body.link).toBeNull();
  });
});

it('says that there is no depot by an empty list', async () => {
  const guid = await world.confirmed({ loginName: 'otto.leer' });
  expect((await world.call(guid, 'GET', '/bank-link/depots')).body).toEqual([]);
});

describe('what the bank refuses is said with what to do', () => {
  it.each([
    ['a wrong password', { password: 'falsch' }, 'bankLink.wrongLogin', 'prüfen Sie beides'],
    ['an unknown name', { loginName: 'niemand' }, 'bankLink.wrongLogin', 'prüfen Sie beides'],
    ['a locked login', { loginName: 'gesa.gesperrt' }, 'bankLink.locked', 'wenden Sie sich an die Bank'],
    [
      'an older consent',
      { consentVersion: '2020-01' },
      'depotanalysis.consentOutdated',
      'laden Sie die Seite neu',
    ],
  ])('%s', async (_name, given, code, message) => {
    const { body, status } = await world.signIn(await world.begin(), given);
    expect(status).toBeLessThan(500);
    expect(body).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('an expired password', async () => {
    const issuerId = world.issuerOf('90040004');
    const { body } = await world.signIn(await world.begin(), { issuerId, loginName: 'hanna.heide' });
    expect(body).toMatchObject({ code: 'bankLink.passwordExpired' });
  });

  it('a method that is not offered, and codes asked for without end', async () => {
    const guid = await world.begin();
    await world.signIn(guid);
    const choose = (tokenProviderId: string) =>
      world.call(guid, 'POST', '/bank-link/method', { tokenProviderId });
    expect((await choose('decoupled')).body).toMatchObject({ code: 'secondFactor.unknownProvider' });
    for (let count = 0; count < 3; count += 1) await choose('sms');
    expect((await choose('sms')).body).toMatchObject({ code: 'bankLink.tooManyCodes' });
  });

  it('a code that was wrong too often, which ends the link', async () => {
    const guid = await world.begin();
    await world.signIn(guid);
    await world.call(guid, 'POST', '/bank-link/method', { tokenProviderId: 'sms' });
    const confirm = () => world.call(guid, 'POST', '/bank-link/confirm', { token: 'x' });
    for (let count = 0; count < 4; count += 1) await confirm();
    expect((await confirm()).body).toMatchObject({
      code: 'secondFactor.invalidToken',
      params: { attemptsLeft: 0 },
    });
    expect((await world.link(guid)).body.link).toBeNull();
  });
});

describe('a bank that does not work', () => {
  it.each([
    ['html', 502, 'bankLink.unreadable'],
    ['brokenJson', 502, 'bankLink.unreadable'],
    ['truncated', 502, 'bankLink.unreadable'],
    ['empty', 502, 'bankLink.unreadable'],
    ['reset', 502, 'bankLink.unreadable'],
    ['error', 502, 'bankLink.unreadable'],
  ])('%s is %i, never 500, and nothing is kept', async (kind, status, code) => {
    const guid = await world.begin();
    const before = (await world.storedLinks()).filter(({ envelope }) => envelope !== null).length;
    await world.bank.fault('customerSessions.create', kind);
    const answer = await world.signIn(guid);
    expect(answer).toMatchObject({
      status,
      body: { code, message: expect.stringContaining('Suche oder Datei') },
    });
    expect((await world.storedLinks()).filter(({ envelope }) => envelope !== null)).toHaveLength(before);
    world.advice.failures.length = 0;
  });

  it('answers 504 within its limit when the bank hangs, at the sign-in and while reading', async () => {
    const guid = await world.confirmed();
    await world.bank.fault('customerDepots.read', 'hang', { remaining: null });
    await world.bank.fault('customerSessions.create', 'hang');
    const began = performance.now();
    const answers = await Promise.all([
      world.call(guid, 'POST', '/bank-link/holdings', { externalKeys: ['QB-K-100', 'QB-K-101'] }),
      world.signIn(await world.begin()),
    ]);
    expect(performance.now() - began).toBeLessThan(14_000);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 504, body: { code: 'bankLink.noAnswer' } });
    // The link outlives it: reading is tried again.
    await world.bank.clearFaults();
    expect(
      (await world.call(guid, 'POST', '/bank-link/holdings', { externalKeys: ['QB-K-100'] })).status,
    ).toBe(200);
    world.advice.failures.length = 0;
  }, 30_000);

  it('answers 503 when it is closed', async () => {
    await world.bank.control('PATCH', `/control/banks/${quaderBank}`, { isClosed: true });
    expect(await world.signIn(await world.begin())).toMatchObject({
      status: 503,
      body: { code: 'bankLink.unavailable' },
    });
    await world.bank.control('PATCH', `/control/banks/${quaderBank}`, { isClosed: false });
    world.advice.failures.length = 0;
  });
});
