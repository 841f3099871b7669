import { randomUUID } from 'node:crypto';
import { noGroupId, permissionCodes } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { codeOf, contractHouse } from '../../../test/contract-house.ts';
import { north, region, south, tenantA } from '../../../test/contract-world.ts';
import { tagRoutes } from '../tags/routes.ts';
import { deletionRoutes } from './routes.ts';

const { test, world, server, admin, tariff, post, run } = contractHouse((services) => [
  ...tagRoutes(services),
  ...deletionRoutes(services),
]);

const made = z.looseObject({ id: z.int() });
const tagDraft = (tagName: string) => ({ tagName, colour: '#0F5566', isInactive: false });
const addTag = async (name: string) => made.parse((await post(admin, '/admin/tags', tagDraft(name))).body);
const addContract = async () => world.addContract(tenantA, (await world.addCustomer(tenantA)).id, tariff);
const takeBack = (token: string, objectType: string, objectId: string | number) =>
  post(token, '/deletions/take-back', { objectType, objectId: String(objectId) });
const takeBackOwn = (objectType: string, objectId: string | number, keptId: string | undefined) =>
  post(admin, '/deletions/take-back', { objectType, objectId: String(objectId), keptId });
const numberOf = async (from: string, ...values: unknown[]) =>
  z.int().parse((await run(`select count(*)::int as n from ${from}`, ...values)).rows[0]?.n);

/** Changes many by preview and confirmation. */
async function changeMany(of: 'contracts' | 'customers', body: object): Promise<string | undefined> {
  const preview = await server.call(admin, 'POST', `/${of}/bulk-preview`, { body });
  const { fingerprint } = z.looseObject({ fingerprint: z.string() }).parse(preview.body);
  const done = await post(admin, `/${of}/bulk-change`, { ...body, fingerprint });
  expect(done.status).toBe(200);
  return z.looseObject({ keptId: z.optional(z.string()) }).parse(done.body).keptId;
}

it('takes a tag off the many it was given to, and off nobody who had it or was given it anew', async () => {
  const [one, had, anew] = [await addContract(), await addContract(), await addContract()];
  const tag = await addTag('Irrtum');
  const give = 'insert into contract_tags (tenant_id, contract_id, tag_id) values ($1, $3, $2)';
  await run(give, tag.id, had);
  const selection = { contractIds: [one, had, anew] };
  await changeMany('contracts', { selection, change: { kind: 'addTag', tagId: tag.id } });
  await run(
    'delete from contract_tags where tenant_id = $1 and tag_id = $2 and contract_id = $3',
    tag.id,
    anew,
  );
  await run(give, tag.id, anew);
  expect((await takeBack(admin, 'contractTagsGiven', tag.id)).status).toBe(200);
  const { rows } = await test.owner.query<{ id: string }>(
    'select contract_id as id from contract_tags where tag_id = $1',
    [tag.id],
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([had, anew]));
  expect(codeOf(await takeBack(admin, 'contractTagsGiven', tag.id))).toEqual([409, 'deletions.takenBack']);
  // Nothing is left of it: said, and not taken for done.
  await changeMany('contracts', { selection, change: { kind: 'addTag', tagId: tag.id } });
  await run('delete from contract_tags where tenant_id = $1 and tag_id = $2', tag.id);
  expect(codeOf(await takeBack(admin, 'contractTagsGiven', tag.id))).toEqual([409, 'deletions.changedSince']);
});

it('takes a tag off customers, and leads those who moved together back to where each came from', async () => {
  const customers = [
    (await world.addCustomer(tenantA, { groupId: north })).id,
    (await world.addCustomer(tenantA, { groupId: region })).id,
    (await world.addCustomer(tenantA, { groupId: north })).id,
  ];
  const selection = { customerIds: customers };
  const tag = await addTag('Kundenirrtum');
  await changeMany('customers', { selection, change: { kind: 'addTag', tagId: tag.id } });
  expect((await takeBack(admin, 'customerTagsGiven', tag.id)).status).toBe(200);
  expect(await numberOf('customer_tags where tenant_id = $1 and tag_id = $2', tag.id)).toBe(0);

  await changeMany('customers', { selection, change: { kind: 'group', groupId: south } });
  // Somebody moves one of them on.
  await run('update customers set group_id = $2 where tenant_id = $1 and id = $3', region, customers[2]);
  expect((await takeBack(admin, 'customerGroups', south)).status).toBe(200);
  const groups = async () =>
    (
      await test.owner.query<{ groupId: string }>(
        'select group_id as "groupId" from customers where id = any ($1) order by array_position($1, id)',
        [customers],
      )
    ).rows.map(({ groupId }) => groupId);
  expect(await groups()).toEqual([north, region, region]);

  await changeMany('customers', { selection, change: { kind: 'group', groupId: null } });
  expect(await groups()).toEqual([null, null, null]);
  expect((await takeBack(admin, 'customerGroups', noGroupId)).status).toBe(200);
  expect(await groups()).toEqual([north, region, region]);

  await changeMany('customers', { selection, change: { kind: 'group', groupId: south } });
  await run('update customers set group_id = $2 where tenant_id = $1 and id = any ($3)', north, customers);
  expect(codeOf(await takeBack(admin, 'customerGroups', south))).toEqual([409, 'deletions.changedSince']);
});

it('gives contracts that got a tariff together back what each had, but none that got another one since', async () => {
  const [before, other, given] = [
    await world.addTariff(tenantA, 'Vorher', 1),
    await world.addTariff(tenantA, 'Anderer', 1),
    await world.addTariff(tenantA, 'Irrtum', 1),
  ];
  const customer = (await world.addCustomer(tenantA)).id;
  const contracts = [
    await world.addContract(tenantA, customer, before),
    await world.addContract(tenantA, customer, other),
    await world.addContract(tenantA, customer, before),
    await world.addContract(tenantA, customer, given),
  ];
  const tariffs = async () =>
    (
      await run(
        'select tariff_id as id, tariff_version_id as version from contracts where tenant_id = $1 and id = any ($2) order by array_position($2, id)',
        contracts,
      )
    ).rows;
  const was = await tariffs();
  const selection = { contractIds: contracts };
  await changeMany('contracts', { selection, change: { kind: 'tariff', tariffId: given } });
  await run('update contracts set tariff_id = $2 where tenant_id = $1 and id = $3', other, contracts[2]);
  const since = (await tariffs())[2];
  expect((await takeBack(admin, 'contractTariffs', given)).status).toBe(200);
  expect(await tariffs()).toEqual([was[0], was[1], since, was[3]]);
  expect(codeOf(await takeBack(admin, 'contractTariffs', given))).toEqual([409, 'deletions.takenBack']);
  const { rows } = await run(
    `select count(*)::int as n from audit_entries where tenant_id = $1 and object_type = 'contract' and action = 'contracts.edit'
       and object_id = any ($2)`,
    contracts.slice(0, 2),
  );
  expect(rows).toEqual([{ n: 4 }]);

  await changeMany('contracts', { selection, change: { kind: 'tariff', tariffId: given } });
  await run('update contracts set tariff_id = $2 where tenant_id = $1 and id = any ($3)', other, contracts);
  expect(codeOf(await takeBack(admin, 'contractTariffs', given))).toEqual([409, 'deletions.changedSince']);
});

it('takes back the very change it is asked to, though the same was done to others within the minute', async () => {
  const [before, given] = [
    await world.addTariff(tenantA, 'Zuvor', 1),
    await world.addTariff(tenantA, 'Zweimal', 1),
  ];
  const customer = (await world.addCustomer(tenantA)).id;
  const contracts = [
    await world.addContract(tenantA, customer, before),
    await world.addContract(tenantA, customer, before),
  ];
  const give = async (contractId: string) =>
    changeMany('contracts', {
      selection: { contractIds: [contractId] },
      change: { kind: 'tariff', tariffId: given },
    });
  const [first, second] = [await give(String(contracts[0])), await give(String(contracts[1]))];
  const tariffs = async () =>
    (
      await run(
        'select tariff_id as id from contracts where tenant_id = $1 and id = any ($2) order by array_position($2, id)',
        contracts,
      )
    ).rows.map(({ id }) => id);
  const answer = await takeBackOwn('contractTariffs', given, first);
  expect([answer.status, answer.body]).toEqual([200, { backCount: 1, left: [] }]);
  expect(await tariffs()).toEqual([before, given]);
  expect(codeOf(await takeBackOwn('contractTariffs', given, first))).toEqual([409, 'deletions.takenBack']);
  expect((await takeBackOwn('contractTariffs', given, second)).status).toBe(200);
  expect(await tariffs()).toEqual([before, before]);
  expect(codeOf(await takeBackOwn('contractTariffs', given, randomUUID()))).toEqual([
    409,
    'deletions.tooLate',
  ]);
  // Of somebody else it is as if there were none.
  const third = await give(String(contracts[0]));
  const other = await server.caller({ permissions: permissionCodes });
  const body = { objectType: 'contractTariffs', objectId: given, keptId: third };
  expect(codeOf(await post(other, '/deletions/take-back', body))).toEqual([409, 'deletions.tooLate']);
});

it('says how many of a change of many come back, and which do not and why', async () => {
  const tag = await addTag('Teilweise');
  const people = await Promise.all(
    ['Bleibt', 'Gesperrt', 'Gelöscht', 'Genommen'].map((lastName) =>
      world.addCustomer(tenantA, { lastName }),
    ),
  );
  const [, blocked, deleted, taken] = people.map(({ id }) => id);
  const change = { kind: 'addTag', tagId: tag.id };
  const selection = { customerIds: people.map(({ id }) => id) };
  const keptId = await changeMany('customers', { selection, change });
  await run('update customers set is_blocked = true where tenant_id = $1 and id = $2', blocked);
  await run(`update customers set deleted_at = now() where tenant_id = $1 and id = $2`, deleted);
  await run('delete from customer_tags where tenant_id = $1 and customer_id = $2', taken);
  const { body } = await takeBackOwn('customerTagsGiven', tag.id, keptId);
  const { backCount, left } = z
    .looseObject({ backCount: z.int(), left: z.array(z.looseObject({ reason: z.string() })) })
    .parse(body);
  expect(backCount).toBe(1);
  expect(left.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { name: expect.stringContaining('Genommen'), reason: 'changedSince' },
    { name: expect.stringContaining('Gesperrt'), reason: 'customerBlocked' },
    { name: null, reason: 'notSeen' },
  ]);
});

it('gives others their tariff back though the one of some was deleted meanwhile', async () => {
  const [left, emptied, given] = [
    await world.addTariff(tenantA, 'Bleibt', 1),
    await world.addTariff(tenantA, 'Leer', 1),
    await world.addTariff(tenantA, 'Versehen', 1),
  ];
  const customer = (await world.addCustomer(tenantA)).id;
  const contractIds = [
    await world.addContract(tenantA, customer, left),
    await world.addContract(tenantA, customer, emptied),
  ];
  const change = { kind: 'tariff', tariffId: given };
  await changeMany('contracts', { selection: { contractIds }, change });
  await run('delete from tariffs where tenant_id = $1 and id = $2', emptied);
  expect((await takeBack(admin, 'contractTariffs', given)).status).toBe(200);
  const { rows } = await run(
    'select tariff_id as id from contracts where tenant_id = $1 and id = any ($2) order by array_position($2, id)',
    contractIds,
  );
  expect(rows.map(({ id }) => id)).toEqual([left, given]);

  const { rows: alone } = await run(
    `update kept_deletions set taken_back_at = null, parts = jsonb_build_array(jsonb_build_object('table', 'contracts', 'rows',
        jsonb_build_array(jsonb_build_object('id', $2::text, 'tariff_id', $3::text, 'tariff_version_id', null))))
      where tenant_id = $1 and object_id = $4 returning id`,
    contractIds[1],
    emptied,
    given,
  );
  expect(alone).toHaveLength(1);
  expect(codeOf(await takeBack(admin, 'contractTariffs', given))).toEqual([409, 'deletions.changedSince']);
});
