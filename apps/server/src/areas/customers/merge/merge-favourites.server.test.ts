import { customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { south, tenantA } from '../../../../test/contract-world.ts';

const { world, admin, post, run } = contractHouse();

const favourite = (id: string) =>
  run(
    `insert into own_shortcuts (tenant_id, user_id, object_type, object_id, favourite_since)
     values ($1, $3, 'customer', $2, now())`,
    id,
    admin,
  );
/** Customers who are favourites and can be opened. */
async function marked(): Promise<unknown[]> {
  const { rows } = await run(
    `select s.object_id as id from own_shortcuts s
       join customers u on u.tenant_id = s.tenant_id and u.id::text = s.object_id and u.deleted_at is null
      where s.tenant_id = $1 and s.user_id = $2 order by 1`,
    admin,
  );
  return rows.map(({ id }) => id);
}
async function version(id: string): Promise<unknown> {
  const { rows } = await run('select row_version as n from customers where tenant_id = $1 and id = $2', id);
  return rows[0]?.n;
}

it('favourites lead to the customer who stays, and back when two records are two again', async () => {
  const names = { lastName: 'Favorit', groupId: south };
  const [{ id: first }, { id: second }] = [
    await world.addCustomer(tenantA, names),
    await world.addCustomer(tenantA, names),
  ];
  const draft = { ...emptyDraft(customerFields), ...names };
  const merge = async () =>
    post(admin, `/customers/${first}/merge`, {
      mergedId: second,
      rowVersion: await version(first),
      mergedRowVersion: await version(second),
      draft,
    });
  const undo = () => post(admin, `/customers/${first}/merge/undo`);
  await favourite(second);
  expect((await merge()).status).toBe(200);
  expect(await marked()).toEqual([first]);
  expect((await undo()).status).toBe(200);
  expect(await marked()).toEqual([second]);

  // Both were favourites: each stays one.
  await favourite(first);
  expect((await merge()).status).toBe(200);
  expect(await marked()).toEqual([first]);
  expect((await undo()).status).toBe(200);
  expect(await marked()).toEqual([first, second].toSorted());

  // Taken out meanwhile, it does not come back.
  await run(`delete from own_shortcuts where tenant_id = $1 and object_id = $2`, first);
  expect((await merge()).status).toBe(200);
  await run(`delete from own_shortcuts where tenant_id = $1 and object_id = $2`, first);
  expect((await undo()).status).toBe(200);
  expect(await marked()).toEqual([]);
});
