import { beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { south, tenantA } from '../../../test/contract-world.ts';
import type { ContractListItem } from './contract-item.ts';

const { world, server } = contractHouse();
let token = '';
let customer = '';

beforeAll(async () => {
  const tariff = await world.addTariff(tenantA, 'Zukunft', 1);
  customer = (await world.addCustomer(tenantA, { groupId: south })).id;
  const valued = { valuation_date: '2026-01-02', issuer_id: 1 };
  await world.addContract(tenantA, customer, tariff, { ...valued, external_key: 'V-500', total_value: 500 });
  await world.addContract(tenantA, customer, tariff, { ...valued, external_key: 'V-0', total_value: 0 });
  for (const number of [1, 2]) {
    await world.addContract(tenantA, customer, tariff, {
      issuer_id: 1,
      external_key: `U-${number}`,
      total_value: 0,
      valuation_date: null,
    });
  }
  token = await server.caller({
    permissions: ['contracts.view', 'customers.view', 'customers.export'],
    memberships: [{ groupId: south, groupRights: ['groupContracts.view', 'groupCustomers.view'] }],
  });
});

const keys = async (query: string) =>
  ((await server.get(token, `/contracts?${query}`)).body as ContractListItem[]).map(({ externalKey }) =>
    externalKey.replace(/^U-.*/, 'U'),
  );

it('a contract that was never valued comes last in both orders of value, and is within no limits of it', async () => {
  expect(await keys('sort=totalValue')).toEqual(['V-0', 'V-500', 'U', 'U']);
  expect((await keys('sort=-totalValue'))[0]).toBe('V-500');
  expect(await keys('valueTo=100&sort=totalValue')).toEqual(['V-0']);
  expect(await keys('valueFrom=0&sort=totalValue')).toEqual(['V-0', 'V-500']);
});

it('sums say how many contracts they know nothing of', async () => {
  const sums = { totalValue: 500, unvaluedCount: 2 };
  for (const query of ['', '?isLinked=false'])
    expect((await server.get(token, `/contracts/stats${query}`)).body).toMatchObject({
      ...sums,
      byTariff: [{ count: 4, value: 500, unvaluedCount: 2 }],
      byInsurer: [{ unvaluedCount: 2 }],
      byRiskClass: [{ unvaluedCount: 2 }],
    });
  expect((await server.get(token, '/customers')).body).toMatchObject([{ ...sums, contractCount: 4 }]);
  expect((await server.get(token, `/customers/${customer}`)).body).toMatchObject({
    ...sums,
    contractCount: 4,
  });
  const file = await server.get(token, '/customers?format=csv&columns=totalValue,unvaluedCount');
  expect(file.text).toContain('500,00;2');
});
