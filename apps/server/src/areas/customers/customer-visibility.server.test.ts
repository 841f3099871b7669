import { randomUUID } from 'node:crypto';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, expect, test } from 'vitest';
import { ContractWorld, north, region, south, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { buildScope, visibilityOf } from '../../platform/scope.ts';
import { isVisible } from '../../platform/visible-rows.ts';
import { visibilityConditions } from '../contracts/contract-visibility.view.ts';
import { documentVisibility } from '../documents/document.view.ts';
import { customerConditions } from '../traders/depots/visible-depots.view.ts';
import { customerVisibility } from './customer-visibility.view.ts';

const db = useTestDatabase();
const idOf = (place: number) => `0c000000-0000-4000-8000-00000000000${place}`;
const customers = [north, south, region, null, north].map((groupId, place) => ({ id: idOf(place), groupId }));
/** The last one is deleted. */
const deleted = customers.at(-1)?.id;

beforeAll(async () => {
  await new ContractWorld(db.owner).fill();
  for (const { id, groupId } of customers)
    await db.owner.query(
      `insert into customers (tenant_id, id, group_id, first_name, last_name, deleted_at)
       values ($1, $2::uuid, $3, 'Ida', $4, case when $5 then now() end)`,
      [tenantA, id, groupId, id, id === deleted],
    );
});

const groups = [
  { id: region, parentGroupId: null },
  { id: north, parentGroupId: region },
  { id: south, parentGroupId: null },
];
const scopeOf = (
  groupIds: readonly string[],
  seesWithoutGroup: boolean,
  ownCustomerId: string | null = null,
) =>
  buildScope({
    tenantId: tenantA,
    userId: idOf(9),
    ownCustomerId,
    permissions: permissionCodes.filter((code) => seesWithoutGroup || code !== 'customers.viewWithoutGroup'),
    groups,
    memberships: groupIds.map((groupId) => ({
      groupId,
      groupRights: ['groupCustomers.view', 'groupDocuments.view', 'groupContracts.view'],
    })),
  });

test.each([
  ['everybody', scopeOf([region, south], true), [0, 1, 2, 3]],
  ['every group', scopeOf([region, south], false), [0, 1, 2]],
  ['a region with the group below', scopeOf([region], false), [0, 2]],
  ['one group and customers without', scopeOf([south], true), [1, 3]],
  ['no group', scopeOf([], false), []],
  ['himself', scopeOf([], false, idOf(1)), [1]],
  ['himself, though his group sees more', scopeOf([region, south], true, idOf(3)), [3]],
  ['himself, deleted', scopeOf([region], true, deleted), []],
])('who may see %s: customers, depots, documents, contracts and moves agree', async (_, scope, expected) => {
  const seen = async (conditionsOf: (parameters: Parameters) => string[], source = 'customers u') => {
    const parameters = new Parameters();
    const conditions = conditionsOf(parameters);
    const { rows } = await db.owner.query<{ id: string }>(
      `select u.id from ${source} where ${conditions.join(' and ')} order by u.id`,
      parameters.values,
    );
    return rows.map(({ id }) => id);
  };
  const view = visibilityOf(scope, 'groupCustomers.view');
  const wanted = expected.map(idOf);
  expect(await seen((parameters) => customerVisibility(view, parameters))).toEqual(wanted);
  expect(await seen((parameters) => customerConditions(scope, parameters))).toEqual(wanted);
  expect(
    await seen((parameters) => documentVisibility(scope, 'groupDocuments.view', parameters, false)),
  ).toEqual(wanted);
  const asContracts = `(select id, id as customer_id, group_id, deleted_at from customers) as c join customers u on u.id = c.id`;
  expect(await seen((parameters) => visibilityConditions(view, parameters), asContracts)).toEqual(wanted);
  const present = customers.filter(({ id }) => id !== deleted);
  expect(present.filter((customer) => isVisible(view, customer)).map(({ id }) => id)).toEqual(wanted);
});

/** More groups than the index of texts is asked for one by one. */
const manyGroups = Array.from({ length: 101 }, () => randomUUID());

test.each([
  ['everybody', null, true, [0, 1, 2, 3]],
  ['every group', null, false, [0, 1, 2]],
  ['two groups', [north, region], false, [0, 2]],
  ['one group and customers without', [south], true, [1, 3]],
  ['customers without group alone', [], true, [3]],
  ['no group', [], false, []],
  ['a group of very many', [...manyGroups, region], false, [2]],
  ['a group of very many and customers without', [...manyGroups, region], true, [2, 3]],
])('a search finds in %s what is there and nothing else', async (_, groupIds, withoutGroup, expected) => {
  const wanted = expected.map(idOf);
  const found = async (call: string, values: readonly unknown[]) => {
    await db.owner.query('select set_config($1, $2, false)', ['app.tenant_id', tenantA]);
    const { rows } = await db.owner.query<{ id: string }>(`select id from ${call} order by id`, [...values]);
    return rows.map(({ id }) => id);
  };
  const asked = ['ida', groupIds, withoutGroup];
  expect(await found('search_customer_ids($1, $2, $3, 50)', asked)).toEqual(wanted);
  const ranked = (groups: string, noGroupOnly: boolean, notInGroup: string) =>
    found(
      `search_customers_ranked($1, $2, $3, ${groups}, ${noGroupOnly}, ${notInGroup}, null, null, 50, 0)`,
      asked,
    );
  const placed = customers.filter(({ id }) => wanted.includes(id));
  const where = (test: (groupId: string | null) => boolean) =>
    placed.filter(({ groupId }) => test(groupId)).map(({ id }) => id);
  expect(await ranked('null', false, 'null')).toEqual(wanted);
  expect(await ranked(`'{${north},${south}}'`, false, 'null')).toEqual(
    where((groupId) => groupId === north || groupId === south),
  );
  expect(await ranked('null', true, 'null')).toEqual(where((groupId) => groupId === null));
  expect(await ranked('null', false, `'${region}'`)).toEqual(where((groupId) => groupId !== region));
});

test('what a search asks of groups is what the index of texts is made of', async () => {
  const { rows } = await db.owner.query<{ asked: string; made: string }>(
    `select search_text_scope($1, true) as asked, pg_get_indexdef(i::regclass) as made
       from unnest(array['customers_search_of_group', 'contracts_search_of_group']) as i`,
    [[south]],
  );
  for (const { asked, made } of rows)
    expect(made.toLowerCase()).toContain(`gin ((${asked.split(' && ')[0]}), search_text`);
  expect(rows).toHaveLength(2);
});
