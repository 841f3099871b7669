import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { bareContract } from '../../../test/contract-draft.ts';
import { contractHouse } from '../../../test/contract-house.ts';
import { tenantA } from '../../../test/contract-world.ts';
import type { ContractForm } from './contract-form.view.ts';

const { test, world, server, admin, tariff: tariffId } = contractHouse();

const body = {
  ...bareContract(tariffId, 'V-95'),
  planValidFrom: '2026-01-01',
  contribution: 100,
  contributionInterval: 1,
  planEntries: [{ fundId: 1, fraction: 1 }],
};
let customerId = '';
beforeAll(async () => {
  customerId = (await world.addCustomer(tenantA)).id;
  await test.owner.query(
    `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt')`,
    [tenantA],
  );
});
const create = (more: object) =>
  server.call(admin, 'POST', '/contracts', {
    body: { ...body, customerId, ...more },
    headers: { 'idempotency-key': randomUUID() },
  });
const formOf = async (id: string) => (await server.get(admin, `/contracts/${id}/form`)).body as ContractForm;
const change = async (id: string, changed: object) => {
  const { rowVersion } = await formOf(id);
  return server.call(admin, 'PATCH', `/contracts/${id}`, {
    body: changed,
    headers: { 'if-match': `"${rowVersion}"` },
  });
};

it('a contract whose bank delivers shares of 95 % in all can be changed, but not these', async () => {
  const created = await create({});
  expect([created.status, created.text]).toEqual([200, created.text]);
  const { id } = created.body as ContractForm;
  await test.owner.query(
    `update savings_plan_entries set fraction = 0.95 where savings_plan_id in
       (select id from savings_plans where contract_id = $1)`,
    [id],
  );
  await test.owner.query('update contracts set is_linked = true where id = $1', [id]);
  expect((await change(id, { endDate: '2050-01-01' })).body).toMatchObject({ endDate: '2050-01-01' });
  expect((await change(id, { contribution: 120 })).body).toMatchObject({
    validation: [{ path: 'planEntries', code: 'sharesNotWhole' }],
  });
});

it('a contract chooses its guaranteed level where its tariff leaves it the choice, and keeps what it has', async () => {
  const refused = { validation: [{ path: 'guaranteedLevel', code: 'levelOfTariff' }] };
  expect((await create({ externalKey: 'V-1', guaranteedLevel: 0.9 })).body).toMatchObject(refused);
  const isChosen = (isOn: boolean) =>
    test.owner.query(
      `update tariffs set is_guaranteed_level_customizable = $2, guaranteed_interest = 0.01, guarantee_type_id = 1 where id = $1`,
      [tariffId, isOn],
    );
  await isChosen(true);
  const choices = await server.get(admin, '/contracts/choices');
  const guarantee = { level: null, interest: 0.01, isLevelChosen: true };
  expect(choices.body).toMatchObject({ tariffs: [{ id: tariffId, guarantee }] });
  const created = await create({ externalKey: 'V-2', guaranteedLevel: 0.90005 });
  expect(created.body).toMatchObject({ guaranteedLevel: 0.90005 });
  const { id } = created.body as ContractForm;
  const levelOf = async () =>
    ((await server.get(admin, `/contracts/${id}`)).body as { guarantee: { level: number | null } }).guarantee
      .level;
  expect(await levelOf()).toBe(0.90005);
  expect((await change(id, { guaranteedLevel: 1.01 })).body).toMatchObject({
    validation: [{ path: 'guaranteedLevel', code: 'tooLargePercent' }],
  });
  expect((await change(id, { guaranteedLevel: 0.8 })).status).toBe(200);
  // Under a tariff that promises nothing nothing of it is shown, on paper either.
  const shown = async () =>
    ((await server.get(admin, `/contracts/${id}/info`)).body as { guaranteedLevel: number | null })
      .guaranteedLevel;
  expect(await shown()).toBe(0.8);
  const fundOnly = await world.addTariff(tenantA, 'Ohne Garantie', 1);
  await test.owner.query(
    `with made as (
       insert into components (tenant_id, kind, name, key)
         select $1, k, k, k from unnest('{risk,universe,selection,allocation}'::text[]) k returning id, kind),
     one as (select (select id from made where kind = 'risk') risk, (select id from made where kind = 'universe') universe,
         (select id from made where kind = 'selection') selection, (select id from made where kind = 'allocation') allocation),
     r as (insert into risk_components (tenant_id, component_id, risk_type_id, risk_items_number) select $1, risk, 1, 5 from one),
     u as (insert into universe_components (tenant_id, component_id, is_manual) select $1, universe, true from one),
     s as (insert into selection_components (tenant_id, component_id, universe_component_id, is_manual, ranking_type_id, fund_shortlist_size)
       select $1, selection, universe, false, 1, 1 from one),
     a as (insert into allocation_components (tenant_id, component_id, risk_component_id, is_manual, allocation_type_id)
       select $1, allocation, risk, false, 1 from one)
     update tariffs t set tariff_type_id = 2, component_risk_id = risk, component_universe_id = universe,
       component_selection_id = selection, component_allocation_id = allocation from one where t.id = $2`,
    [tenantA, fundOnly],
  );
  expect((await change(id, { tariffId: fundOnly })).status).toBe(200);
  expect(await shown()).toBeNull();
  expect((await change(id, { tariffId })).status).toBe(200);
  expect(await shown()).toBe(0.8);
  await isChosen(false);
  // Who does not know the member, a page of the release before, leaves the level as it is.
  const { guaranteedLevel: _level, id: _id, customerId: _customer, ...rest } = await formOf(id);
  const {
    isLinked: _linked,
    rowVersion,
    funds: _funds,
    tariffName: _name,
    followingPlan: _plan,
    ...old
  } = rest;
  const put = await server.call(admin, 'PUT', `/contracts/${id}`, {
    body: { ...old, beneficiary: 'Uwe Groß' },
    headers: { 'if-match': `"${rowVersion}"` },
  });
  expect([put.status, await levelOf()]).toEqual([200, 0.8]);
  expect((await change(id, { guaranteedLevel: 0.7 })).body).toMatchObject(refused);
  expect((await change(id, { guaranteedLevel: null })).status).toBe(200);
  expect(await levelOf()).toBeNull();
});
