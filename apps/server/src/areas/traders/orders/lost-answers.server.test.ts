import { describe, expect, it } from 'vitest';
import { quader, talgrund } from '../../../../test/execution-world.ts';
import { orderFaults } from '../../../../test/order-faults.ts';
import { codeOf, paramsOf, useExecutions } from '../../../../test/use-executions.ts';
import { startReconciliation } from './reconciliation.ts';

const { db, world, adviser } = useExecutions();

/** An execution ready for its last step; the answer to that step, and what is known afterwards. */
async function execute(fault?: () => Promise<void>) {
  const depot = await world.depot();
  const body = await world.signed(adviser, depot.depotId);
  await fault?.();
  const answer = await world.step(adviser, depot.depotId, body);
  return { ...depot, answer };
}

async function known(depot: { contractId: string; planId: string }) {
  const [order] = await world.orders(depot.contractId);
  const ledger = order ? await world.bank.ledger(order.clientOrderId) : [];
  return { state: order?.state, plan: await world.planState(depot.planId), booked: ledger.length };
}

async function reconcile(): Promise<void> {
  await db.owner.query(
    "update trader_orders set next_check_at = now() where state in ('prepared', 'sent', 'unknown')",
  );
  const reconciliation = startReconciliation(world.services);
  await reconciliation.runOnce();
  await reconciliation.stop();
}

describe('an answer that is lost', () => {
  it.each(orderFaults)('%s: the bank is asked at once and the order is booked once', async (kind) => {
    const depot = await execute(() => world.bank.fault('orders.place', kind));
    expect(depot.answer.statusCode).toBe(204);
    expect(await known(depot)).toEqual({ state: 'confirmed', plan: 'confirmed', booked: 2 });
  });

  it('and a bank that is silent afterwards: 504, unknown, and known as soon as it speaks', async () => {
    const depot = await execute(async () => {
      await world.bank.fault('orders.place', 'lostAnswer');
      await world.bank.fault('orders.read', 'reset', { remaining: null });
    });
    expect([depot.answer.statusCode, codeOf(depot.answer)]).toEqual([504, 'fundsApi.traderUnavailable']);
    expect(paramsOf(depot.answer)).toMatchObject({
      orderState: 'unknown',
      bankName: 'Quaderbank Depotservice',
    });
    expect(await known(depot)).toEqual({ state: 'unknown', plan: 'submitted', booked: 2 });
    const again = await world.step(adviser, depot.depotId);
    expect([again.statusCode, codeOf(again)]).toEqual([409, 'fundsApi.orderRunning']);
    await reconcile();
    expect(await known(depot)).toMatchObject({ state: 'unknown' });
    await world.bank.clearFaults();
    await reconcile();
    expect(await known(depot)).toEqual({ state: 'confirmed', plan: 'confirmed', booked: 2 });
  });

  it('an answer nobody can read is 502', async () => {
    const depot = await execute(async () => {
      await world.bank.fault('orders.place', 'html');
      await world.bank.fault('orders.read', 'error', { remaining: null });
    });
    expect([depot.answer.statusCode, codeOf(depot.answer)]).toEqual([502, 'fundsApi.traderUnavailable']);
    await world.bank.clearFaults();
    await reconcile();
    expect(await known(depot)).toEqual({ state: 'confirmed', plan: 'confirmed', booked: 2 });
  });

  it('an order the bank takes late is not doubled by asking', async () => {
    const depot = await execute(() => world.bank.fault('orders.place', 'orderLate', { ms: 400 }));
    const asked = async () => {
      await reconcile();
      return known(depot);
    };
    await expect
      .poll(asked, { timeout: 15_000 })
      .toEqual({ state: 'confirmed', plan: 'confirmed', booked: 2 });
  });

  it('a bank that went away with the order on its way: sent once when it is back, under the same id', async () => {
    const depot = await world.depot();
    const body = await world.signed(adviser, depot.depotId);
    await world.bank.fault('orders.place', 'reset', { remaining: null });
    await world.bank.fault('orders.read', 'reset', { remaining: null });
    expect((await world.step(adviser, depot.depotId, body)).statusCode).toBe(504);
    expect(await known(depot)).toEqual({ state: 'unknown', plan: 'submitted', booked: 0 });
    await world.bank.stop();
    await reconcile();
    await world.bank.start();
    await world.bank.clearFaults();
    await breakerCloses();
    await reconcile();
    expect(await known(depot)).toEqual({ state: 'confirmed', plan: 'confirmed', booked: 2 });
    expect(await world.orders(depot.contractId)).toHaveLength(1);
  }, 40_000);
});

/** The breaker of the adapter may have opened; it lets a call through after 15 s. */
async function breakerCloses(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await world.call(adviser, 'POST', '/trader-credentials/set-password?issuerId=1', {
            password: quader.password,
          })
        ).statusCode,
      {
        timeout: 30_000,
        interval: 500,
      },
    )
    .toBe(204);
}

describe('what the bank refuses', () => {
  it('with a code of its own: 400 fundsApi.traderError, nothing booked', async () => {
    const depot = await execute(() =>
      world.bank.fault('orders.place', 'orderRefused', {
        traderCode: 'HANDEL_ENDE',
        traderMessage: 'Handelsschluss',
        retryable: false,
      }),
    );
    expect([depot.answer.statusCode, codeOf(depot.answer), paramsOf(depot.answer)]).toEqual([
      400,
      'fundsApi.traderError',
      {
        bankName: 'Quaderbank Depotservice',
        traderCode: 'HANDEL_ENDE',
        traderMessage: 'Handelsschluss',
        retryable: false,
      },
    ]);
    expect(await known(depot)).toEqual({ state: 'refused', plan: 'rejected', booked: 0 });
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(404);
  });

  it('for now: the plan can be signed and sent again under another id', async () => {
    const depot = await execute(() =>
      world.bank.fault('orders.place', 'orderRefused', {
        traderCode: 'PAUSE',
        traderMessage: 'Wartung',
        retryable: true,
      }),
    );
    expect(paramsOf(depot.answer)).toMatchObject({ retryable: true });
    expect(await known(depot)).toEqual({ state: 'refused', plan: 'checked', booked: 0 });
    const body = await world.signed(adviser, depot.depotId);
    expect((await world.step(adviser, depot.depotId, body)).statusCode).toBe(204);
    const orders = await world.orders(depot.contractId);
    expect(orders.map((order) => order.state)).toEqual(['refused', 'confirmed']);
    expect(new Set(orders.map((order) => order.clientOrderId)).size).toBe(2);
  });

  it('as a rejected order in its books', async () => {
    const depot = await execute(() =>
      world.bank.fault('orders.place', 'orderRejected', { traderCode: 'KURS', traderMessage: 'Kein Kurs' }),
    );
    expect([codeOf(depot.answer), paramsOf(depot.answer)]).toEqual([
      'fundsApi.traderError',
      {
        bankName: 'Quaderbank Depotservice',
        traderCode: 'KURS',
        traderMessage: 'Kein Kurs',
        retryable: false,
      },
    ]);
    expect(await known(depot)).toMatchObject({ state: 'refused', plan: 'rejected' });
  });

  it.each(['signings.create', 'orders.place'])(
    'without confirmation of the contract at %s',
    async (endpoint) => {
      const depot = await world.depot();
      const body = endpoint === 'orders.place' ? await world.signed(adviser, depot.depotId) : {};
      await world.bank.fault(endpoint, 'missingConfirmation');
      const answer = await world.step(adviser, depot.depotId, body);
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'fundsApi.missingContractConfirmation']);
      expect(['checked', 'waitingForSecondFactor']).toContain(await world.planState(depot.planId));
      expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
    },
  );

  it('in part: partlyConfirmed with the result of each order', async () => {
    const depot = await execute(() => world.bank.fault('orders.place', 'orderPartial', { fraction: 0.5 }));
    expect(depot.answer.statusCode).toBe(204);
    expect(await known(depot)).toMatchObject({ state: 'partlyConfirmed', plan: 'partlyConfirmed' });
    const shown = await world.call(adviser, 'GET', `/contracts/${depot.contractId}/trader-depot`);
    expect(shown.json()).toMatchObject({
      executions: [
        {
          state: 'partlyConfirmed',
          results: [{ state: 'partlyExecuted', executedQuantity: 5 }, { state: 'partlyExecuted' }],
        },
      ],
    });
  });

  it('before anything was sent: 504 without an order', async () => {
    const depot = await world.depot();
    await world.bank.fault('signings.create', 'reset');
    const answer = await world.step(adviser, depot.depotId);
    expect([answer.statusCode, paramsOf(answer)]).toEqual([
      504,
      { bankName: 'Quaderbank Depotservice', orderState: null },
    ]);
    expect(await world.orders(depot.contractId)).toEqual([]);
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
  });

  it('a code whose confirmation got lost counts when it was right, and costs no try when it never arrived', async () => {
    const depot = await execute(() => world.bank.fault('signings.confirm', 'lostAnswer'));
    expect(depot.answer.statusCode).toBe(204);
    const other = await world.depot();
    const body = await world.signed(adviser, other.depotId);
    await world.bank.fault('signings.confirm', 'reset');
    expect((await world.step(adviser, other.depotId, body)).statusCode).toBe(504);
    const wrong = await world.step(adviser, other.depotId, {
      ...body,
      token: body.token === '000000' ? '111111' : '000000',
    });
    expect(paramsOf(wrong)).toEqual({ attemptsLeft: 4 });
    expect((await world.step(adviser, other.depotId, body)).statusCode).toBe(204);
  });
});

describe('the books of the bank', () => {
  it('correct what was believed refused', async () => {
    const depot = await execute();
    const [order] = await world.orders(depot.contractId);
    await db.owner.query(
      "update trader_orders set state = 'refused', settled_at = now() - interval '3 minutes' where id = $1",
      [order?.id],
    );
    await db.owner.query("update planned_optimizations set state = 'rejected' where id = $1", [depot.planId]);
    await reconcile();
    expect(await known(depot)).toEqual({ state: 'confirmed', plan: 'confirmed', booked: 2 });
    expect(await world.orders(depot.contractId)).toMatchObject([{ differs: true }]);
  });

  it('an order they do not know is marked, never sent again', async () => {
    const depot = await execute();
    await db.owner.query(
      "update trader_orders set client_order_id = gen_random_uuid(), settled_at = now() - interval '3 minutes' where contract_id = $1",
      [depot.contractId],
    );
    await reconcile();
    expect(await world.orders(depot.contractId)).toMatchObject([{ state: 'confirmed', differs: true }]);
    expect(await known(depot)).toMatchObject({ booked: 0 });
  });

  it('a bank that hangs does not delay the orders of another', async () => {
    const [slow, quick] = [await world.depot(), await world.depot(talgrund)];
    const body = await world.signed(adviser, slow.depotId);
    await world.bank.fault('orders.place', 'lostAnswer', { bankId: quader.bankId });
    await world.bank.fault('orders.read', 'reset', { bankId: quader.bankId });
    await world.step(adviser, slow.depotId, body);
    await world.bank.fault('orders.read', 'hang', { bankId: quader.bankId, remaining: null });
    const provider = { tokenProviderType: 'bankDecoupled', tokenProviderId: 'decoupled' };
    await world.step(adviser, quick.depotId);
    await world.step(adviser, quick.depotId, provider);
    await world.bank.decide('approve');
    expect((await world.step(adviser, quick.depotId, provider)).statusCode).toBe(204);
    await db.owner.query(
      "update trader_orders set next_check_at = now() where state in ('prepared', 'sent', 'unknown')",
    );
    const reconciliation = startReconciliation(world.services);
    await expect.poll(() => world.planState(quick.planId), { timeout: 8000 }).toBe('confirmed');
    expect(await known(slow)).toMatchObject({ state: 'unknown' });
    await world.bank.clearFaults();
    await reconciliation.stop();
  }, 30_000);
});
