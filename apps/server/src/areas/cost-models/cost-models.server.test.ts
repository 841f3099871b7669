import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { MasterDataWorld } from '../../../test/master-data-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => MasterDataWorld.start(db));
let tariffId: string;
beforeAll(async () => {
  tariffId = await world.contracts.addTariff(tenantA, 'Police', 1);
});

const row = z.looseObject({
  id: z.int(),
  rowVersion: z.int(),
  state: z.string(),
  contractCount: z.nullable(z.int()),
});
const model = (name: string, validFrom: string, validTo: string | null, more: object = {}) => ({
  costModelName: name,
  insurerId: 1,
  tariffId,
  entryFee: 0.025,
  contractFeeMonthly: 2.5,
  contractFeePercent: 0.004,
  fundSwitchFee: 15,
  freeSwitchesPerYear: 4,
  rebate: 0,
  validFrom,
  validTo,
  ...more,
});

it('are in force one at a time for a tariff, even when two people add one at once', async () => {
  expect((await world.post('/cost-models', model('2024', '2024-01-01', '2024-12-31'))).status).toBe(201);
  const clash = await world.post('/cost-models', model('Auch 2024', '2024-12-31', null));
  expect([clash.status, clash.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'costModels.overlap',
      params: { name: '2024' },
      validation: [{ path: 'validFrom', code: 'overlap', params: { name: '2024' } }],
    }),
  ]);
  const attempts = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      world.post('/cost-models', model(`Ab 2025 ${index}`, '2025-01-01', null)),
    ),
  );
  expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  // Without a tariff, several may be in force; and a model does not clash with itself.
  expect(
    (await world.post('/cost-models', model('Allgemein', '2025-06-01', null, { tariffId: null }))).status,
  ).toBe(201);
  const own = row.parse(attempts.find(({ status }) => status === 201)?.body);
  expect(
    (await world.put(`/cost-models/${own.id}`, model('Ab 2025', '2025-02-01', null), own.rowVersion)).status,
  ).toBe(200);
});

it('belong to the insurer of their tariff', async () => {
  const answer = await world.post(
    '/cost-models',
    model('Fremd', '2020-01-01', '2020-12-31', { insurerId: 2 }),
  );
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({ validation: [{ path: 'insurerId', code: 'insurerOfTariff' }] }),
  ]);
});

it('tell where they stand today and filter by it', async () => {
  const past = row.parse((await world.post('/cost-models', model('Alt', '2001-01-01', '2001-12-31'))).body);
  const future = row.parse(
    (await world.post('/cost-models', model('Neu', '2040-01-01', null, { tariffId: null }))).body,
  );
  expect([past.state, future.state]).toEqual(['past', 'future']);
  for (const [state, name] of [
    ['past', 'Alt'],
    ['future', 'Neu'],
  ]) {
    const list = z.array(z.looseObject({ costModelName: z.string(), state: z.string() }));
    const rows = list.parse((await world.get(`/cost-models?state=${state}`)).body);
    expect(rows.map(({ costModelName }) => costModelName)).toContain(name);
    expect(new Set(rows.map((each) => each.state))).toEqual(new Set([state]));
  }
  const byTariff = await world.get(`/cost-models?tariffId=${tariffId}&insurerId=1`);
  expect(Number(byTariff.headers['x-total-count'])).toBeGreaterThan(1);
  expect((await world.get('/cost-models?insurerId=2')).body).toEqual([]);
  expect((await world.get('/cost-models/tariffs')).body).toEqual([
    { id: tariffId, name: 'Police', insurerId: 1, isInactive: false },
  ]);
});

it('that contracts follow stay, and their number is for those who may edit', async () => {
  const created = row.parse(
    (await world.post('/cost-models', model('Genutzt', '1999-01-01', '1999-12-31'))).body,
  );
  const customer = await world.contracts.addCustomer(tenantA);
  await world.contracts.addContract(tenantA, customer.id, tariffId, { cost_model_id: created.id });
  const one = `/cost-models/${created.id}`;
  expect(row.parse((await world.get(one)).body).contractCount).toBe(1);
  const reader = await world.callerWith('costModels.view');
  expect(row.parse((await world.get(one, reader)).body).contractCount).toBeNull();
  const removed = await world.remove(one, created.rowVersion);
  expect([removed.status, removed.body]).toEqual([
    409,
    expect.objectContaining({ code: 'masterData.inUse' }),
  ]);
});
