import { randomUUID } from 'node:crypto';
import { customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA, tenantB } from '../../../test/contract-world.ts';
import { savedViewRoutes } from '../saved-views/routes.ts';
import { tagRoutes } from './routes.ts';

const { test, world, server, admin, tariff, post } = contractHouse((services) => [
  ...tagRoutes(services),
  ...savedViewRoutes(services),
]);

const draft = (tagName: string) => ({ tagName, colour: '#0F5566', isInactive: false });
const emptyCustomer = emptyDraft(customerFields);
const row = z.looseObject({ id: z.int(), rowVersion: z.int() });
const addTag = async (name: string) => row.parse((await post(admin, '/admin/tags', draft(name))).body);
const give = (
  carrier: 'customers' | 'contracts',
  id: string,
  addedIds: number[],
  removedIds: number[] = [],
) => post(admin, `/${carrier}/${id}/tags`, { addedIds, removedIds });
const namesOf = (answer: { body: unknown }) =>
  z
    .array(z.looseObject({ tagName: z.string() }))
    .parse(answer.body)
    .map(({ tagName }) => tagName);
const idsOf = (answer: { body: unknown }) =>
  z
    .array(z.looseObject({ id: z.string() }))
    .parse(answer.body)
    .map(({ id }) => id);
const faultOf = (answer: { status: number; body: unknown }) => {
  const { code, validation } = z
    .looseObject({ code: z.string(), validation: z.optional(z.array(z.looseObject({ path: z.string() }))) })
    .parse(answer.body);
  return [answer.status, code, validation?.[0]?.path];
};
const titles = (answer: { body: unknown }) =>
  z
    .array(z.looseObject({ title: z.string() }))
    .parse(answer.body)
    .map(({ title }) => title);

it('has each name once, in whatever case, and no bar in it', async () => {
  await addTag('Jahresgespräch');
  expect(faultOf(await post(admin, '/admin/tags', draft(' jahresGESPRÄCH ')))).toEqual([
    409,
    'masterData.nameExists',
    'tagName',
  ]);
  expect(faultOf(await post(admin, '/admin/tags', draft('A|B')))).toEqual([
    400,
    'common.validationFailed',
    'tagName',
  ]);
  const reader = await server.caller({ permissions: permissionCodes.filter((code) => code !== 'tags.edit') });
  expect((await post(reader, '/admin/tags', draft('Neu'))).status).toBe(403);
  expect((await server.get(reader, '/admin/tags')).status).toBe(403);
  expect(namesOf(await server.get(reader, '/tags'))).toContain('Jahresgespräch');
});

it('is given and taken, filters lists and stands in them, in their files and in the histories', async () => {
  const tag = await addTag('Wiedervorlage');
  const customer = await world.addCustomer(tenantA);
  const contract = await world.addContract(tenantA, customer.id, tariff);
  const plain = await world.addContract(tenantA, (await world.addCustomer(tenantA)).id, tariff);
  for (const [carrier, id] of [
    ['customers', customer.id],
    ['contracts', contract],
  ] as const) {
    const before = await server.get(admin, `/${carrier}/${id}`);
    expect(namesOf(await give(carrier, id, [tag.id]))).toEqual(['Wiedervorlage']);
    expect(namesOf(await give(carrier, id, [tag.id]))).toEqual(['Wiedervorlage']);
    // An open form of the customer or contract meets no newer version.
    expect((await server.get(admin, `/${carrier}/${id}`)).headers.etag).toBe(before.headers.etag);
    const found = await server.get(admin, `/${carrier}?tagId=${tag.id}`);
    expect([idsOf(found), found.headers['x-total-count']]).toEqual([[id], '1']);
    expect(found.text).toContain('"tagName":"Wiedervorlage"');
    const file = await server.get(admin, `/${carrier}?tagId=${tag.id}&format=csv&columns=tags`);
    expect(file.text).toContain('Wiedervorlage');
    const given = titles(await server.get(admin, `/${carrier}/${id}/history`)).filter((title) =>
      title.startsWith('Schlagwort vergeben'),
    );
    expect(given).toHaveLength(1);
  }
  expect(titles(await server.get(admin, `/customers/${customer.id}/history`))).toContain(
    'Schlagwort vergeben: Wiedervorlage',
  );
  expect((await server.get(admin, `/contracts/stats?tagId=${tag.id}`)).body).toMatchObject({
    contractCount: 1,
  });
  expect((await server.get(admin, `/customers?search=Anna&tagId=${tag.id}`)).headers['x-total-count']).toBe(
    '1',
  );
  expect((await server.get(admin, `/admin/tags/${tag.id}`)).body).toMatchObject({
    customerCount: 1,
    contractCount: 1,
  });
  expect(idsOf(await server.get(admin, `/contracts?tagId=${tag.id}`))).not.toContain(plain);
  expect(namesOf(await give('contracts', contract, [], [tag.id]))).toEqual([]);
  expect(idsOf(await server.get(admin, `/contracts?tagId=${tag.id}`))).toEqual([]);
});

it('is given only where it may be, and only while it is offered', async () => {
  const tag = await addTag('Rückruf');
  const customer = await world.addCustomer(tenantA);
  const contract = await world.addContract(tenantA, customer.id, tariff);
  const looking = await server.caller({
    permissions: permissionCodes,
    memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupContracts.view'] }],
  });
  const body = { addedIds: [tag.id], removedIds: [] };
  expect((await post(looking, `/customers/${customer.id}/tags`, body)).status).toBe(403);
  expect((await post(looking, `/contracts/${contract}/tags`, body)).status).toBe(403);
  expect((await post(admin, `/customers/${randomUUID()}/tags`, body)).status).toBe(404);
  const { rows } = await test.owner.query<{ id: number }>(
    `insert into tags (tenant_id, tag_name, colour) values ($1, 'Fremd', '#123456') returning id`,
    [tenantB],
  );
  await test.owner.query('update tags set is_inactive = true where id = $1', [tag.id]);
  for (const id of [rows[0]?.id ?? 0, tag.id]) {
    expect(faultOf(await give('customers', customer.id, [id]))).toEqual([
      400,
      'common.validationFailed',
      'addedIds',
    ]);
  }
});

it('is not shown to the customer himself', async () => {
  const tag = await addTag('Beschwerde');
  const customer = await world.addCustomer(tenantA);
  await give('customers', customer.id, [tag.id]);
  const client = await server.caller({ ownCustomerId: customer.id, permissions: ['customers.view'] });
  const seen = await server.get(client, `/customers/${customer.id}`);
  expect([seen.status, seen.text.includes('Beschwerde')]).toEqual([200, false]);
  expect(namesOf(await server.get(client, '/tags'))).toEqual([]);
});

it('is merged into another one; what carried both carries it once', async () => {
  const [from, into] = [await addTag('Newsletter alt'), await addTag('Newsletter')];
  const [both, one] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
  await give('customers', both.id, [from.id, into.id]);
  await give('customers', one.id, [from.id]);
  const contract = await world.addContract(tenantA, one.id, tariff);
  await give('contracts', contract, [from.id]);
  const remove = await server.call(admin, 'DELETE', `/admin/tags/${from.id}`, {
    headers: { 'if-match': `"${from.rowVersion}"` },
  });
  expect(faultOf(remove).slice(0, 2)).toEqual([409, 'masterData.inUse']);
  expect(faultOf(await post(admin, `/admin/tags/${from.id}/merge`, { intoId: from.id }))[2]).toBe('intoId');
  const merged = await post(admin, `/admin/tags/${from.id}/merge`, { intoId: into.id });
  expect(merged.body).toMatchObject({ id: into.id, customerCount: 2, contractCount: 1 });
  expect((await server.get(admin, `/admin/tags/${from.id}`)).status).toBe(404);
});

it('takes the views along that showed what carries it', async () => {
  const [from, into] = [await addTag('Serienbrief alt'), await addTag('Serienbrief')];
  const view = { columns: null, sort: null, density: null, groupId: null };
  const keep = (screenKey: string, tagId: number) =>
    post(admin, '/saved-views', {
      ...view,
      screenKey,
      savedViewName: `Für Briefe ${tagId}`,
      filters: { tagId: String(tagId), ...(screenKey === 'contracts' && { scoreTo: '60' }) },
    });
  expect((await keep('contracts', from.id)).status).toBe(201);
  expect((await keep('customers', from.id)).status).toBe(201);
  expect((await keep('customers', into.id + 1000)).status).toBe(201);
  expect((await post(admin, `/admin/tags/${from.id}/merge`, { intoId: into.id })).status).toBe(200);
  const filtersOf = async (screenKey: string) =>
    z
      .array(z.looseObject({ filters: z.record(z.string(), z.string()) }))
      .parse((await server.get(admin, `/saved-views?screenKey=${screenKey}`)).body)
      .map(({ filters }) => filters);
  expect(await filtersOf('contracts')).toEqual([{ tagId: String(into.id), scoreTo: '60' }]);
  expect(new Set((await filtersOf('customers')).map(({ tagId }) => tagId))).toEqual(
    new Set([String(into.id), String(into.id + 1000)]),
  );
});

it('goes along when two customers become one, and back when it is undone', async () => {
  const [shared, own] = [await addTag('Gemeinsam'), await addTag('Nur hier')];
  const [survivor, merged] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
  await give('customers', survivor.id, [shared.id]);
  await give('customers', merged.id, [shared.id, own.id]);
  const detail = (await server.get(admin, `/customers/${survivor.id}`)).body;
  const draftOf = z.looseObject({ rowVersion: z.int() }).parse(detail);
  const tagsOf = async (id: string) =>
    namesOf({
      body: z.looseObject({ tags: z.unknown() }).parse((await server.get(admin, `/customers/${id}`)).body)
        .tags,
    });
  const { firstName, lastName } = survivor;
  const answer = await post(admin, `/customers/${survivor.id}/merge`, {
    mergedId: merged.id,
    rowVersion: draftOf.rowVersion,
    mergedRowVersion: 1,
    draft: { ...emptyCustomer, firstName, lastName, groupId: north },
  });
  expect([answer.status, await tagsOf(survivor.id)]).toEqual([200, ['Gemeinsam', 'Nur hier']]);
  expect((await post(admin, `/customers/${survivor.id}/merge/undo`, {})).status).toBe(200);
  expect([await tagsOf(survivor.id), await tagsOf(merged.id)]).toEqual([
    ['Gemeinsam'],
    ['Gemeinsam', 'Nur hier'],
  ]);
});
