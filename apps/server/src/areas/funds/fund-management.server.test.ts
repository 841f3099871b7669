import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { MasterDataWorld } from '../../../test/master-data-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => MasterDataWorld.start(db));

const detail = z.looseObject({
  fund: z.looseObject({
    id: z.int(),
    isin: z.string(),
    name: z.string(),
    ongoingFee: z.nullable(z.number()),
  }),
  rowVersion: z.int(),
});
const list = z.array(z.looseObject({ name: z.string() }));
const master = (name: string, more: object = {}) => ({
  wkn: null,
  name,
  companyName: 'Muster Invest',
  peergroupId: 1,
  categoryId: null,
  fundStatus: 'open',
  successorFundId: null,
  isETF: false,
  isSavingsPlanCapable: true,
  isGuaranteeFund: false,
  minimumInvestment: 50,
  minimumOrder: null,
  minimumSavingsAmount: 25,
  kiid: 'https://fonds.example/bib.pdf',
  factsheet: null,
  isInactive: false,
  ...more,
});
const names = async (query: string) =>
  list.parse((await world.get(`/admin/funds?${query}`)).body).map(({ name }) => name);
const newest = async () =>
  (
    await db.owner.query<{ id: string }>('select max(id) as id from advice_changes where tenant_id = $1', [
      tenantA,
    ])
  ).rows[0]?.id ?? null;

it('changes what people keep, never what the import brings', async () => {
  const before = detail.parse((await world.get('/admin/funds/1')).body);
  const seen = await newest();
  const answer = await world.put(
    '/admin/funds/1',
    master('Welt ETF', { isETF: true, wkn: 'a1b2c3' }),
    before.rowVersion,
  );
  const after = detail.parse(answer.body);
  expect([answer.status, after.fund]).toEqual([
    200,
    expect.objectContaining({
      isin: before.fund.isin,
      name: 'Welt ETF',
      wkn: 'A1B2C3',
      ongoingFee: 0.002,
      isETF: true,
    }),
  ]);
  expect(answer.headers.etag).toBe(`"${before.rowVersion + 1}"`);
  // Processes that keep the tariff side of checks in memory learn of it.
  expect(Number(await newest())).toBeGreaterThan(Number(seen));
  for (const member of ['isin', 'currency', 'ongoingFee', 'price', 'rating', 'riskIndicator', 'rowVersion']) {
    const smuggled = await world.put('/admin/funds/1', master('Welt ETF', { [member]: 1 }), after.rowVersion);
    expect([member, smuggled.status]).toEqual([member, 400]);
  }
});

it('a new price does not make an edit stale', async () => {
  const before = detail.parse((await world.get('/admin/funds/2')).body);
  await db.owner.query(
    `insert into fund_prices (tenant_id, fund_id, price_date, price) values ($1, 2, '2026-11-20', 101)`,
    [tenantA],
  );
  expect((await world.put('/admin/funds/2', master('Weltportfolio'), before.rowVersion)).status).toBe(200);
  expect((await world.put('/admin/funds/2', master('Veraltet'), before.rowVersion)).status).toBe(412);
});

it('adds a fund once for an ISIN', async () => {
  const body = master('Neuer Fonds', { isin: 'de0007164600', currency: 'EUR', wkn: '716460' });
  const created = await world.post('/admin/funds', body);
  expect([created.status, detail.parse(created.body).fund.isin]).toEqual([201, 'DE0007164600']);
  const again = await world.post('/admin/funds', { ...body, name: 'Noch einer' });
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'masterData.keyExists',
      validation: [{ path: 'isin', code: 'isinExists' }],
    }),
  ]);
  expect((await world.post('/admin/funds', body, world.foreignAdmin)).status).toBe(201);
});

it.each([
  [{ isin: 'DE0007164601' }, 'isin', 'isin'],
  [{ isin: 'LU0000000000', currency: 'euro' }, 'currency', 'currency'],
  [{ currency: 'USX' }, 'currency', 'currency'],
  [{ wkn: '12345' }, 'wkn', 'wkn'],
  [{ name: '' }, 'name', 'required'],
  [{ minimumInvestment: -1 }, 'minimumInvestment', 'tooSmallMoney'],
  [{ kiid: 'javascript:alert(1)' }, 'kiid', 'webAddress'],
  [{ fundStatus: 'merged' }, 'successorFundId', 'successorMissing'],
  [{ fundStatus: 'merged', successorFundId: 99_999 }, 'successorFundId', 'unknownReference'],
  [{ peergroupId: 99_999 }, 'peergroupId', 'unknownReference'],
  [{ categoryId: 99_999 }, 'categoryId', 'unknownReference'],
])('refuses a fund with %o', async (change, path, code) => {
  const answer = await world.post(
    '/admin/funds',
    master('Kaputt', { isin: 'IE00B3XXRP09', currency: 'EUR', ...change }),
  );
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({
      validation: expect.arrayContaining([expect.objectContaining({ path, code })]),
    }),
  ]);
});

it('lets no chain of successors end in itself', async () => {
  const version = async (id: number) => detail.parse((await world.get(`/admin/funds/${id}`)).body).rowVersion;
  const merge = async (id: number, successorFundId: number) =>
    world.put(
      `/admin/funds/${id}`,
      master(`Fonds ${id}`, { fundStatus: 'merged', successorFundId }),
      await version(id),
    );
  expect((await merge(1, 2)).status).toBe(200);
  expect((await merge(2, 3)).status).toBe(200);
  const circle = await merge(3, 1);
  expect([circle.status, circle.body]).toEqual([
    400,
    expect.objectContaining({ validation: [{ path: 'successorFundId', code: 'successorIsSelf' }] }),
  ]);
  await db.owner.query(
    `update funds set fund_status = 'open', successor_fund_id = null where tenant_id = $1`,
    [tenantA],
  );
});

it('filters', async () => {
  expect(await names('search=green')).toEqual(['Green Bond']);
  expect(await names('search=IE00BYZK4669')).toHaveLength(1);
  expect(await names('withoutPeergroup=true')).toEqual(['Green Bond']);
  expect(await names('riskIndicator=5')).toEqual(['Fonds 2']);
  expect(await names('feeTo=0.005')).toEqual(['Fonds 1']);
  expect(await names('search=zzzzzz')).toEqual([]);
  expect(
    await names('categoryId=1&peergroupId=1&isSavingsPlanCapable=true&isInactive=false&fundStatus=open'),
  ).toHaveLength(3);
  expect(await names('sort=-ongoingFee&pageSize=1')).toEqual(['Fonds 2']);
  expect((await world.get('/admin/funds?feeTo=5')).status).toBe(400);
});

it('tells where a fund is used, and how often only to those who may edit', async () => {
  const tariffId = await world.contracts.addTariff(tenantA, 'Hybrid', 1);
  await db.owner.query(
    'update tariffs set tariff_type_id = 8, guarantee_security_id = 1 where tenant_id = $1 and id = $2',
    [tenantA, tariffId],
  );
  const customer = await world.contracts.addCustomer(tenantA);
  const contractId = await world.contracts.addContract(tenantA, customer.id, tariffId);
  await db.owner.query(
    `with p as (insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value)
       values ($1, $2, '2026-11-20', true, 100, 100) returning id)
     insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction)
     select $1, id, 1, 1, 100, '2026-11-20', 100, 1 from p`,
    [tenantA, contractId],
  );
  // One that has ended, one that pays until the next begins: the contract counts once.
  await db.owner.query(
    `with s as (insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
       values ($1, $2, '2020-01-01', '2020-12-31', 50, 1), ($1, $2, '2021-01-01', '2090-06-30', 100, 1),
         ($1, $3, '2020-01-01', '2020-12-31', 50, 1) returning id)
     insert into savings_plan_entries (tenant_id, savings_plan_id, fund_id, fraction, amount) select $1, id, 1, 1, 100 from s`,
    [tenantA, contractId, await world.contracts.addContract(tenantA, customer.id, tariffId)],
  );
  const usage = await world.get('/admin/funds/1/usage');
  expect(usage.body).toEqual({
    tariffs: [{ id: tariffId, name: 'Hybrid', isInactive: false, uses: ['guarantee'] }],
    contractCount: 1,
    savingsPlanCount: 1,
    countLimit: 100_000,
  });
  const reader = await world.callerWith('funds.view');
  expect((await world.get('/admin/funds/1/usage', reader)).status).toBe(403);
  const manager = await world.callerWith('tariffs.view');
  expect((await world.get('/admin/funds/1/usage', manager)).body).toMatchObject({
    contractCount: null,
    savingsPlanCount: null,
  });
  expect((await world.get('/admin/funds/1/usage', world.foreignAdmin)).body).toMatchObject({
    tariffs: [],
    contractCount: 0,
  });
  expect((await world.get('/admin/funds/99999/usage')).status).toBe(404);
});

it('keeps rights and tenants apart', async () => {
  const reader = await world.callerWith('funds.view');
  const stranger = await world.callerWith('insurers.edit');
  expect((await world.get('/admin/funds/1', reader)).status).toBe(200);
  expect((await world.get('/funds/lookups', reader)).body).toMatchObject({
    categories: [{ id: 1 }, { id: 2 }],
    ratingTypes: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
  });
  for (const token of [reader, stranger]) {
    expect((await world.put('/admin/funds/1', master('X'), 1, token)).status).toBe(403);
    expect((await world.post('/admin/funds', master('X'), token)).status).toBe(403);
  }
  expect((await world.get('/admin/funds', stranger)).status).toBe(403);
  const created = detail.parse(
    (await world.post('/admin/funds', master('Eigener', { isin: 'IE00B3XXRP09', currency: 'EUR' }))).body,
  );
  const one = `/admin/funds/${created.fund.id}`;
  expect((await world.get(one, world.foreignAdmin)).status).toBe(404);
  expect((await world.put(one, master('X'), created.rowVersion, world.foreignAdmin)).status).toBe(404);
});

it('takes another currency where it was entered wrong, converts nothing, and refuses it where contracts are valued with it', async () => {
  const entered = master('Falsche Währung', { isin: 'LU0274208692', currency: 'USD' });
  const { id } = detail.parse((await world.post('/admin/funds', entered)).body).fund;
  await db.owner.query(
    `insert into fund_prices (tenant_id, fund_id, price_date, price) values ($1, $2, '2026-11-20', 101)`,
    [tenantA, id],
  );
  const put = async (change: object) => {
    const { rowVersion } = detail.parse((await world.get(`/admin/funds/${id}`)).body);
    return world.put(`/admin/funds/${id}`, master('Falsche Währung', change), rowVersion);
  };
  const misspelt = await put({ currency: 'euro' });
  expect(misspelt.body).toMatchObject({ validation: [{ path: 'currency', code: 'currency' }] });
  // The release before does not know the member.
  expect((await put({})).body).toMatchObject({ fund: { currency: 'USD' } });
  expect((await put({ currency: 'EUR' })).body).toMatchObject({ fund: { currency: 'EUR' } });
  const { rows: prices } = await db.owner.query(
    'select price::float8 as price from fund_prices where tenant_id = $1 and fund_id = $2',
    [tenantA, id],
  );
  expect(prices).toEqual([{ price: 101 }]);
  const { rows: logged } = await db.owner.query(
    `select details->>'fields' as fields from audit_entries where object_id = $1 and action = 'funds.edit' order by id desc limit 1`,
    [String(id)],
  );
  expect(logged).toEqual([{ fields: 'currency' }]);
  const customer = await world.contracts.addCustomer(tenantA);
  const tariffId = await world.contracts.addTariff(tenantA, 'Währungen', 1);
  const contractId = await world.contracts.addContract(tenantA, customer.id, tariffId);
  await db.owner.query(
    `with p as (insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value)
       values ($1, $2, '2026-11-20', true, 101, 101) returning id)
     insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction, sort_order)
     select $1, id, $3, 1, 101, '2026-11-20', 101, 1, 0 from p`,
    [tenantA, contractId, id],
  );
  const refused = await put({ currency: 'USD' });
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.objectContaining({ validation: [{ path: 'currency', code: 'currencyInUse' }] }),
  ]);
  expect((await put({ currency: 'EUR' })).status).toBe(200);
  await db.owner.query('delete from portfolio_entries where tenant_id = $1 and fund_id = $2', [tenantA, id]);
  // One that pays until the next begins saves into the fund; one that has ended does not any more.
  await db.owner.query(
    `with s as (insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
       values ($1, $2, '2021-01-01', '2090-06-30', 100, 1) returning id)
     insert into savings_plan_entries (tenant_id, savings_plan_id, fund_id, fraction, amount) select $1, id, $3, 1, 100 from s`,
    [tenantA, contractId, id],
  );
  expect((await put({ currency: 'USD' })).body).toMatchObject({ validation: [{ code: 'currencyInUse' }] });
  await db.owner.query(
    `update savings_plans set valid_to = '2021-12-31' where tenant_id = $1 and contract_id = $2`,
    [tenantA, contractId],
  );
  expect((await put({ currency: 'USD' })).status).toBe(200);
});
