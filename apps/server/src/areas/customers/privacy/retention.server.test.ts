import { describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';

const { test, world, server, admin, tariff, post, run } = contractHouse();

describe('what a contract has to be kept for', () => {
  it('is kept no shorter by an early end that was typed in', async () => {
    const { id } = await world.addCustomer(tenantA);
    const contract = await world.addContract(tenantA, id, tariff, { start_date: '1999-01-01' });
    const year = new Date().getUTCFullYear();
    const outlook = async () => {
      const seen = await server.get(admin, `/customers/${id}/privacy`);
      return (seen.body as { outlook: { state: string; until: string | null } }).outlook;
    };
    const setEnd = (day: string | null) =>
      test.database.transaction({ tenantId: tenantA, userId: null }, (_transaction, client) =>
        client.query('update contracts set end_date = $2, end_recorded_at = $3 where id = $1', [
          contract,
          day,
          '2001-01-01',
        ]),
      );
    await setEnd('2001-12-31');
    expect(await outlook()).toMatchObject({ state: 'kept', until: `${year + 10}-12-31` });
    // The day of recording alone is nobody's to set.
    await test.database.transaction({ tenantId: tenantA, userId: null }, (_transaction, client) =>
      client.query(`update contracts set end_recorded_at = '2001-01-01' where id = $1`, [contract]),
    );
    expect(await outlook()).toMatchObject({ state: 'kept', until: `${year + 10}-12-31` });
    expect((await post(admin, `/customers/${id}/erase`, { basis: 'objection' })).body).toMatchObject({
      state: 'waiting',
      keptUntil: `${year + 10}-12-31`,
    });
    // Recorded long ago, but advised since.
    await world.recordEnd(contract, '2001-12-31');
    expect(await outlook()).toMatchObject({ state: 'free' });
    await run(
      `insert into audit_entries (tenant_id, chain_day, actor_kind, action, object_type, object_id, result, occurred_at, entry_hash)
       values ($1, '2019-03-04', 'system', 'contracts.read', 'contract', $2, 'done', '2024-03-04', sha256('x')),
              ($1, '2019-03-04', 'system', 'contracts.check', 'contract', $2, 'done', '2019-03-04', sha256('x'))`,
      contract,
    );
    expect(await outlook()).toMatchObject({ state: 'kept', until: '2029-12-31' });
    // A contract that was given up counts from its deletion, however late it would have ended.
    await run(`update contracts set end_date = '9999-12-31' where tenant_id = $1 and id = $2`, contract);
    expect(await outlook()).toMatchObject({ state: 'running' });
    await run(
      `update contracts set deleted_at = now(), deletion_reason = 'Storno' where tenant_id = $1 and id = $2`,
      contract,
    );
    expect(await outlook()).toMatchObject({ state: 'kept', until: `${year + 10}-12-31` });
  });

  it('is kept of everybody who holds it, and nobody is free while it runs', async () => {
    const [first, second] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
    const contract = await world.addContract(tenantA, first.id, tariff, { start_date: '1999-01-01' });
    await run(
      'insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)',
      contract,
      second.id,
    );
    const outlook = async () =>
      (await server.get(admin, `/customers/${second.id}/privacy`)).body as { outlook: object };
    expect(await outlook()).toMatchObject({ outlook: { state: 'running' } });
    const year = new Date().getUTCFullYear();
    // On its last day it has ended.
    for (const days of [0, 1]) {
      await run(
        `update contracts set end_date = current_date - ${days} where tenant_id = $1 and id = $2`,
        contract,
      );
      expect(await outlook()).toMatchObject({ outlook: { state: 'kept', until: `${year + 10}-12-31` } });
    }
  });
});
