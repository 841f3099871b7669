import type { CallAnswer } from '@depotwerk/api/call';
import type { searchEverything } from '@depotwerk/api/search/search';
import { beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { searchRoutes } from './routes.ts';

const { world, server, admin: chief, run } = contractHouse((services) => searchRoutes(services));
let customerId: string;

beforeAll(async () => {
  const tariffId = await world.addTariff(tenantA, 'Sonnenrente', 1);
  customerId = (await world.addCustomer(tenantA, { firstName: 'Änne', lastName: 'Sonnenschein' })).id;
  await world.addContract(tenantA, customerId, tariffId, { external_key: 'SONNE-10' });
  await world.addContract(tenantA, customerId, tariffId, { external_key: 'SONNE-1' });
  const foreign = await world.addCustomer(tenantB, { groupId: null, lastName: 'Sonnenfremd' });
  await world.addContract(tenantB, foreign.id, await world.addTariff(tenantB, 'Sonne B', 1));
});

const search = async (query: string, who = chief, types = '') => {
  const { status, body } = await server.call(
    who,
    'GET',
    `/search?query=${encodeURIComponent(query)}${types && `&types=${types}`}`,
  );
  return status === 200 ? (body as CallAnswer<typeof searchEverything>) : status;
};
const kindsOf = (hits: Awaited<ReturnType<typeof search>>) =>
  typeof hits === 'number' ? hits : hits.map(({ type, title }) => `${type} ${title}`);

it('finds customers, contracts, tariffs and people at once', async () => {
  expect(kindsOf(await search('sonne'))).toEqual([
    'customer Änne Sonnenschein',
    'contract SONNE-1',
    'contract SONNE-10',
    'tariff Sonnenrente',
  ]);
  expect(kindsOf(await search('berta'))).toContain('user Berta Berater');
  expect(kindsOf(await search('sonne', chief, 'tariff,nothing'))).toEqual(['tariff Sonnenrente']);
  expect(kindsOf(await search('SONNE-1', chief, 'contract'))).toEqual([
    'contract SONNE-1',
    'contract SONNE-10',
  ]);
  expect([await search('s'), kindsOf(await search('%%'))]).toEqual([400, []]);
});

it('shows each only what the lists would', async () => {
  const inGroup = (groupId: string) =>
    server.caller({
      permissions: ['customers.view', 'contracts.view'],
      memberships: [{ groupId, groupRights: ['groupCustomers.view', 'groupContracts.view'] }],
    });
  expect(kindsOf(await search('sonne', await inGroup(south)))).toEqual([]);
  expect(kindsOf(await search('sonne', await inGroup(north)))).toHaveLength(3);
  expect(kindsOf(await search('SONNE-1', await inGroup(south)))).toEqual([]);
  const own = { permissions: ['customers.view', 'contracts.view'] as const, memberships: [] };
  expect(
    kindsOf(await search('sonne', await server.caller({ ...own, ownCustomerId: customerId }))),
  ).toHaveLength(3);
  expect(kindsOf(await search('sonne', await server.caller({ permissions: [] })))).toEqual([]);
});

it('says of funds what they are chosen by, null where nobody knows, and of nothing else', async () => {
  await run(`insert into funds (tenant_id, isin, name, ongoing_fee, risk_indicator, risk_indicator_type) values
    ($1, 'LU0000000017', 'Kennzahl Aktien', 0.0115, 4, 'SRI'), ($1, 'LU0000000025', 'Kennzahl Renten', null, null, null)`);
  const hits = await search('kennzahl', chief, 'fund');
  expect(typeof hits === 'number' ? hits : hits.map(({ title, fund }) => [title, fund])).toEqual([
    ['Kennzahl Aktien', { ongoingFee: 0.0115, riskIndicator: 4, isInactive: false }],
    ['Kennzahl Renten', { ongoingFee: null, riskIndicator: null, isInactive: false }],
  ]);
  const others = await search('sonne');
  expect(typeof others === 'number' ? others : others.map(({ fund }) => fund)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('offers funds whose words look alike only where nothing is found', async () => {
  await run(
    `insert into funds (tenant_id, isin, name) values ($1, 'LU0000000033', 'Sonnenscheib Aktien'), ($1, 'LU0000000041', 'Wolkenstein Renten')`,
  );
  expect(kindsOf(await search('Sonnenschein'))).toEqual([
    'customer Änne Sonnenschein',
    'contract SONNE-1',
    'contract SONNE-10',
  ]);
  expect(kindsOf(await search('Sonnenschein', chief, 'fund'))).toEqual(['fund Sonnenscheib Aktien']);
  expect(kindsOf(await search('Wolkenstien'))).toEqual(['fund Wolkenstein Renten']);
  const without = await server.caller({ permissions: ['customers.view'] });
  expect(kindsOf(await search('Wolkenstien', without))).toEqual([]);
});
