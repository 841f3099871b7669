import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';
import { unzip } from '../../../../test/unzip.ts';

const { test, world, server, admin } = contractHouse();

it('tags are in the archive of a customer, and gone at once when he asks to be erased', async () => {
  const { id } = await world.addCustomer(tenantA);
  const contract = await world.addContract(tenantA, id, await world.addTariff(tenantA, 'Rente', 1), {
    start_date: '2001-01-01',
    end_date: '2025-05-06',
  });
  await world.recordEnd(contract, '2025-05-06');
  const run = (sql: string, ...values: unknown[]) => test.owner.query(sql, [tenantA, ...values]);
  await run(`insert into tags (tenant_id, id, tag_name, colour) values ($1, 1, 'Beschwerde', '#123456')`);
  await run('insert into customer_tags (tenant_id, customer_id, tag_id) values ($1, $2, 1)', id);
  await run('insert into contract_tags (tenant_id, contract_id, tag_id) values ($1, $2, 1)', contract);

  const archive = await server.get(admin, `/customers/${id}/export`);
  expect(JSON.parse(unzip(archive.bytes).get('daten.json')?.toString() ?? '')).toMatchObject({
    customerTags: [{ tag: 'Beschwerde' }],
    contractTags: [{ tag: 'Beschwerde' }],
  });
  const asked = await server.call(admin, 'POST', `/customers/${id}/erase`, {
    body: { basis: 'objection' },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(asked.body).toMatchObject({ state: 'waiting' });
  const { rows } = await run(
    `select (select count(*)::int from customer_tags where tenant_id = $1) as customers,
       (select count(*)::int from contract_tags where tenant_id = $1) as contracts,
       (select count(*)::int from contracts where tenant_id = $1) as kept`,
  );
  expect(rows).toEqual([{ customers: 0, contracts: 0, kept: 1 }]);
});
