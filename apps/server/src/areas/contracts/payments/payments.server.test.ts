import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { getContractPerformance } from '@depotwerk/api/contracts/contract-performance';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { south, type TestCustomer, tenantA } from '../../../../test/contract-world.ts';
import { analysisRoutes } from '../../analysis/routes.ts';
import type { PaymentsForm } from './payments.view.ts';

// The tariffs of this house aim at nothing.
const { test, world, server, admin, tariff } = contractHouse((services) =>
  analysisRoutes(
    services,
    () => Promise.resolve(null),
    () => {},
  ),
);
let customer: TestCustomer;

beforeAll(async () => {
  customer = await world.addCustomer(tenantA);
  await test.owner.query(
    "insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt')",
    [tenantA],
  );
});

const draft = (externalKey: string, valuationDate: string, price: number) => ({
  customerId: customer.id,
  tariffId: tariff,
  externalKey,
  externalConsumerKey: null,
  startDate: '2024-01-02',
  endDate: null,
  useETF: true,
  beneficiary: '',
  riskClassId: null,
  valuationDate,
  nonFundsValue: 0,
  holdings: [{ fundId: 1, quantity: 10, price, costValue: null }],
  planValidFrom: null,
  contribution: null,
  contributionInterval: 12,
  dynamicPercent: null,
  planEntries: [],
});

/** A contract by hand, worth 1,000 euros at the end of January 2025 and 1,200 a year later. */
async function contract(): Promise<string> {
  const key = `P-${randomUUID().slice(0, 8)}`;
  const created = await server.call(admin, 'POST', '/contracts', {
    body: draft(key, '2025-01-30', 100),
    headers: { 'idempotency-key': randomUUID() },
  });
  expect([created.status, created.text]).toEqual([200, created.text]);
  const { id, rowVersion } = created.body as { id: string; rowVersion: number };
  const { customerId: _customer, ...later } = draft(key, '2026-01-30', 120);
  const valued = await server.call(admin, 'PUT', `/contracts/${id}`, {
    body: later,
    headers: { 'if-match': `"${rowVersion}"` },
  });
  expect([valued.status, valued.text]).toEqual([200, valued.text]);
  return id;
}
const read = async (id: string) =>
  (await server.get(admin, `/contracts/${id}/payments`)).body as PaymentsForm;
const line = (change: object = {}) => ({
  id: null,
  kind: 'stated',
  day: '2025-01-30',
  amount: 900,
  ...change,
});
const put = (token: string, id: string, payments: unknown[], version: number) =>
  server.call(token, 'PUT', `/contracts/${id}/payments`, {
    body: { payments },
    headers: { 'if-match': `"${version}"` },
  });
const performance = async (id: string) =>
  (await server.get(admin, `/contracts/${id}/performance?period=5y`)).body as CallAnswer<
    typeof getContractPerformance
  >;
const paidOf = async (id: string) => {
  const { body } = await server.get(admin, `/contracts/${id}`);
  const { contract: head, currentPortfolio } = body as {
    contract: { contributionsValue: number | null };
    currentPortfolio: { contributionsValue: number | null };
  };
  expect(currentPortfolio.contributionsValue).toBe(head.contributionsValue);
  return head.contributionsValue;
};

describe('payments into a contract', () => {
  it('are unknown until somebody states them, and then are no part of the gain', async () => {
    const id = await contract();
    expect(await paidOf(id)).toBeNull();
    expect(await performance(id)).toMatchObject({
      performance: { paid: null, gain: 200 },
      comparison: { reason: 'payments' },
    });
    const empty = await read(id);
    expect(empty).toMatchObject({ contractId: id, startDate: '2024-01-02', payments: [] });
    const answer = await put(
      admin,
      id,
      [
        line(),
        line({ kind: 'paidIn', day: '2025-06-01', amount: 150.5 }),
        line({ kind: 'paidOut', day: '2025-07-01', amount: 0.5 }),
      ],
      empty.rowVersion,
    );
    expect(answer.status).toBe(200);
    expect((answer.body as PaymentsForm).payments).toMatchObject([
      { kind: 'stated', day: '2025-01-30', amount: 900, source: 'hand' },
      { kind: 'paidIn', amount: 150.5 },
      { kind: 'paidOut', amount: 0.5 },
    ]);
    expect(await paidOf(id)).toBe(1050);
    expect(await performance(id)).toMatchObject({
      performance: { paid: 150, gain: 50, from: '2025-01-30', to: '2026-01-30' },
      comparison: { reason: 'target' },
    });
    const { body: chart } = await server.get(admin, `/contracts/${id}/overview-chart?period=max`);
    expect((chart as { chartData: object }).chartData).toMatchObject({
      contributions: [
        { x: '2025-01-30', y: 900 },
        { x: '2026-01-30', y: 1050 },
      ],
    });
    const { rows } = await test.owner.query(
      `select details from audit_entries where object_id = $1 and action = 'contracts.edit' order by id desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ details: { fields: 'payments' } }]);
    // The list finds those nobody has said anything of.
    const found = async (isUnknown: boolean) =>
      (
        (await server.get(admin, `/contracts?withUnknownPayments=${isUnknown}&pageSize=200`)).body as {
          id: string;
        }[]
      ).some((each) => each.id === id);
    expect([await found(true), await found(false)]).toEqual([false, true]);
    // Taken away again nobody knows anything.
    const { rowVersion } = answer.body as PaymentsForm;
    expect((await put(admin, id, [], rowVersion + 1)).status).toBe(412);
    expect((await put(admin, id, [], (await read(id)).rowVersion)).status).toBe(200);
    expect([await paidOf(id), (await performance(id)).performance?.paid]).toEqual([null, null]);
    expect([await found(true), await found(false)]).toEqual([true, false]);
  });

  it('of exactly 0 are known', async () => {
    const id = await contract();
    await put(admin, id, [line({ amount: 0 })], (await read(id)).rowVersion);
    expect([await paidOf(id), (await performance(id)).performance?.paid]).toEqual([0, 0]);
  });

  it('are carried on by a later valuation, and say nothing of the time before they are stated', async () => {
    const id = await contract();
    await put(admin, id, [line({ day: '2025-12-31', amount: 1100 })], (await read(id)).rowVersion);
    expect(await paidOf(id)).toBe(1100);
    // One figure does not tell what was paid since the valuation before it.
    expect(await performance(id)).toMatchObject({
      performance: { paid: null },
      comparison: { reason: 'payments' },
    });
    await test.owner.query(
      `with gone as (update portfolios set is_current = false where contract_id = $2)
       insert into portfolios (tenant_id, contract_id, valuation_date, total_value, cash_value) values ($1, $2, '2026-01-31', 1300, 1300)`,
      [tenantA, id],
    );
    expect(await performance(id)).toMatchObject({
      performance: { paid: 0, gain: 100, from: '2026-01-30', to: '2026-01-31' },
    });
  });

  it('that valuations carried already become lines of the form, and keep their source', async () => {
    const id = await contract();
    await test.owner.query(
      `update portfolios set paid_in = case when is_current then 1000 else 800 end where contract_id = $1`,
      [id],
    );
    const form = await read(id);
    expect(form.payments).toMatchObject([
      { kind: 'stated', day: '2025-01-30', amount: 800, source: 'carried' },
      { kind: 'stated', day: '2026-01-30', amount: 1000, source: 'carried' },
    ]);
    const lines = form.payments.map(({ source: _source, ...rest }) => rest);
    // Nothing changed: nothing is stored.
    const same = (await put(admin, id, lines, form.rowVersion)).body as PaymentsForm;
    expect(same.rowVersion).toBe(form.rowVersion);
    const changed = await put(admin, id, [lines[0], { ...lines[1], amount: 1010 }], form.rowVersion);
    expect((changed.body as PaymentsForm).payments).toMatchObject([
      { amount: 800, source: 'carried' },
      { amount: 1010, source: 'hand' },
    ]);
    expect(await performance(id)).toMatchObject({ performance: { paid: 210, gain: -10 } });
  });

  it('are stored at the largest of everything that is let through', async () => {
    const id = await contract();
    const most = Array.from({ length: 899 }, () =>
      line({ kind: 'paidIn', day: '2025-02-01', amount: 9_999_999_999 }),
    );
    const stated = line({ amount: 9_999_999_999 });
    const { rowVersion } = await read(id);
    expect((await put(admin, id, [stated, ...most, line({ kind: 'paidIn' })], rowVersion)).status).toBe(400);
    expect((await put(admin, id, [stated, ...most], rowVersion)).status).toBe(200);
    expect(await paidOf(id)).toBe(900 * 9_999_999_999);
  });

  it('are refused where the contract changed, a line is wrong, or the contract is foreign', async () => {
    const id = await contract();
    const { rowVersion } = await read(id);
    const stale = await put(admin, id, [line()], rowVersion + 1);
    expect([stale.status, (stale.body as { code: string }).code]).toEqual([412, 'common.versionConflict']);
    for (const [change, code] of [
      [{ day: null }, 'paymentDay'],
      [{ day: '2999-01-01' }, 'paymentDay'],
      [{ amount: null }, 'paymentStated'],
      [{ amount: 1e10 }, 'paymentStated'],
      [{ kind: 'paidIn', amount: 0 }, 'paymentAmount'],
      [{ kind: 'paidOut', amount: -1 }, 'paymentAmount'],
      [{}, 'paymentStatedTwice'],
    ] as const) {
      const refused = await put(admin, id, [line(), line(change)], rowVersion);
      const { validation } = refused.body as { validation: { path: string; code: string; params: object }[] };
      expect([refused.status, validation]).toEqual([400, [{ path: 'payments', code, params: { line: 2 } }]]);
    }
    expect((await put(admin, id, [line({ kind: 'paidIn' })], rowVersion)).body).toMatchObject({
      validation: [{ path: 'payments', code: 'paymentStatedMissing' }],
    });
    const stored = (await put(admin, id, [line(), line({ kind: 'paidIn' })], rowVersion))
      .body as PaymentsForm;
    const lines = stored.payments.map(({ source: _source, ...rest }) => rest);
    const twice = await put(admin, id, [...lines, lines[1]], stored.rowVersion);
    expect([twice.status, twice.body]).toMatchObject([
      400,
      { validation: [{ path: 'payments', code: 'paymentTwice', params: { line: 3 } }] },
    ]);
    expect((await read(id)).payments).toHaveLength(2);
    expect((await put(admin, id, [], stored.rowVersion)).status).toBe(200);
    expect((await put(admin, id, [line({ kind: 'gift' })], rowVersion)).status).toBe(400);
    expect((await put(admin, randomUUID(), [line()], rowVersion)).status).toBe(404);
    expect((await server.get(admin, `/contracts/${randomUUID()}/payments`)).status).toBe(404);
    expect((await read(id)).payments).toEqual([]);
  });

  it('are changed by who may edit the contract in its group only', async () => {
    const id = await contract();
    const { rowVersion } = await read(id);
    const looks = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.get(looks, `/contracts/${id}/payments`)).status).toBe(200);
    expect((await put(looks, id, [line()], rowVersion)).status).toBe(403);
    const elsewhere = await server.caller({
      memberships: [{ groupId: south, groupRights: ['groupContracts.view', 'groupContracts.edit'] }],
    });
    expect((await put(elsewhere, id, [line()], rowVersion)).status).toBe(404);
  });
});
