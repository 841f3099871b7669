import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { listFundMovements } from '@depotwerk/api/contracts/fund-movements';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { south, type TestCustomer, tenantA, tenantB } from '../../../../test/contract-world.ts';
import type { MovementsForm } from './fund-movements.view.ts';

const { test, world, server, admin, tariff } = contractHouse();
let customer: TestCustomer;

beforeAll(async () => {
  customer = await world.addCustomer(tenantA);
  await test.owner.query(
    `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt'), ($1, 2, 'LU0274208692', 'Swap'),
       ($2, 3, 'IE00B4L5Y983', 'Fremd')`,
    [tenantA, tenantB],
  );
});

async function contract(): Promise<string> {
  const answer = await server.call(admin, 'POST', '/contracts', {
    body: {
      customerId: customer.id,
      tariffId: tariff,
      externalKey: `U-${randomUUID().slice(0, 8)}`,
      externalConsumerKey: null,
      startDate: '2020-01-01',
      endDate: null,
      useETF: true,
      beneficiary: '',
      riskClassId: null,
      valuationDate: '2026-01-30',
      nonFundsValue: 0,
      holdings: [{ fundId: 1, quantity: 10.5, price: 80, costValue: 700 }],
      planValidFrom: null,
      contribution: null,
      contributionInterval: 12,
      dynamicPercent: null,
      planEntries: [],
    },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return (answer.body as { id: string }).id;
}
const read = async (id: string, fundId = 1) =>
  (await server.get(admin, `/contracts/${id}/movements/${fundId}`)).body as MovementsForm;
const movement = (change: object = {}) => ({
  id: null,
  kind: 'purchase',
  day: '2020-02-03',
  acquiredDay: null,
  quantity: 10.5,
  factor: null,
  amount: 700,
  ...change,
});
const put = (token: string, id: string, movements: unknown[], version: number, fundId = 1) =>
  server.call(token, 'PUT', `/contracts/${id}/movements/${fundId}`, {
    body: { movements },
    headers: { 'if-match': `"${version}"` },
  });

describe('purchases and sales of a contract', () => {
  it('are kept fund by fund beside the units held, and named in the log', async () => {
    const id = await contract();
    const empty = await read(id);
    expect(empty).toMatchObject({ contractId: id, held: 10.5, movements: [], isin: 'IE00B4L5Y983' });
    const stored = (
      await put(
        admin,
        id,
        [movement(), movement({ day: '2019-01-02', quantity: 1, amount: null })],
        empty.rowVersion,
      )
    ).body as MovementsForm;
    expect(stored.movements).toMatchObject([
      { day: '2019-01-02', quantity: 1, amount: null, source: 'hand' },
      { day: '2020-02-03', quantity: 10.5, amount: 700, source: 'hand' },
    ]);
    const list = await server.get(admin, `/contracts/${id}/movements`);
    expect(list.body as CallAnswer<typeof listFundMovements>).toMatchObject([
      { fundId: 1, held: 10.5, movements: [{ quantity: 1 }, { quantity: 10.5 }] },
    ]);
    const { rows } = await test.owner.query(
      `select details from audit_entries where object_id = $1 and action = 'contracts.edit' order by id desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ details: { fields: 'movements' } }]);
    // A fund that is not held but recorded is listed too.
    await put(admin, id, [movement({ kind: 'sale' })], stored.rowVersion, 2);
    const both = (await server.get(admin, `/contracts/${id}/movements`)).body as {
      name: string;
      held: number;
    }[];
    expect(both.map(({ name, held }) => [name, held])).toEqual([
      ['Swap', 0],
      ['Welt', 10.5],
    ]);
  });

  it('keep where they are known from as long as they stay the same', async () => {
    const id = await contract();
    await test.owner.query(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
       values ($1, $2, 1, 'purchase', '2018-01-02', 3, 30, 'order'), ($1, $2, 1, 'purchase', '2019-01-02', 4, 40, 'book')`,
      [tenantA, id],
    );
    const form = await read(id);
    const [order, book] = form.movements.map(({ source: _source, ...rest }) => rest);
    // Euros beside a split and a day of purchase beside a purchase are no matter of theirs.
    const changed = [
      { ...order, acquiredDay: '2017-01-02' },
      { ...book, amount: 41 },
      movement({ kind: 'split', quantity: 5, factor: 2, amount: 9 }),
    ];
    const stored = (await put(admin, id, changed, form.rowVersion)).body as MovementsForm;
    expect(
      stored.movements.map(({ source, amount, quantity, factor }) => [source, amount, quantity, factor]),
    ).toEqual([
      ['order', 30, 3, null],
      ['hand', 41, 4, null],
      ['hand', null, null, 2],
    ]);
    expect(stored.rowVersion).toBe(form.rowVersion + 1);
    // The same again changes nothing.
    const same = stored.movements.map(({ source: _source, ...rest }) => rest);
    const again = (await put(admin, id, same, stored.rowVersion)).body as MovementsForm;
    expect(again.rowVersion).toBe(stored.rowVersion);
  });

  it('belong to their order still when they are changed, so that it is not counted beside them', async () => {
    const id = await contract();
    const [plan, order] = [randomUUID(), randomUUID()];
    await test.owner.query(
      `insert into planned_optimizations (tenant_id, id, contract_id, mode, state, expires_at) values ($1, $2, $3, 'full', 'confirmed', now())`,
      [tenantA, plan, id],
    );
    await test.owner.query(
      `insert into trader_orders (tenant_id, id, contract_id, planned_optimization_id, state, settled_at)
       values ($1, $2, $3, $4, 'confirmed', now())`,
      [tenantA, order, id, plan],
    );
    await test.owner.query(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source,
         trader_order_id) values ($1, $2, 1, 'purchase', '2018-01-02', 3, 30, 'order', $3)`,
      [tenantA, id, order],
    );
    await test.owner.query(
      `update fund_movements set booked_day = '2018-01-04', booked_kind = 'purchase', booked_quantity = 3, booked_amount = 32
        where trader_order_id = $1`,
      [order],
    );
    const isByHand = async () =>
      (
        await test.owner.query<{ yes: boolean }>(
          'select are_movements_by_hand as yes from trader_orders where id = $1',
          [order],
        )
      ).rows[0]?.yes;
    const form = await read(id);
    const [bought] = form.movements.map(({ source: _source, ...rest }) => rest);
    // Another one beside it is no matter of the order.
    const beside = await put(admin, id, [bought, movement()], form.rowVersion);
    expect([beside.status, await isByHand()]).toEqual([200, false]);
    const { rowVersion, movements: both } = beside.body as MovementsForm;
    const hand = both.filter(({ source }) => source === 'hand').map(({ source: _source, ...rest }) => rest);
    const changed = await put(admin, id, [{ ...bought, amount: 31 }, ...hand], rowVersion);
    expect([changed.status, await isByHand()]).toEqual([200, true]);
    const { rows } = await test.owner.query(
      `select movement_source as source, amount::float, trader_order_id as order, booked_amount::float as booked,
          booked_quantity::float as units from fund_movements where contract_id = $1
        order by movement_day`,
      [id],
    );
    expect(rows).toEqual([
      { source: 'hand', amount: 31, order, booked: 32, units: 3 },
      { source: 'hand', amount: 700, order: null, booked: null, units: null },
    ]);
    // News of the order bring back none that was removed.
    await test.owner.query('update trader_orders set are_movements_by_hand = false where id = $1', [order]);
    // What the order took for its own is one of it as well.
    await test.owner.query(
      `update fund_movements set claimed_by_order_id = trader_order_id, trader_order_id = null where trader_order_id = $1`,
      [order],
    );
    const after = changed.body as MovementsForm;
    expect([(await put(admin, id, [], after.rowVersion)).status, await isByHand()]).toEqual([200, true]);
  });

  it('are stored at the largest of everything that is let through, and refused above it', async () => {
    const id = await contract();
    const { rowVersion } = await read(id);
    const largest = [
      movement({ kind: 'split', factor: 999_999, quantity: null, amount: null }),
      movement({ day: '2020-02-04', quantity: 999_999_999, amount: 9_999_999_999 }),
    ];
    const answer = await put(admin, id, largest, rowVersion);
    expect(answer.status).toBe(200);
    const stored = answer.body as MovementsForm;
    expect(stored.movements).toMatchObject([
      { factor: 999_999 },
      { quantity: 999_999_999, amount: 9_999_999_999 },
    ]);
    for (const change of [
      { kind: 'split', factor: 1_000_000 },
      { kind: 'split', factor: 999_999.9999999 },
      { quantity: 999_999_999.5 },
      { amount: 1e10 },
    ])
      expect((await put(admin, id, [movement(change)], stored.rowVersion)).status).toBe(400);
  });

  it('are refused where the contract changed, a line is wrong, or fund and contract are foreign', async () => {
    const id = await contract();
    const { rowVersion } = await read(id);
    const stale = await put(admin, id, [movement()], rowVersion + 1);
    expect([stale.status, (stale.body as { code: string }).code]).toEqual([412, 'common.versionConflict']);
    for (const [change, code] of [
      [{ day: null }, 'movementDay'],
      [{ day: '2999-01-01' }, 'movementDay'],
      [{ quantity: 0 }, 'movementQuantity'],
      [{ quantity: 1e12 }, 'movementQuantity'],
      [{ kind: 'split', factor: null }, 'movementFactor'],
      [{ amount: -1 }, 'movementAmount'],
      [{ kind: 'transferIn', acquiredDay: '2021-01-01' }, 'movementAcquired'],
    ] as const) {
      const refused = await put(admin, id, [movement(), movement(change)], rowVersion);
      const { validation } = refused.body as { validation: { path: string; code: string; params: object }[] };
      expect([refused.status, validation]).toEqual([400, [{ path: 'movements', code, params: { line: 2 } }]]);
    }
    expect((await put(admin, id, [movement()], rowVersion, 3)).status).toBe(404);
    expect((await put(admin, randomUUID(), [movement()], rowVersion)).status).toBe(404);
    expect((await server.get(admin, `/contracts/${id}/movements/3`)).status).toBe(404);
    expect((await server.get(admin, `/contracts/${randomUUID()}/movements`)).status).toBe(404);
    expect((await read(id)).movements).toEqual([]);
  });

  it('are changed by who may edit the contract in its group only', async () => {
    const id = await contract();
    const { rowVersion } = await read(id);
    const looks = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.get(looks, `/contracts/${id}/movements`)).status).toBe(200);
    expect((await put(looks, id, [movement()], rowVersion)).status).toBe(403);
    const elsewhere = await server.caller({
      memberships: [{ groupId: south, groupRights: ['groupContracts.view', 'groupContracts.edit'] }],
    });
    expect((await put(elsewhere, id, [movement()], rowVersion)).status).toBe(404);
  });
});
