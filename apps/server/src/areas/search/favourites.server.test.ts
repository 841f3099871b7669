import { randomUUID } from 'node:crypto';
import type { SearchHit } from '@depotwerk/api/search/search';
import { type GroupRight, groupRights, type PermissionCode } from '@depotwerk/domain/permissions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { hideCustomer, meanwhile } from '../../../test/meanwhile.ts';
import { forgetMentions } from '../customers/privacy/erase-rows.ts';
import { searchRoutes } from './routes.ts';

const { test, world, server, tariff, run } = contractHouse((services) => searchRoutes(services));
let customerId: string;
let contractId: string;
let caller: string;

const all = ['customers.view', 'contracts.view', 'funds.view', 'tariffs.view'] as const;
const inGroup = (
  groupId: string,
  permissions: readonly PermissionCode[] = all,
  rights: readonly GroupRight[] = groupRights,
) => server.caller({ permissions, memberships: [{ groupId, groupRights: rights }] });
const mark = (path: string, isFavourite = true, who = caller) =>
  server.call(who, 'PUT', `/search/favourites/${path}`, { body: { isFavourite } });
const list = async (which: 'favourites' | 'opened-last', who = caller) => {
  const { status, body } = await server.call(who, 'GET', `/search/${which}`);
  expect(status).toBe(200);
  return (body as SearchHit[]).map(({ type, title }) => `${type} ${title}`);
};
const opened = (path: string, who = caller) => server.call(who, 'PUT', `/search/opened-last/${path}`);

beforeAll(async () => {
  customerId = (await world.addCustomer(tenantA, { firstName: 'Änne', lastName: 'Liebling' })).id;
  contractId = await world.addContract(tenantA, customerId, tariff, { external_key: 'F-1' });
  await run(
    `insert into funds (tenant_id, id, isin, name) values ($1, 71, 'LU0000000017', 'Aktien'), ($1, 72, 'LU0000000025', 'Renten')`,
  );
});
beforeEach(async () => {
  caller = await inGroup(north);
});

it('keeps favourites of every kind by name, each once, until they are none', async () => {
  expect(await list('favourites')).toEqual([]);
  for (const path of [`tariff/${tariff}`, `contract/${contractId}`, `customer/${customerId}`, 'fund/71']) {
    expect((await mark(path)).status).toBe(204);
    expect((await mark(path)).status).toBe(204);
  }
  expect(await list('favourites')).toEqual([
    'customer Änne Liebling',
    'fund Aktien',
    'contract F-1',
    'tariff Zukunft',
  ]);
  expect(await list('favourites', await inGroup(north))).toEqual([]);
  expect((await mark('fund/71', false)).status).toBe(204);
  expect((await mark('fund/71', false)).status).toBe(204);
  expect(await list('favourites')).toHaveLength(3);
});

it('takes and shows only what the person may see now, and says the same of all else', async () => {
  await mark(`contract/${contractId}`);
  for (const [path, who] of [
    [`contract/${randomUUID()}`, caller],
    [`contract/${customerId}`, caller],
    ['contract/71', caller],
    ['fund/0', caller],
    ['fund/99999999999', caller],
    [`contract/${contractId}`, await inGroup(south)],
    [`customer/${customerId}`, await inGroup(north, ['contracts.view'])],
    [`tariff/${tariff}`, await server.caller({ tenantId: tenantB })],
    ['fund/71', await inGroup(north, ['contracts.view'])],
  ] as const) {
    expect([path, (await mark(path, true, who)).status]).toEqual([path, 404]);
  }
  const moved = await inGroup(south);
  await run('update own_shortcuts set user_id = $3 where tenant_id = $1 and user_id = $2', caller, moved);
  expect(await list('favourites', moved)).toEqual([]);
});

it('names funds and tariffs among what was opened last, newest first, beside the contracts', async () => {
  expect((await opened('fund/71')).status).toBe(204);
  expect((await server.call(caller, 'GET', `/contracts/${contractId}`)).status).toBe(200);
  await opened(`tariff/${tariff}`);
  await opened('fund/72');
  await opened('fund/71');
  expect(await list('opened-last')).toEqual(['fund Aktien', 'fund Renten', 'tariff Zukunft', 'contract F-1']);
  expect((await opened('fund/73')).status).toBe(404);
  expect((await opened(`contract/${contractId}`)).status).toBe(400);
  // Being a favourite is no opening, and what was opened stays that when it is no favourite any more.
  await mark('fund/72');
  await mark('fund/72', false);
  expect(await list('opened-last')).toHaveLength(4);
  expect(await list('favourites')).toEqual([]);
});

it('keeps fifty, and what is gone keeps no room', async () => {
  const contracts = [];
  for (let n = 0; n < 49; n += 1) {
    const id = await world.addContract(tenantA, customerId, tariff, { external_key: `F-50-${n}` });
    contracts.push(id);
    expect((await mark(`contract/${id}`)).status).toBe(204);
  }
  expect((await mark('fund/71')).status).toBe(204);
  const refused = await mark('fund/72');
  expect(codeOf(refused)).toEqual([409, 'common.quotaExceeded']);
  expect(JSON.stringify(refused.body)).toContain('Sie haben bereits 50 Favoriten.');
  expect((await mark('fund/71')).status).toBe(204);
  await run(
    "update contracts set deleted_at = now(), deletion_reason = 'Test', retention_until = current_date where tenant_id = $1 and id = $2",
    contracts[0],
  );
  expect((await mark('fund/72')).status).toBe(204);
  expect(await list('favourites')).toHaveLength(50);
});

it('takes out what the person sees no longer, which keeps no room from what she sees', async () => {
  for (let n = 0; n < 50; n += 1) {
    const id = await world.addContract(tenantA, customerId, tariff, { external_key: `F-51-${n}` });
    await run(
      `insert into own_shortcuts (tenant_id, user_id, object_type, object_id, favourite_since)
       values ($1, $2, 'contract', $3, now())`,
      caller,
      id,
    );
  }
  const moved = await inGroup(south);
  await run('update own_shortcuts set user_id = $3 where tenant_id = $1 and user_id = $2', caller, moved);
  await mark(`contract/${contractId}`);
  await run('update own_shortcuts set user_id = $3 where tenant_id = $1 and user_id = $2', caller, moved);
  expect((await mark('fund/71', true, moved)).status).toBe(204);
  expect((await mark(`contract/${contractId}`, false, moved)).status).toBe(204);
  expect(await list('favourites', moved)).toEqual(['fund Aktien']);
  const { rows } = await test.owner.query<{ n: number }>(
    'select count(*)::int as n from own_shortcuts where user_id = $1 and object_id = $2',
    [moved, contractId],
  );
  expect(rows).toEqual([{ n: 0 }]);
});

describe('a record that was merged into another', () => {
  const merge = (survivorId: string, mergedId: string) =>
    run(
      `with gone as (update customers set deleted_at = now() where tenant_id = $1 and id = $3)
       insert into customer_merges (tenant_id, survivor_id, merged_id, before, moved, merged_by)
       values ($1, $2, $3, '{}', '{}', $4)`,
      survivorId,
      mergedId,
      caller,
    );
  const addThree = async () =>
    Promise.all(
      ['Erst', 'Zweit', 'Dritt'].map(async (lastName) => (await world.addCustomer(tenantA, { lastName })).id),
    ) as Promise<[string, string, string]>;

  it('stays a favourite as that one, takes the room of one, and is taken out there', async () => {
    const [first, second, third] = await addThree();
    for (const id of [first, second, third]) await mark(`customer/${id}`);
    await merge(second, third);
    await merge(first, second);
    const { body } = await server.call(caller, 'GET', '/search/favourites');
    expect((body as SearchHit[]).map(({ id }) => id)).toEqual([first]);
    // Another mark neither loses the former ones nor counts them.
    expect((await mark('fund/71')).status).toBe(204);
    expect(await list('favourites')).toHaveLength(2);
    // Marked by the id it had, it is the one it became.
    expect((await mark(`customer/${third}`, false)).status).toBe(204);
    expect(await list('favourites')).toHaveLength(2);
    expect((await mark(`customer/${first}`, false)).status).toBe(204);
    expect(await list('favourites')).toEqual(['fund Aktien']);
    expect((await mark(`customer/${third}`)).status).toBe(204);
    const { rows } = await test.owner.query<{ object_id: string }>(
      "select object_id from own_shortcuts where user_id = $1 and object_type = 'customer'",
      [caller],
    );
    expect(rows).toEqual([{ object_id: first }]);
  });

  it('is the favourite it was when the merge is taken back, and no other', async () => {
    const [first, second] = await addThree();
    await mark(`customer/${second}`);
    await merge(first, second);
    expect((await mark('fund/71')).status).toBe(204);
    await run(
      `with back as (update customers set deleted_at = null where tenant_id = $1 and id = $2)
       update customer_merges set undone_at = now(), undone_by = $3 where tenant_id = $1 and merged_id = $2`,
      second,
      caller,
    );
    const { body } = await server.call(caller, 'GET', '/search/favourites');
    expect((body as SearchHit[]).flatMap(({ type, id }) => (type === 'customer' ? [id] : []))).toEqual([
      second,
    ]);
  });

  it('stands among what was opened last as that one', async () => {
    const [first, second] = await addThree();
    expect((await server.call(caller, 'GET', `/customers/${second}`)).status).toBe(200);
    await merge(first, second);
    const { body } = await server.call(caller, 'GET', '/search/opened-last');
    expect((body as SearchHit[]).map(({ id }) => id)).toEqual([first]);
  });
});

it('marks nothing of a customer who goes at the same moment, nor of his contracts', async () => {
  for (const kind of ['customer', 'contract'] as const) {
    const { id } = await world.addCustomer(tenantA, { lastName: 'Vergehend' });
    const contract = await world.addContract(tenantA, id, tariff, { external_key: `F-V-${kind}` });
    const { status } = await meanwhile(
      test,
      tenantA,
      (other) => hideCustomer(other, id),
      () => mark(`${kind}/${kind === 'customer' ? id : contract}`),
    );
    expect([kind, status]).toEqual([kind, 404]);
  }
  const { rows } = await test.owner.query('select 1 from own_shortcuts where user_id = $1', [caller]);
  expect(rows).toEqual([]);
});

it('forgets with a customer what was marked of him and his contracts', async () => {
  await mark(`contract/${contractId}`);
  await mark(`customer/${customerId}`);
  const former = await world.addCustomer(tenantA, { lastName: 'Doppelt' });
  await mark(`customer/${former.id}`);
  // The records became one; the marked one is part of the other since.
  await run(
    `insert into customer_merges (tenant_id, survivor_id, merged_id, before, moved, merged_by)
     values ($1, $2, $3, '{}', '{}', $4)`,
    customerId,
    former.id,
    caller,
  );
  await mark('fund/71');
  await test.database.transaction({ tenantId: tenantA, userId: null }, (transaction) =>
    forgetMentions(transaction, customerId),
  );
  expect(await list('favourites')).toEqual(['fund Aktien']);
  const { rows } = await test.owner.query<{ object_id: string }>(
    "select object_id from own_shortcuts where user_id = $1 and object_type = 'customer'",
    [caller],
  );
  expect(rows).toEqual([]);
});
