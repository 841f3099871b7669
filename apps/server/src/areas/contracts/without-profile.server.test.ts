import { beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA } from '../../../test/contract-world.ts';
import type { ContractListItem } from './contract-item.ts';

const { world, server, admin, tariff, run } = contractHouse();

const ids: Record<string, string> = {};
let husband: string;

/** A profile recorded with the customer that ends in so many days. */
const record = (contractId: string, days: number, status = 'valid') =>
  run(
    `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
      values ($1, $2, current_date - 400, (now() at time zone 'Europe/Berlin')::date + $3::integer, 3, 1, $4)`,
    contractId,
    days,
    status,
  );
const holder = async (contractId: string, days: number | null) => {
  const { id } = await world.addCustomer(tenantA, { groupId: north });
  await run(
    `insert into contract_holders (tenant_id, contract_id, customer_id, risk_class_id, assessment_date, valid_until)
      select $1, $2, $3, case when x.days is not null then 3 end, case when x.days is not null then current_date - 400 end,
          (now() at time zone 'Europe/Berlin')::date + x.days from (select $4::integer as days) x`,
    contractId,
    id,
    days,
  );
  return id;
};

beforeAll(async () => {
  const add = async (name: string, more: object = {}) => {
    const { id } = await world.addCustomer(tenantA, { groupId: north });
    ids[name] = await world.addContract(tenantA, id, tariff, { risk_class_id: 3, ...more });
    return ids[name];
  };
  await add('class alone');
  await record(await add('history alone'), 300, 'superseded');
  await record(await add('recorded'), 300);
  await record(await add('ends today'), 0);
  await record(await add('over since yesterday'), -1);
  const shared = await add('husband without');
  await record(shared, 300);
  husband = await holder(shared, null);
  const both = await add('husband over');
  await record(both, 300);
  await holder(both, -1);
  const each = await add('husband recorded');
  await record(each, 300);
  await holder(each, 300);
  await add('ended', { end_date: '2024-01-31' });
});

const found = async (token: string, query: string) => {
  const answer = await server.get(token, `/contracts?pageSize=200&${query}`);
  expect(answer.status).toBe(200);
  const items = answer.body as ContractListItem[];
  expect(answer.headers['x-total-count']).toBe(String(items.length));
  return Object.keys(ids).filter((name) => items.some(({ id }) => id === ids[name]));
};

it('the list finds the running contracts for which nothing is recommended before a profile is recorded', async () => {
  const without = ['class alone', 'history alone', 'over since yesterday', 'husband without', 'husband over'];
  expect(await found(admin, 'withoutProfile=true')).toEqual(without);
  expect(await found(admin, 'withoutProfile=false')).toEqual(
    Object.keys(ids).filter((name) => !without.includes(name)),
  );
  expect(await found(admin, 'withoutProfile=true&riskClassId=2')).toEqual([]);
  const stats = await server.get(admin, '/contracts/stats?withoutProfile=true');
  expect(stats.body).toMatchObject({ contractCount: without.length });
});

it('a customer learns nothing by it of what another holder told', async () => {
  const own = await server.caller({ ownCustomerId: husband });
  expect(await found(own, '')).toEqual(['husband without']);
  expect(await found(own, 'withoutProfile=true')).toEqual([]);
  expect(await found(own, 'withoutProfile=false')).toEqual([]);
});
