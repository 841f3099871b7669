import { noBirthDay } from '@depotwerk/domain/customers/birthdays';
import { describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';

const { world, server, admin, post, run } = contractHouse();

describe('customers who may be one', () => {
  it('are proposed each once where many share a day, never by the day that stands for none', async () => {
    const many = await Promise.all(
      Array.from({ length: 24 }, () =>
        world.addCustomer(tenantA, { lastName: 'Platzhalter', dateOfBirth: '1960-01-01' }),
      ),
    );
    const pairs = async () =>
      (
        (await server.get(admin, '/customers/duplicates')).body as {
          first: { id: string };
          second: { id: string };
        }[]
      )
        .map(({ first, second }) => `${first.id} ${second.id}`)
        .filter((pair) => many.some(({ id }) => pair.includes(id)));
    const found = await pairs();
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(100);
    const ids = many.map(({ id }) => id).toSorted();
    const [first, second] = [ids[0] ?? '', ids[1] ?? ''];
    expect(found).toContain(`${first} ${second}`);
    expect((await post(admin, `/customers/${first}/distinct`, { otherId: second })).status).toBe(204);
    expect(await pairs()).not.toContain(`${first} ${second}`);
    await run(
      `update customers set date_of_birth = $3 where tenant_id = $1 and id = any($2)`,
      ids,
      noBirthDay,
    );
    expect(await pairs()).toEqual([]);
    await run('delete from customers where tenant_id = $1 and id = any($2)', ids);
  });
});
