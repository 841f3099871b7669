import { expect, test } from 'vitest';
import { execution, sign, signedIn, signIn, startWorld, type World } from '../../test/practice-world.ts';

const list = '/banks/90010001/depots';

async function withFault(fault: object) {
  const world = await startWorld();
  const bank = await signedIn(world);
  const added = await world.call('POST', '/control/faults', { bankId: '90010001', remaining: 1, ...fault });
  expect(added.status).toBe(201);
  return { world, bank };
}

/** A placed order under a fault: what the caller saw, and what the bank did. */
async function placeUnder(fault: object) {
  const world = await startWorld();
  const bank = await signedIn(world);
  const given = execution('o-1');
  const signingId = await sign(world.call, bank, given);
  await world.call('POST', '/control/faults', { endpoint: 'orders.place', remaining: 1, ...fault });
  const send = () => bank('POST', '/orders', { ...given, signingId });
  const booked = async () => (await world.call<object[]>('GET', '/control/executions')).body.length;
  return { world, bank, send, booked };
}

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    () => 'failed',
  );

/** Whether an answer comes within the time a client of this test waits. */
async function answersWithin(world: World, path: string, headers: Record<string, string>, ms: number) {
  return fetch(`${world.url}${path}`, { headers, signal: AbortSignal.timeout(ms) }).then(
    () => true,
    (error: Error) => (error.name === 'TimeoutError' ? false : Promise.reject(error)),
  );
}

test('a fault strikes as often as it says, where it says, and is listed until then', async () => {
  const { world, bank } = await withFault({
    kind: 'error',
    status: 502,
    endpoint: 'depots.list',
    remaining: 2,
  });
  expect((await world.call('GET', '/control/faults')).body).toMatchObject([{ kind: 'error', remaining: 2 }]);
  expect((await bank('GET', '/depots/QB-1')).status).toBe(200);
  expect(await bank('GET', '/depots')).toMatchObject({ status: 502, body: { code: 'bank.error' } });
  const other = await signedIn(world, '90020002');
  expect((await other('GET', '/depots')).status).toBe(200);
  expect((await bank('GET', '/depots')).status).toBe(502);
  expect((await bank('GET', '/depots')).status).toBe(200);
  expect((await world.call('GET', '/control/faults')).body).toEqual([]);
});

test('faults can be meant for one depot or one login, and taken back', async () => {
  const { world, bank } = await withFault({ kind: 'error', externalKey: 'QB-2', remaining: null });
  expect((await bank('GET', '/depots/QB-1')).status).toBe(200);
  expect((await bank('GET', '/depots/QB-2')).status).toBe(500);
  await world.call('DELETE', '/control/faults');
  expect((await bank('GET', '/depots/QB-2')).status).toBe(200);

  const { body } = await world.call('POST', '/control/faults', {
    kind: 'error',
    loginName: 'ALT@demo.example',
  });
  expect((await world.call('POST', '/banks/90010001/sessions', signIn)).status).toBe(201);
  const old = { ...signIn, loginName: 'alt@demo.example' };
  expect((await world.call('POST', '/banks/90010001/sessions', old)).status).toBe(500);
  await world.call('DELETE', `/control/faults/${String(body['id'])}`);
  expect((await world.call('POST', '/banks/90010001/sessions', old)).status).toBe(403);
});

test.each(['brokenJson', 'truncated', 'html', 'empty', 'reset', 'doubleAnswer'])(
  'a client cannot read the answer: %s',
  async (kind) => {
    const { bank } = await withFault({ kind, endpoint: 'depots.list' });
    expect(await outcome(bank('GET', '/depots'))).toBe('failed');
    expect(await outcome(bank('GET', '/depots'))).toBe('answered');
  },
);

test('HTML comes as HTML with status 200', async () => {
  const { world } = await withFault({ kind: 'html', endpoint: 'bank.read' });
  const answer = await fetch(`${world.url}/banks/90010001`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(await answer.text()).toContain('<h1>');
});

test('a hanging call never answers while others do; latency only delays', async () => {
  const { world } = await withFault({ kind: 'hang', endpoint: 'bank.read' });
  expect(await answersWithin(world, '/banks/90010001', {}, 300)).toBe(false);
  expect(await answersWithin(world, '/banks/90010001', {}, 10_000)).toBe(true);
  await world.call('POST', '/control/faults', {
    kind: 'latency',
    ms: 3_600_000,
    endpoint: 'bank.read',
    remaining: 1,
  });
  expect(await answersWithin(world, '/banks/90010001', {}, 300)).toBe(false);
  await world.call('POST', '/control/faults', {
    kind: 'latency',
    ms: 20,
    endpoint: 'bank.read',
    remaining: 1,
  });
  expect(await answersWithin(world, '/banks/90010001', {}, 10_000)).toBe(true);
});

test.each(['lostAnswer', 'truncated', 'brokenJson', 'html', 'empty', 'doubleAnswer'])(
  'the order is executed although its answer is lost (%s), and sending again changes nothing',
  async (kind) => {
    const { bank, send, booked } = await placeUnder({ kind });
    expect(await outcome(send())).toBe('failed');
    expect(await booked()).toBe(1);
    expect((await bank('GET', '/orders/o-1')).body).toMatchObject({ state: 'executed' });
    expect(await send()).toMatchObject({ status: 200, body: { state: 'executed' } });
    expect(await booked()).toBe(1);
  },
);

test.each(['reset', 'error'])('nothing is done before the fault %s', async (kind) => {
  const { bank, send, booked } = await placeUnder({ kind });
  await outcome(send());
  expect(await booked()).toBe(0);
  expect((await bank('GET', '/orders/o-1')).status).toBe(404);
  expect((await send()).status).toBe(201);
  expect(await booked()).toBe(1);
});

test('an error after the work leaves the work done', async () => {
  const { send, booked } = await placeUnder({ kind: 'errorAfter', status: 503 });
  expect(await send()).toMatchObject({ status: 503, body: { code: 'bank.error' } });
  expect(await booked()).toBe(1);
  expect((await send()).status).toBe(200);
});

test('a request that arrives twice is executed once and answered by the first', async () => {
  const { send, booked } = await placeUnder({ kind: 'duplicate' });
  expect(await send()).toMatchObject({ status: 201, body: { state: 'executed' } });
  expect(await booked()).toBe(1);
});

test('rejected, refused, filled in part', async () => {
  const rejected = await placeUnder({ kind: 'orderRejected', traderCode: 'B4711', traderMessage: 'Nein' });
  expect(await rejected.send()).toMatchObject({
    status: 201,
    body: { state: 'rejected', traderCode: 'B4711', traderMessage: 'Nein', results: [{ state: 'rejected' }] },
  });
  expect(await rejected.booked()).toBe(0);

  const refused = await placeUnder({ kind: 'orderRefused', retryable: true });
  expect(await refused.send()).toMatchObject({
    status: 422,
    body: { code: 'order.refused', traderCode: 'B100', retryable: true },
  });
  expect((await refused.bank('GET', '/orders/o-1')).status).toBe(404);

  const partial = await placeUnder({ kind: 'orderPartial', fraction: 0.4 });
  expect((await partial.send()).body).toMatchObject({
    state: 'partlyExecuted',
    results: [{ state: 'partlyExecuted', executedQuantity: 1, executedAmount: 101.25 }],
  });

  const missing = await placeUnder({ kind: 'missingConfirmation' });
  expect(await missing.send()).toMatchObject({
    status: 422,
    body: { code: 'contract.missingConfirmation' },
  });
});

test('a delayed order is accepted, a late one unknown, until their time', async () => {
  const delayed = await placeUnder({ kind: 'orderDelayed', ms: 60_000 });
  expect(await delayed.send()).toMatchObject({ status: 201, body: { state: 'accepted' } });
  delayed.world.clock.now += 60_000;
  expect((await delayed.bank('GET', '/orders/o-1')).body).toMatchObject({ state: 'executed' });

  const late = await placeUnder({ kind: 'orderLate', ms: 60_000 });
  expect(await late.send()).toMatchObject({ status: 202, body: { state: 'accepted' } });
  expect((await late.bank('GET', '/orders/o-1')).status).toBe(404);
  // Who sends again does not make it two.
  expect((await late.send()).status).toBe(202);
  late.world.clock.now += 60_000;
  expect((await late.bank('GET', '/orders/o-1')).body).toMatchObject({ state: 'executed' });
  expect(await late.booked()).toBe(1);
});

test('pages of other sites and other host names are kept out', async () => {
  const world = await startWorld();
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${world.url}${path}`, init)).status;
  const post = (headers: Record<string, string>) => status('/control/reset', { method: 'POST', headers });
  expect(await post({ origin: 'https://evil.example' })).toBe(403);
  expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await post({ 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await post({ origin: 'null' })).toBe(403);
  const form = { method: 'POST', body: 'kind=hang', headers: { 'content-type': 'text/plain' } };
  expect(await status('/control/faults', form)).toBe(400);
  expect(await status(list, { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
  expect((await world.call('GET', '/control/state')).body).toMatchObject({ depots: 4, isSeeded: true });
  expect(await post({ origin: world.url, 'sec-fetch-site': 'same-origin' })).toBe(204);
  expect((await world.call('GET', '/control/state')).body).toMatchObject({ depots: 0, isSeeded: false });
});
