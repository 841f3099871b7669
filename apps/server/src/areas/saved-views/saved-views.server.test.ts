import { randomUUID } from 'node:crypto';
import { type SavedView, viewScreen } from '@depotwerk/api/saved-views/saved-views';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { savedViewRoutes } from './routes.ts';

const { server, world, admin, post, run } = contractHouse((services) => savedViewRoutes(services));

const draft = (savedViewName: string, rest: object = {}) => ({
  savedViewName,
  columns: ['totalValue', 'customer.lastName'],
  filters: { withHints: 'true', valueFrom: '50000' },
  sort: '-totalValue',
  density: 'compact',
  groupId: null,
  ...rest,
});
const create = (token: string, name: string, rest: object = {}) =>
  post(token, '/saved-views', { screenKey: 'contracts', ...draft(name, rest) });
// Every answer has passed the schema of its call.
const viewOf = (answer: { body: unknown }) => answer.body as SavedView;
const listOf = async (token: string, screenKey = 'contracts') =>
  (await server.get(token, `/saved-views?screenKey=${screenKey}`)).body as SavedView[];
const namesOf = async (token: string) => (await listOf(token)).map((view) => view.savedViewName);
const put = (token: string, id: string, version: number, body: object) =>
  server.call(token, 'PUT', `/saved-views/${id}`, { body, headers: { 'if-match': `"${version}"` } });
const remove = (token: string, id: string, version: number) =>
  server.call(token, 'DELETE', `/saved-views/${id}`, { headers: { 'if-match': `"${version}"` } });
const setDefault = (token: string, viewId: string | null, screenKey = 'contracts') =>
  server.call(token, 'PUT', `/saved-views/defaults/${screenKey}`, { body: { viewId } });
const memberOf = (groupId: string, permissions = permissionCodes) =>
  server.caller({ permissions, memberships: [{ groupId, groupRights: ['groupContracts.view'] }] });
const faultOf = ({ status, body }: { status: number; body: unknown }) => {
  // The one shape of all errors.
  const { code, validation } = body as { code: string; validation?: { path: string }[] };
  return [status, code, validation?.[0]?.path];
};

it('keeps a view as it was saved, for its maker alone, on its list alone', async () => {
  const [anna, bert] = [await memberOf(north), await memberOf(north)];
  const made = await create(anna, 'Große mit Hinweisen');
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({
      ...draft('Große mit Hinweisen'),
      isOwn: true,
      isShared: false,
      isDefault: false,
    }),
  ]);
  expect(await listOf(anna)).toEqual([made.body]);
  expect([await listOf(bert), await listOf(anna, 'customers')]).toEqual([[], []]);
  const { id, rowVersion } = viewOf(made);
  for (const answer of [
    await put(bert, id, rowVersion, draft('Meins')),
    await remove(bert, id, rowVersion),
    await put(anna, randomUUID(), 1, draft('Fehlt')),
  ])
    expect(faultOf(answer).slice(0, 2)).toEqual([404, 'common.notFound']);
});

it('answers the views of all lists together, each as seen on its own list', async () => {
  const [anna, bert] = [await memberOf(north), await memberOf(south)];
  await create(anna, 'Meine Kunden', { screenKey: 'customers' });
  await create(anna, 'Mit Hinweisen');
  const shared = viewOf(await create(anna, 'Für alle im Norden', { groupId: north }));
  const all = async (token: string) => (await server.get(token, '/saved-views')).body as SavedView[];
  expect((await all(anna)).map(({ screenKey, savedViewName }) => [screenKey, savedViewName])).toEqual([
    ['contracts', 'Für alle im Norden'],
    ['customers', 'Meine Kunden'],
    ['contracts', 'Mit Hinweisen'],
  ]);
  expect((await all(anna)).filter(({ screenKey }) => screenKey === 'contracts')).toEqual(await listOf(anna));
  expect(await all(bert)).toEqual([]);
  expect((await server.get(anna, '/saved-views?screenKey=kunden')).status).toBe(400);
  // The tests after this one count what is shared in the north.
  await remove(anna, shared.id, shared.rowVersion);
});

it('keeps widths and what the list is grouped by, on every list there is', async () => {
  const anna = await memberOf(north);
  const kept = {
    columns: ['customer.lastName', 'totalValue'],
    widths: { 'customer.lastName': 240 },
    filters: { groupBy: 'insurer.insurerName' },
  };
  for (const screenKey of viewScreen.options) {
    const made = await create(anna, 'Breit', { screenKey, ...kept });
    expect([screenKey, made.status, made.body]).toEqual([screenKey, 201, expect.objectContaining(kept)]);
    expect((await listOf(anna, screenKey)).map(({ savedViewName }) => savedViewName)).toEqual(['Breit']);
  }
  for (const width of [0, 12345, 1.5, '160', null])
    expect([width, (await create(anna, 'Falsch', { widths: { totalValue: width } })).status]).toEqual([
      width,
      400,
    ]);
});

it('never has a width in the keys of columns, which pages of the release before would refuse with all views', async () => {
  const anna = await memberOf(north);
  expect((await create(anna, 'Falsch', { columns: ['totalValue:160'] })).status).toBe(400);
  const made = viewOf(await create(anna, 'Breit', { widths: { totalValue: 160 } }));
  for (const key of made.columns ?? []) expect(key).toMatch(/^[A-Za-z.]+$/);
  // Such a page saves what it shows: the columns without widths.
  const saved = viewOf(await put(anna, made.id, made.rowVersion, draft('Breit')));
  expect([made.widths, saved.widths]).toEqual([{ totalValue: 160 }, {}]);
});

it('is changed and deleted in the version that was read', async () => {
  const anna = await memberOf(north);
  const { id, rowVersion } = viewOf(await create(anna, 'Alt'));
  const changed = await put(anna, id, rowVersion, draft('Neu', { columns: null, sort: null, density: null }));
  expect(changed.body).toMatchObject({ savedViewName: 'Neu', columns: null, sort: null, density: null });
  const stale = await put(anna, id, rowVersion, draft('Überholt'));
  expect([stale.status, stale.body]).toEqual([
    412,
    expect.objectContaining({ current: expect.objectContaining({ savedViewName: 'Neu' }) }),
  ]);
  expect((await remove(anna, id, rowVersion)).status).toBe(412);
  expect((await remove(anna, id, viewOf(changed).rowVersion)).status).toBe(204);
  expect(await listOf(anna)).toEqual([]);
});

it('has each name once a person and list, in whatever case', async () => {
  const [anna, bert] = [await memberOf(north), await memberOf(north)];
  await create(anna, 'Fällig');
  expect(faultOf(await create(anna, ' FÄLLIG '))).toEqual([409, 'masterData.nameExists', 'savedViewName']);
  expect((await create(bert, 'Fällig')).status).toBe(201);
});

it('is seen by the group it is shared with and all below it, and changed by its maker only', async () => {
  const [anna, bert, other] = [await memberOf(north), await memberOf(north), await memberOf(south)];
  const made = viewOf(await create(anna, 'Team Nord', { groupId: north }));
  expect(made).toMatchObject({ isShared: true, groupId: north });
  expect(await namesOf(bert)).toContain('Team Nord');
  expect(await namesOf(admin)).toContain('Team Nord');
  expect(await namesOf(other)).not.toContain('Team Nord');
  expect((await put(bert, made.id, made.rowVersion, draft('Meins'))).status).toBe(404);
  const child = randomUUID();
  await run(
    `insert into groups (tenant_id, id, group_name, parent_group_id) values ($1, $2, 'Unter Nord', $3)`,
    child,
    north,
  );
  expect(await namesOf(await memberOf(child))).toContain('Team Nord');
  const { rows } = await run(
    `select action from audit_entries where tenant_id = $1 and object_type = 'savedView' and object_id = $2`,
    made.id,
  );
  expect(rows).toEqual([{ action: 'savedViews.share' }]);
  const taken = await put(anna, made.id, made.rowVersion, draft('Team Nord', { groupId: null }));
  expect([taken.status, await namesOf(bert)]).toEqual([200, []]);
});

it('is shared only by those who may, and only with groups they see', async () => {
  const anna = await memberOf(
    north,
    permissionCodes.filter((code) => code !== 'savedViews.share'),
  );
  expect(faultOf(await create(anna, 'Geteilt', { groupId: north })).slice(0, 2)).toEqual([
    403,
    'auth.forbidden',
  ]);
  const bert = await memberOf(north);
  for (const groupId of [south, randomUUID()])
    expect(faultOf(await create(bert, 'Geteilt', { groupId }))).toEqual([
      400,
      'common.validationFailed',
      'groupId',
    ]);
});

it('opens a list for each person with the view she chose, one a list', async () => {
  const [anna, bert] = [await memberOf(north), await memberOf(north)];
  const own = viewOf(await create(anna, 'Eigene'));
  const shared = viewOf(await create(bert, 'Geteilte', { groupId: north }));
  const defaults = async (token: string) =>
    (await listOf(token)).filter(({ isDefault }) => isDefault).map(({ savedViewName }) => savedViewName);
  await setDefault(anna, own.id);
  expect((await setDefault(anna, shared.id)).status).toBe(204);
  expect([await defaults(anna), await defaults(bert)]).toEqual([['Geteilte'], []]);
  for (const answer of [
    await setDefault(bert, own.id),
    await setDefault(bert, randomUUID()),
    await setDefault(anna, own.id, 'customers'),
  ])
    expect(faultOf(answer)).toEqual([400, 'common.validationFailed', 'viewId']);
  // A default whose view its maker deletes is none any more.
  await remove(bert, shared.id, shared.rowVersion);
  expect(await defaults(anna)).toEqual([]);
  await setDefault(anna, own.id);
  await setDefault(anna, null);
  expect(await defaults(anna)).toEqual([]);
});

it('keeps no searched text, nothing that is no address, and no more than 50 a person', async () => {
  const anna = await memberOf(north);
  for (const rest of [
    { filters: { search: 'Müller' } },
    { filters: { 'a b': 'x' } },
    { filters: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`a${'b'.repeat(n)}`, 'x'])) },
    { filters: { tagId: 'x'.repeat(101) } },
    { columns: [] },
    { columns: ['a;b'] },
    { sort: 'a b' },
    { density: 'weit' },
  ])
    expect([rest, ...faultOf(await create(anna, 'Falsch', rest)).slice(0, 2)]).toEqual([
      rest,
      400,
      'common.validationFailed',
    ]);
  expect(faultOf(await create(anna, '  '))[0]).toBe(400);
  await Promise.all(Array.from({ length: 50 }, (_, n) => create(anna, `Ansicht ${n}`)));
  const refused = await create(anna, 'Eine zu viel');
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('bereits 50 Ansichten')]);
});

it('is nothing for customers', async () => {
  const customer = await world.addCustomer(tenantA);
  const client = await server.caller({ ownCustomerId: customer.id, permissions: ['customers.view'] });
  expect(await listOf(client)).toEqual([]);
  expect((await create(client, 'Meine')).status).toBe(403);
  expect((await setDefault(client, null)).status).toBe(403);
});

it('is deleted for its maker, who may not sign in any more, by who may share with its group', async () => {
  const [anna, bert] = [await memberOf(north), await memberOf(north)];
  const reader = await memberOf(
    north,
    permissionCodes.filter((code) => code !== 'savedViews.share'),
  );
  const stranger = await memberOf(south);
  const shared = viewOf(await create(anna, 'Zurückgelassen', { groupId: north }));
  const own = viewOf(await create(anna, 'Nur für mich'));
  const foundBy = async (token: string) => (await listOf(token)).find(({ id }) => id === shared.id);
  expect([(await foundBy(anna))?.mayDelete, (await foundBy(bert))?.mayDelete]).toEqual([true, false]);
  expect((await remove(bert, shared.id, shared.rowVersion)).status).toBe(404);
  await run('update users set is_inactive = true where tenant_id = $1 and id = $2', anna);
  expect([(await foundBy(bert))?.mayDelete, (await foundBy(reader))?.mayDelete]).toEqual([true, false]);
  // Changed it is by nobody, and what she kept for herself is nobody's.
  expect((await put(bert, shared.id, shared.rowVersion, draft('Meins'))).status).toBe(404);
  for (const [token, view] of [
    [reader, shared],
    [stranger, shared],
    [bert, own],
  ] as const)
    expect((await remove(token, view.id, view.rowVersion)).status).toBe(404);
  expect((await remove(bert, shared.id, shared.rowVersion)).status).toBe(204);
  expect(await foundBy(reader)).toBeUndefined();
});
