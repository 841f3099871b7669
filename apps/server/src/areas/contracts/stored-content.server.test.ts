import { expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { tenantA } from '../../../test/contract-world.ts';
import type { ContractForm } from './contract-form.view.ts';

const { test, world, server, admin, tariff: tariffId } = contractHouse();

it('a contract whose bank delivers shares of 95 % in all can be changed, but not these', async () => {
  const customer = await world.addCustomer(tenantA);
  await test.owner.query(
    `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt')`,
    [tenantA],
  );
  const body = {
    customerId: customer.id,
    tariffId,
    externalKey: 'V-95',
    externalConsumerKey: null,
    startDate: '2020-01-01',
    endDate: null,
    useETF: false,
    beneficiary: null,
    riskClassId: null,
    valuationDate: null,
    nonFundsValue: null,
    holdings: [],
    planValidFrom: '2026-01-01',
    contribution: 100,
    contributionInterval: 1,
    dynamicPercent: null,
    planEntries: [{ fundId: 1, fraction: 1 }],
  };
  const created = await server.call(admin, 'POST', '/contracts', {
    body,
    headers: { 'idempotency-key': 'shares-of-95-percent' },
  });
  expect([created.status, created.text]).toEqual([200, created.text]);
  const { id } = created.body as ContractForm;
  await test.owner.query(
    `update savings_plan_entries set fraction = 0.95 where savings_plan_id in
       (select id from savings_plans where contract_id = $1)`,
    [id],
  );
  await test.owner.query('update contracts set is_linked = true where id = $1', [id]);
  const change = async (changed: object) => {
    const { rowVersion } = (await server.get(admin, `/contracts/${id}/form`)).body as ContractForm;
    return server.call(admin, 'PATCH', `/contracts/${id}`, {
      body: changed,
      headers: { 'if-match': `"${rowVersion}"` },
    });
  };
  expect((await change({ endDate: '2050-01-01' })).body).toMatchObject({ endDate: '2050-01-01' });
  expect((await change({ contribution: 120 })).body).toMatchObject({
    validation: [{ path: 'planEntries', code: 'sharesNotWhole' }],
  });
});
