import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BankCall,
  execution,
  isins,
  sellOrder,
  sign,
  signedIn,
  startWorld,
  type World,
} from '../../test/practice-world.ts';
import { quantityFor, valueInCents } from '../units.ts';

const buyOrder = { action: 'buy', isin: isins[1], fromIsin: null, quantity: 0, amount: 200 };

async function place(world: World, bank: BankCall, clientOrderId: string, changes: object = {}) {
  const given = execution(clientOrderId, changes);
  const signingId = await sign(world.call, bank, given);
  return bank('POST', '/orders', { ...given, signingId });
}

test('sells first, then buys from the proceeds; positions, costs and cash follow', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const answer = await place(world, bank, 'o-1', { orders: [buyOrder, sellOrder] });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      clientOrderId: 'o-1',
      externalKey: 'QB-1',
      state: 'executed',
      traderCode: null,
      results: [
        { isin: isins[1], action: 'buy', state: 'executed', executedQuantity: 2.5, executedAmount: 200 },
        { isin: isins[0], action: 'sell', state: 'executed', executedQuantity: 2.5, executedAmount: 253.13 },
      ],
    },
  });
  expect((await bank('GET', '/depots/QB-1')).body).toMatchObject({
    cashValue: 53.13,
    positions: [
      { isin: isins[0], quantity: 7.623456, costValue: 677.74 },
      { isin: isins[1], quantity: 2.5, value: 200, costValue: 200 },
    ],
  });
  expect((await world.call('GET', '/control/executions?clientOrderId=o-1')).body).toMatchObject([
    { isin: isins[0], action: 'sell', quantity: 2.5, amount: 253.13 },
    { isin: isins[1], action: 'buy', quantity: 2.5, amount: 200 },
  ]);
});

test('a switch moves an amount from one fund to the other', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const order = { action: 'switch', isin: isins[1], fromIsin: isins[0], quantity: 0, amount: 405 };
  const answer = await place(world, bank, 'o-1', { orders: [order] });
  expect(answer.body).toMatchObject({ state: 'executed', results: [{ executedQuantity: 5.0625 }] });
  expect((await bank('GET', '/depots/QB-1')).body).toMatchObject({
    cashValue: 0,
    positions: [{ quantity: 6.123456 }, { quantity: 5.0625 }],
  });
});

test('what the account lacks comes from the reference account, and all can be sold', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const all = { ...sellOrder, quantity: 10.1235, amount: 0 };
  const buy = { ...buyOrder, amount: 5000 };
  expect((await place(world, bank, 'o-1', { orders: [all, buy] })).body).toMatchObject({
    state: 'executed',
    results: [{ executedQuantity: 10.123456 }, { executedQuantity: 62.5 }],
  });
  expect((await bank('GET', '/depots/QB-1')).body).toMatchObject({
    cashValue: 0,
    positions: [{ isin: isins[1], quantity: 62.5 }],
  });
});

test('orders the bank cannot fill are rejected one by one, with a reason', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const tooMuch = { ...sellOrder, quantity: 11 };
  const unknown = { ...buyOrder, isin: isins[2] };
  const mixed = await place(world, bank, 'o-1', { orders: [tooMuch, unknown, buyOrder] });
  expect(mixed.body).toMatchObject({
    state: 'partlyExecuted',
    traderCode: null,
    results: [
      { state: 'rejected', message: 'Der Bestand reicht nicht aus.', executedQuantity: 0 },
      { state: 'rejected', message: 'Für diesen Fonds gibt es keinen Preis.' },
      { state: 'executed' },
    ],
  });
  const none = await place(world, bank, 'o-2', { orders: [tooMuch] });
  expect(none.body).toMatchObject({ state: 'rejected', traderCode: 'B100' });
});

test('a savings plan is replaced, also without orders, and ended by a contribution of 0', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const plan = {
    contribution: 75.5,
    entries: [
      { isin: isins[0], fraction: 0.25 },
      { isin: isins[1], fraction: 0.75 },
    ],
  };
  expect((await place(world, bank, 'o-1', { orders: [], savingsPlan: plan })).body['state']).toBe('executed');
  expect((await bank('GET', '/depots/QB-1')).body['savingsPlan']).toEqual({
    ...plan,
    contributionInterval: 1,
  });
  await place(world, bank, 'o-2', { orders: [], savingsPlan: { contribution: 0, entries: [] } });
  expect((await bank('GET', '/depots/QB-1')).body['savingsPlan']).toBeNull();
});

test('ten equal requests at once execute once and are answered alike', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  const given = execution('o-1');
  const signingId = await sign(world.call, bank, given);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => bank('POST', '/orders', { ...given, signingId })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  expect((await world.call('GET', '/control/executions')).body).toHaveLength(1);
  const replay = answers.find(({ status }) => status === 200);
  expect(replay?.headers.get('idempotent-replayed')).toBe('true');
});

test('the same id with other content is refused; a used id is not signed again', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  await place(world, bank, 'o-1');
  const other = execution('o-1', { orders: [{ ...sellOrder, quantity: 1 }], signingId: 'x' });
  expect(await bank('POST', '/orders', other)).toMatchObject({
    status: 409,
    body: { code: 'order.contentDiffers' },
  });
  expect(
    (await bank('POST', '/orders', { ...execution('o-1'), transactionHash: 'cd'.repeat(32), signingId: 'x' }))
      .body['code'],
  ).toBe('order.contentDiffers');
  expect(await bank('POST', '/signings', execution('o-1'))).toMatchObject({
    status: 409,
    body: { code: 'order.exists' },
  });
});

test('a bank that takes its time accepts first and executes later', async () => {
  const world = await startWorld();
  await world.call('PATCH', '/control/banks/90010001', { executionDelayMs: 3000 });
  const bank = await signedIn(world);
  const { body } = await place(world, bank, 'o-1');
  expect(body).toMatchObject({ state: 'accepted', settledAt: null, results: [{ state: 'accepted' }] });
  const depot = async () => (await bank('GET', '/depots/QB-1')).body['cashValue'];
  expect(await depot()).toBe(0);
  world.clock.now += 2999;
  expect((await bank('GET', '/orders/o-1')).body).toMatchObject({ state: 'accepted' });
  world.clock.now += 1;
  expect((await bank('GET', '/orders/o-1')).body).toMatchObject({
    state: 'executed',
    settledAt: '2026-11-20T10:00:03.000Z',
  });
  expect(await depot()).toBe(253.13);
});

test('orders of others and unknown ones are unknown', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  await place(world, bank, 'o-1');
  const other = await signedIn(world, '90010001', {
    loginName: 'berater@nord.example',
    password: 'Geheim-2026',
  });
  expect(await other('GET', '/orders/o-1')).toMatchObject({ status: 404, body: { code: 'order.unknown' } });
  expect((await bank('GET', '/orders/o-2')).status).toBe(404);
});

test.each([
  ['nothing to do', { orders: [] }],
  ['a switch without source', { orders: [{ ...buyOrder, action: 'switch' }] }],
  ['a buy with source', { orders: [{ ...buyOrder, fromIsin: isins[0] }] }],
  ['neither quantity nor amount', { orders: [{ ...buyOrder, amount: 0 }] }],
  ['a negative amount', { orders: [{ ...buyOrder, amount: -1 }] }],
  ['no ISIN', { orders: [{ ...buyOrder, isin: 'DE0005933932' }] }],
  ['no hash', { transactionHash: 'abc' }],
  ['an unknown field', { note: 'x' }],
])('is refused: %s', async (_what, changes) => {
  const world = await startWorld();
  const bank = await signedIn(world);
  expect(await bank('POST', '/signings', execution('o-1', changes))).toMatchObject({
    status: 400,
    body: { code: 'request.invalid' },
  });
});

test('what an amount buys never costs more than it, and one millionth more would', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 1000, max: 50_000_000 }),
      (cents, price) => {
        const quantity = quantityFor(cents, price);
        expect(BigInt(quantity) * BigInt(price)).toBeLessThanOrEqual(BigInt(cents) * 100_000_000n);
        expect(BigInt(quantity + 1) * BigInt(price)).toBeGreaterThan(BigInt(cents) * 100_000_000n);
        expect(valueInCents(quantity, price)).toBeLessThanOrEqual(cents);
      },
    ),
  );
});
