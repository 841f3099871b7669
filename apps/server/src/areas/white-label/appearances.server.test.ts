import { randomUUID } from 'node:crypto';
import type { Appearance } from '@depotwerk/api/white-label/appearances';
import { fontFamilies } from '@depotwerk/domain/white-label/check-appearance';
import { beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { tenantA, tenantB } from '../../../test/contract-world.ts';
import { appearanceRoutes } from './appearance-routes.ts';
import { createFeatureReader } from './white-label.view.ts';

const { test: db, server } = contractHouse((services) => appearanceRoutes(services));
let editor: string;
let stranger: string;
beforeAll(async () => {
  // The other house comes later: until then any host may be named.
  await db.owner.query('update tenants set is_inactive = true where tenant_id = $1', [tenantB]);
  editor = await server.caller({ permissions: ['whiteLabel.edit'] });
  stranger = await server.caller({ tenantId: tenantB, permissions: ['whiteLabel.edit'] });
});

const draft = {
  applicationTitle: 'Haus Süd',
  hosts: ['portal.sued.example'],
  allowedFrameAncestors: [] as string[],
  logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAAA=',
  logoDark: null,
  favicon: null,
  appIcon: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAAA=' as string | null,
  primaryColour: '#FFDD00',
  accentColour: '#B35C01',
  fontFamily: fontFamilies[3],
  languages: ['de'] as const,
  registrationMode: 0,
  supportPhone: null,
  supportMail: 'hilfe@sued.example',
  imprintUrl: '/impressum',
  privacyUrl: 'https://sued.example/datenschutz',
  termsUrl: null,
  accessibilityStatementUrl: null,
  loginHint: ' ',
  features: { depotanalysis: false, preregistration: false, bankCredentials: true, esg: true, bulk: false },
};
const create = (token: string, change: Partial<typeof draft> = {}, key = randomUUID()) =>
  server.call(token, 'POST', '/admin/white-label-configs', {
    body: { ...draft, ...change },
    headers: { 'idempotency-key': key },
  });
const put = (token: string, { id, rowVersion }: Appearance, change: Partial<typeof draft>) =>
  server.call(token, 'PUT', `/admin/white-label-configs/${id}`, {
    body: { ...draft, ...change },
    headers: { 'if-match': `"${rowVersion}"` },
  });
const remove = (token: string, id: string, rowVersion: number) =>
  server.call(token, 'DELETE', `/admin/white-label-configs/${id}`, {
    headers: { 'if-match': `"${rowVersion}"` },
  });
const list = async (token: string) =>
  (await server.get(token, '/admin/white-label-configs')).body as Appearance[];

it('is kept for the hosts of the house, the first one as the usual one, once for one key', async () => {
  const key = randomUUID();
  const first = await create(editor, {}, key);
  expect([first.status, first.body]).toEqual([
    201,
    {
      ...draft,
      id: expect.any(String),
      primaryColour: '#ffdd00',
      accentColour: '#b35c01',
      loginHint: null,
      isDefault: true,
      rowVersion: 1,
    },
  ]);
  expect((await create(editor, {}, key)).body).toEqual(first.body);
  const loaded = { ...draft, fontFamily: 'url(https://boese.example/font)' };
  expect((await server.call(editor, 'POST', '/admin/white-label-configs', { body: loaded })).status).toBe(
    400,
  );
  const second = (await create(editor, { applicationTitle: 'Zweites', hosts: [], loginHint: 'Eins\nZwei' }))
    .body as Appearance;
  const read = await server.get(editor, `/admin/white-label-configs/${second.id}`);
  expect([read.status, read.headers.etag, read.body]).toEqual([200, `"${second.rowVersion}"`, second]);
  expect(second.loginHint).toBe('Eins\nZwei');
  expect((await server.get(editor, `/admin/white-label-configs/${randomUUID()}`)).status).toBe(404);
  expect((await list(editor)).map(({ isDefault }) => isDefault)).toEqual([true, false]);
  const changed = await put(editor, second, { hosts: ['b.sued.example'] });
  expect(changed.body).toMatchObject({ hosts: ['b.sued.example'], isDefault: false });
  expect((await put(editor, second, {})).status).toBe(412);
  const remove = (one: Appearance) =>
    server.call(editor, 'DELETE', `/admin/white-label-configs/${one.id}`, {
      headers: { 'if-match': `"${one.rowVersion}"` },
    });
  expect((await remove(changed.body as Appearance)).status).toBe(204);
  expect((await remove(first.body as Appearance)).status).toBe(409);
});

it('says at which host a house offers what it can close', async () => {
  const offers = createFeatureReader({ database: db.database, logger: { info: () => {}, error: () => {} } });
  const made = await create(editor, {
    applicationTitle: 'Ohne Bankzugänge',
    hosts: ['eng.sued.example'],
    features: { ...draft.features, bankCredentials: false, bulk: true },
  });
  expect(made.status).toBe(201);
  const offered = async (host: string) => [
    await offers(tenantA, host, 'bulk'),
    await offers(tenantA, host, 'bankCredentials'),
  ];
  expect(await offered('eng.sued.example:8443')).toEqual([true, false]);
  const usual = await create(editor, {
    applicationTitle: 'Mit allem',
    hosts: ['weit.sued.example'],
    features: { ...draft.features, bankCredentials: true, bulk: true },
  });
  expect(usual.status).toBe(201);
  const [first] = await list(editor);
  const makeUsual = async (id: string | undefined) => {
    await db.owner.query('update white_label_configs set is_default = false where tenant_id = $1', [tenantA]);
    await db.owner.query('update white_label_configs set is_default = true where id = $1', [id]);
  };
  await makeUsual((usual.body as Appearance).id);
  expect(await offered('weit.sued.example')).toEqual([true, true]);
  // A host is what a caller writes: one that is none of the house opens nothing that any appearance closes.
  for (const host of ['fremd.example', '', "'; --", 'weit.sued.example.boese.example'])
    expect([host, await offered(host)]).toEqual([host, [false, false]]);
  await makeUsual(first?.id);
});

it('counts as closed where an appearance cannot be read', async () => {
  const offers = createFeatureReader({ database: db.database, logger: { info: () => {}, error: () => {} } });
  const made = await create(editor, {
    applicationTitle: 'Unlesbar',
    hosts: ['unlesbar.sued.example'],
    features: { ...draft.features, bulk: true },
  });
  expect(await offers(tenantA, 'unlesbar.sued.example', 'bulk')).toBe(true);
  await db.owner.query(
    `update white_label_configs set features = features || '{"bulk": "ja"}' where id = $1`,
    [(made.body as Appearance).id],
  );
  expect(await offers(tenantA, 'unlesbar.sued.example', 'bulk')).toBe(false);
  expect(await offers(tenantA, 'unlesbar.sued.example', 'esg')).toBe(false);
  for (const table of ['white_label_hosts where white_label_id', 'white_label_configs where id'])
    await db.owner.query(`delete from ${table} = $1`, [(made.body as Appearance).id]);
});

it('belongs to one house: hosts, reading and writing', async () => {
  const [own] = await list(editor);
  if (!own) throw new Error('The test above made one.');
  await db.owner.query('update tenants set is_inactive = false where tenant_id = $1', [tenantB]);
  for (const host of ['portal.sued.example', 'frei.example']) {
    const refused = await create(stranger, { hosts: [host] });
    expect([refused.status, (refused.body as { validation: object[] }).validation]).toEqual([
      400,
      [{ path: 'hosts', code: 'hostOfOperator' }],
    ]);
  }
  const answer = await put(editor, own, {});
  const kept = answer.body as Appearance;
  expect([answer.status, kept.hosts.length > 0]).toEqual([200, true]);
  // A house among several has no other way to a second appearance than the hosts it was given.
  expect((await create(editor, { applicationTitle: 'Zweitmarke', hosts: kept.hosts })).status).toBe(201);
  expect((await put(editor, kept, {})).status).toBe(412);
  const [left] = await list(editor);
  if (!left) throw new Error('It stays.');
  expect(left.hosts).toEqual([]);
  const back = await put(editor, left, { hosts: kept.hosts });
  expect(back.body).toMatchObject({ hosts: kept.hosts });
  // Whatever one of them leaves stays with the house, by the usual one, which leaves nothing.
  expect((await put(editor, back.body as Appearance, { hosts: [] })).body).toMatchObject({
    validation: [{ path: 'hosts', code: 'hostOfUsual' }],
  });
  const second = (await list(editor)).find((each) => each.applicationTitle === 'Zweitmarke');
  if (!second) throw new Error('It was made above.');
  const ownHosts = async () => (await list(editor)).find((each) => each.id === own.id)?.hosts;
  const moved = await put(editor, second, { applicationTitle: 'Zweitmarke', hosts: kept.hosts });
  expect([moved.status, await ownHosts()]).toEqual([200, []]);
  const left2 = await put(editor, moved.body as Appearance, { applicationTitle: 'Zweitmarke', hosts: [] });
  expect([left2.status, await ownHosts()]).toEqual([200, kept.hosts]);
  const again = await put(editor, left2.body as Appearance, {
    applicationTitle: 'Zweitmarke',
    hosts: kept.hosts,
  });
  expect(await ownHosts()).toEqual([]);
  const { id, rowVersion } = again.body as Appearance;
  expect((await remove(editor, id, rowVersion)).status).toBe(204);
  expect(await ownHosts()).toEqual(kept.hosts);
  expect(await list(stranger)).toEqual([]);
  expect((await put(stranger, own, {})).status).toBe(404);
  const nobody = await server.caller({ permissions: ['admin.access'] });
  expect((await create(nobody)).status).toBe(403);
});

it('keeps the accent colour and the icon as every visitor is given them', async () => {
  const [own] = await list(editor);
  if (!own) throw new Error('The test above made one.');
  const changed = await put(editor, own, { hosts: ['portal.sued.example'], accentColour: '#7a1f5c' });
  expect(changed.body).toMatchObject({ accentColour: '#7a1f5c', appIcon: draft.appIcon });
  const { rows } = await db.owner.query(
    'select accent_colour, shortcut_icons from white_label_configs where id = $1',
    [own.id],
  );
  expect(rows).toEqual([
    {
      accent_colour: '#7a1f5c',
      shortcut_icons: [{ sizes: '180x180', href: draft.appIcon, type: 'image/png' }],
    },
  ]);
  const without = await put(editor, changed.body as Appearance, { appIcon: null });
  expect(without.body).toMatchObject({ accentColour: '#b35c01', appIcon: null });
});

it('says which field is wrong', async () => {
  const refused = await create(editor, { imprintUrl: 'javascript:alert(1)', hosts: ['https://x'] });
  const { validation } = refused.body as { validation: { path: string }[] };
  expect([refused.status, validation.map(({ path }) => path)]).toEqual([400, ['hosts', 'imprintUrl']]);
});

it('names the apps that may stand around the page of its hosts, by addresses a header reads as one source each', async () => {
  const [own] = await list(editor);
  if (!own) throw new Error('The tests above made one.');
  const refused = await put(editor, own, { allowedFrameAncestors: ['https://a.example;script-src'] });
  expect((refused.body as { validation: object[] }).validation).toEqual([
    { path: 'allowedFrameAncestors', code: 'frameAncestors', params: { limit: 10 } },
  ]);
  const allowedFrameAncestors = ['https://app.sued.example', 'https://app.sued.example:8443'];
  expect((await put(editor, own, { allowedFrameAncestors })).body).toMatchObject({ allowedFrameAncestors });
});
