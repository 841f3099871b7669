import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import {
  execution,
  isins,
  newestCode,
  sellOrder,
  sign,
  signedIn,
  startWorld,
  totpSecret,
} from '../../test/practice-world.ts';

const minute = 60_000;

async function start(changes: object = {}) {
  const world = await startWorld();
  const bank = await signedIn(world);
  const given = execution('o-1', changes);
  const { status, body } = await bank('POST', '/signings', given);
  const id = String(body['signingId']);
  const select = (methodId: string) => bank('POST', `/signings/${id}/select`, { methodId });
  const confirm = (code: string) => bank('POST', `/signings/${id}/confirm`, { code });
  const read = async () => (await bank('GET', `/signings/${id}`)).body;
  return { world, bank, given, status, body, id, select, confirm, read };
}

/** A code that is surely not this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a signing names its methods, what is approved and until when', async () => {
  const { status, body } = await start();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    state: 'pending',
    selectedMethodId: null,
    attemptsLeft: 5,
    methods: [
      { id: 'sms', type: 'sms', description: 'SMS-TAN', maskedTarget: '+49 ••• •••• 4711' },
      { id: 'totp', type: 'totp', maskedTarget: null },
      { id: 'decoupled', type: 'decoupled', maskedTarget: null },
    ],
    text: '1 Auftrag im Depot QB-1 über 253,13 EUR freigeben',
    expiresAt: '2026-11-20T10:05:00.000Z',
  });
});

test('an SMS carries code, number and what it is for; its code confirms', async () => {
  const { world, select, confirm, read, id } = await start();
  expect((await select('sms')).body).toMatchObject({ selectedMethodId: 'sms', state: 'pending' });
  const { body } = await world.call<{ messages: { code: string; text: string }[] }>('GET', '/outbox');
  const [message] = body.messages;
  expect(message).toMatchObject({
    bankId: '90010001',
    bankName: 'Quaderbank',
    loginName: 'berater@demo.example',
    phoneNumber: '+491701234711',
    signingId: id,
  });
  expect(message?.text).toBe(`TAN ${message?.code} für: 1 Auftrag im Depot QB-1 über 253,13 EUR.`);
  expect(await confirm(message?.code ?? '')).toMatchObject({ status: 200, body: { state: 'confirmed' } });
  expect(await read()).toMatchObject({ state: 'confirmed' });
  // Confirming again changes nothing, whatever the code.
  expect((await confirm('000000')).status).toBe(200);
});

test('a second SMS voids the first, a fourth is refused', async () => {
  const { world, select, confirm } = await start();
  await select('sms');
  const first = await newestCode(world.call);
  await select('sms');
  const second = await newestCode(world.call);
  // One in a million: both codes are equal, and the first confirms rightly.
  expect((await confirm(first)).status).toBe(first === second ? 200 : 400);
  await select('sms');
  expect(await select('sms')).toMatchObject({ status: 429, body: { code: 'signing.tooManySends' } });
  expect((await confirm(await newestCode(world.call))).status).toBe(200);
});

test('the fifth wrong code ends the signing', async () => {
  const { world, bank, given, id, select, confirm, read } = await start();
  await select('sms');
  const code = await newestCode(world.call);
  for (const attemptsLeft of [4, 3, 2, 1])
    expect(await confirm(wrong(code))).toMatchObject({
      status: 400,
      body: { code: 'signing.invalidCode', attemptsLeft },
    });
  expect(await confirm('no digits')).toMatchObject({
    status: 403,
    body: { code: 'signing.tooManyAttempts', attemptsLeft: 0 },
  });
  expect(await read()).toMatchObject({ state: 'rejected', attemptsLeft: 0 });
  expect(await confirm(code)).toMatchObject({
    status: 409,
    body: { code: 'signing.notPending', state: 'rejected' },
  });
  expect(await bank('POST', '/orders', { ...given, signingId: id })).toMatchObject({
    status: 403,
    body: { code: 'signing.notConfirmed', state: 'rejected' },
  });
});

test('five minutes, not one millisecond more', async () => {
  const { world, select, confirm, read, bank, given, id } = await start();
  await select('sms');
  const code = await newestCode(world.call);
  world.clock.now += 5 * minute - 1;
  expect(await read()).toMatchObject({ state: 'pending' });
  world.clock.now += 1;
  expect(await read()).toMatchObject({ state: 'expired' });
  expect(await confirm(code)).toMatchObject({ status: 410, body: { code: 'signing.expired' } });
  expect((await select('sms')).status).toBe(410);
  expect((await bank('POST', '/orders', { ...given, signingId: id })).status).toBe(410);
});

test('the clock of the bank can be moved on from outside', async () => {
  const { world, read } = await start();
  await world.call('POST', '/control/clock', { advanceMs: 5 * minute });
  expect(await read()).toMatchObject({ state: 'expired' });
});

test('a TOTP of now and its neighbours confirms, an old one does not', async () => {
  const { world, select, confirm } = await start();
  await select('totp');
  const at = (ms: number) => generateSync({ secret: totpSecret, epoch: Math.floor(ms / 1000) });
  expect((await confirm(at(world.clock.now - 10 * minute))).status).toBe(400);
  expect((await confirm(at(world.clock.now - 30_000))).status).toBe(200);
});

test('a decoupled signing waits for the app, whose decision counts once', async () => {
  const { world, select, confirm, read } = await start();
  await select('decoupled');
  await select('decoupled');
  expect((await confirm('123456')).body['code']).toBe('signing.unknownMethod');
  const approvals = async () =>
    (await world.call<{ approvals: { id: string; state: string }[] }>('GET', '/outbox')).body.approvals;
  const [approval, ...more] = await approvals();
  expect(more).toEqual([]);
  expect(approval).toMatchObject({
    bankName: 'Quaderbank',
    state: 'pending',
    text: '1 Auftrag im Depot QB-1 über 253,13 EUR freigeben',
  });
  expect(await read()).toMatchObject({ state: 'pending' });
  const path = `/decoupled/${approval?.id}`;
  expect(await world.call('POST', `${path}/approve`)).toMatchObject({
    status: 200,
    body: { state: 'confirmed' },
  });
  expect(await read()).toMatchObject({ state: 'confirmed' });
  expect(await world.call('POST', `${path}/reject`)).toMatchObject({
    status: 409,
    body: { code: 'signing.notPending' },
  });
  expect((await world.call('POST', '/decoupled/nothing/approve')).status).toBe(404);
});

test('a rejected approval places nothing', async () => {
  const { world, bank, given, id, select, read } = await start();
  await select('decoupled');
  const { body } = await world.call<{ approvals: { id: string }[] }>('GET', '/outbox');
  const [approval] = body.approvals;
  await world.call('POST', `/decoupled/${approval?.id}/reject`);
  expect(await read()).toMatchObject({ state: 'rejected' });
  expect((await bank('POST', '/orders', { ...given, signingId: id })).status).toBe(403);
});

test.each([
  ['the hash', { transactionHash: 'cd'.repeat(32) }],
  ['an amount', { orders: [{ ...sellOrder, amount: 253.14 }] }],
  ['a quantity', { orders: [{ ...sellOrder, quantity: 2.500001 }] }],
  ['a fund', { orders: [{ ...sellOrder, isin: isins[1] }] }],
  ['one more order', { orders: [sellOrder, sellOrder] }],
  ['a savings plan', { savingsPlan: { contribution: 50, entries: [{ isin: isins[0], fraction: 1 }] } }],
  ['the order id', { clientOrderId: 'o-9' }],
])('other than what was signed is refused: %s', async (_what, changes) => {
  const { world, bank, given, confirm, select, id } = await start();
  await select('sms');
  await confirm(await newestCode(world.call));
  expect(await bank('POST', '/orders', { ...given, ...changes, signingId: id })).toMatchObject({
    status: 409,
    body: { code: 'signing.transactionChanged' },
  });
  expect((await world.call('GET', '/control/executions')).body).toEqual([]);
  expect((await bank('POST', '/orders', { ...given, signingId: id })).status).toBe(201);
});

test('a new signing of the depot voids the older one', async () => {
  const { bank, read, select } = await start();
  await bank('POST', '/signings', execution('o-2'));
  expect(await read()).toMatchObject({ state: 'expired' });
  expect((await select('sms')).status).toBe(410);
});

test('nobody sees or confirms the signing of another login', async () => {
  const { world, id } = await start();
  const other = await signedIn(world, '90010001', {
    loginName: 'berater@nord.example',
    password: 'Geheim-2026',
  });
  expect(await other('GET', `/signings/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'signing.unknown' },
  });
});

test('a confirmed signing places its order even a day later, then no more', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const given = execution('o-1');
  const signingId = await sign(world.call, bank, given);
  world.clock.now += 24 * 60 * minute;
  const later = await signedIn(world);
  expect((await later('POST', '/orders', { ...given, signingId })).status).toBe(410);
  world.clock.now -= 1;
  expect((await later('POST', '/orders', { ...given, signingId })).status).toBe(201);
});

test('methods the login does not have are refused, and nothing signs an unconfirmed contract', async () => {
  const { world, select, confirm, bank } = await start();
  expect(await select('fax')).toMatchObject({ status: 400, body: { code: 'signing.unknownMethod' } });
  expect((await confirm('123456')).body['code']).toBe('signing.unknownMethod');
  await world.call('PATCH', '/control/banks/90010001/depots/demo.example/QB-1', { needsConfirmation: true });
  expect(await bank('POST', '/signings', execution('o-3'))).toMatchObject({
    status: 422,
    body: { code: 'contract.missingConfirmation' },
  });
});
