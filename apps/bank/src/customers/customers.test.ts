import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import {
  authorize,
  isins,
  newestCode,
  startWorld,
  totpSecret,
  type World,
} from '../../test/practice-world.ts';

const customer = { loginName: 'Jana', password: 'Kunde-2026' };
const positions = [
  { isin: isins[0], name: 'Fonds', quantity: 2, price: 10, currency: 'EUR', value: 20 },
  { isin: null, name: 'Anteile', quantity: null, price: null, currency: 'USD', value: 7 },
];
const depots = [
  { externalKey: 'K-1', label: 'Depot', valuationDate: '2026-11-20', positions: [positions[0]] },
  { externalKey: 'K-2', label: 'Zweitdepot', valuationDate: '2026-11-20', positions },
];
const line = (changes: object) => ({
  kind: 'customer',
  bankId: '90010001',
  ...customer,
  displayName: 'Jana Quader',
  phoneNumber: '+491700004711',
  totpSecret,
  methods: ['sms', 'totp', 'decoupled'],
  depots,
  ...changes,
});

async function start(): Promise<World> {
  const world = await startWorld();
  const lines = [line({}), line({ loginName: 'zu', passwordState: 'locked', depots: [] })];
  await world.call('POST', '/control/seed', lines.map((each) => JSON.stringify(each)).join('\n'), {
    'content-type': 'application/x-ndjson',
  });
  return world;
}

/** Signed-in calls of a fresh customer session. */
async function session(world: World) {
  const { status, body } = await world.call('POST', '/banks/90010001/customer-sessions', customer);
  const headers = { authorization: `Bearer ${String(body['token'])}` };
  const call = (method: string, path: string, sent?: unknown) =>
    world.call(method, `/banks/90010001${path}`, sent, headers);
  return { status, body, headers, call };
}

test('a customer sees her depots once the second factor is shown, and not before', async () => {
  const world = await start();
  const { status, body, call } = await session(world);
  expect(status).toBe(201);
  expect(body['signing']).toMatchObject({ state: 'pending', attemptsLeft: 5, selectedMethodId: null });
  for (const path of ['/customer-depots', '/customer-depots/K-1'])
    expect(await call('GET', path)).toMatchObject({
      status: 403,
      body: { code: 'signing.notConfirmed', state: 'pending' },
    });
  expect((await call('POST', '/customer-signing/select', { methodId: 'sms' })).body).toMatchObject({
    selectedMethodId: 'sms',
  });
  expect((await call('POST', '/customer-signing/confirm', { code: 'x' })).body).toMatchObject({
    code: 'signing.invalidCode',
    attemptsLeft: 4,
  });
  const code = await newestCode(world.call);
  expect((await call('POST', '/customer-signing/confirm', { code })).body).toMatchObject({
    state: 'confirmed',
  });
  expect((await call('GET', '/customer-depots')).body).toEqual({
    depots: [
      { externalKey: 'K-1', label: 'Depot', valuationDate: '2026-11-20', totalValue: 20 },
      // What is not known in euros is not counted as nothing.
      { externalKey: 'K-2', label: 'Zweitdepot', valuationDate: '2026-11-20', totalValue: null },
    ],
  });
  expect((await call('GET', '/customer-depots/K-2')).body).toEqual(depots[1]);
  expect(await call('GET', '/customer-depots/QB-1')).toMatchObject({ body: { code: 'depot.unknown' } });
  expect((await call('DELETE', '/customer-sessions/current')).status).toBe(204);
  expect(await call('GET', '/customer-depots')).toMatchObject({ body: { code: 'auth.sessionExpired' } });
});

test('a confirmation is good for its own session only', async () => {
  const world = await start();
  const first = await session(world);
  const second = await session(world);
  await first.call('POST', '/customer-signing/select', { methodId: 'totp' });
  const code = generateSync({ secret: totpSecret, epoch: world.clock.now / 1000 });
  await first.call('POST', '/customer-signing/confirm', { code });
  expect((await first.call('GET', '/customer-depots')).status).toBe(200);
  expect((await second.call('GET', '/customer-depots')).status).toBe(403);
});

test('an approval in the app decides, either way', async () => {
  const world = await start();
  for (const [verdict, state] of [
    ['approve', 'confirmed'],
    ['reject', 'rejected'],
  ] as const) {
    const { call } = await session(world);
    await call('POST', '/customer-signing/select', { methodId: 'decoupled' });
    const { body } = await world.call<{ approvals: { id: string; state: string; text: string }[] }>(
      'GET',
      '/outbox',
    );
    const open = body.approvals.find((each) => each.state === 'pending');
    expect(open?.text).toContain('Depotbestände');
    await world.call('POST', `/decoupled/${open?.id}/${verdict}`);
    expect((await call('GET', '/customer-signing')).body).toMatchObject({ state });
  }
});

test("neither login opens the other's calls, and a wrong name tells nothing", async () => {
  const world = await start();
  const partner = await authorize(world.call);
  const mine = await session(world);
  expect((await world.call('GET', '/banks/90010001/customer-depots', undefined, partner)).status).toBe(401);
  expect((await mine.call('GET', '/depots')).status).toBe(401);
  const wrong = { status: 401, body: { code: 'auth.wrongPassword', attemptsLeft: 4 } };
  const signIn = (path: string, given: object) => world.call('POST', `/banks/90010001/${path}`, given);
  expect(await signIn('sessions', customer)).toMatchObject(wrong);
  expect(await signIn('customer-sessions', { ...customer, loginName: 'berater@demo.example' })).toMatchObject(
    wrong,
  );
  expect(await signIn('customer-sessions', { ...customer, loginName: 'niemand' })).toMatchObject(wrong);
  expect(await signIn('customer-sessions', { ...customer, loginName: 'zu' })).toMatchObject({ status: 423 });
  for (let count = 0; count < 4; count += 1)
    await signIn('customer-sessions', { ...customer, password: 'x' });
  expect(await signIn('customer-sessions', { ...customer, password: 'x' })).toMatchObject({ status: 423 });
});

test('a bank says whether its customers may sign in', async () => {
  const world = await start();
  const hintOf = async (bankId: string) =>
    (await world.call('GET', `/banks/${bankId}`)).body['customerLoginHint'] as unknown;
  expect(await hintOf('90010001')).toContain('Online-Banking');
  expect(await hintOf('90020002')).toBeNull();
});

test('the demo customers are there with holdings of the funds named, slow and silent ones included', async () => {
  const world = await startWorld([]);
  const funds = isins.map((isin, index) => ({ isin, name: `Fonds ${index}`, price: 10 + index }));
  const lines = [
    { kind: 'partner', partnerKey: 'demo.example', users: [] },
    { kind: 'customers', funds },
  ];
  await world.call('POST', '/control/seed', lines.map((each) => JSON.stringify(each)).join('\n'), {
    'content-type': 'application/x-ndjson',
  });
  expect((await world.call('GET', '/control/state')).body).toMatchObject({ customers: 8 });
  expect((await world.call('GET', '/control/faults')).body).toMatchObject([
    { loginName: 'lars.langsam', kind: 'latency', ms: 4000 },
    { loginName: 'nora.niemand', kind: 'hang' },
  ]);
  const { body: accounts } = await world.call<{ customers: { loginName: string; password: string }[] }[]>(
    'GET',
    '/accounts',
  );
  expect(accounts[0]?.customers).toMatchObject([
    { loginName: 'jana.quader', password: 'Kunde-2026' },
    { loginName: 'otto.leer' },
    { loginName: 'gesa.gesperrt' },
  ]);
  expect(accounts[4]?.customers).toEqual([]);
});
