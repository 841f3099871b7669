import { randomUUID } from 'node:crypto';
import type { TermsVersion } from '@depotwerk/api/white-label/terms';
import { latestDay } from '@depotwerk/domain/date-text';
import { beforeAll, expect, it } from 'vitest';
import { codeOf, contractHouse } from '../../../test/contract-house.ts';
import { tenantA, tenantB } from '../../../test/contract-world.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import { appearanceRoutes } from './appearance-routes.ts';
import { readTermsToAgree } from './terms.view.ts';
import { createTermsPage } from './terms-page.ts';
import { termsRoutes } from './terms-routes.ts';
import { createWhiteLabelReader } from './white-label.view.ts';

/** How far the day of the caller lies behind that of the house. */
let daysBehind = 0;
const callersClock = () => Date.now() - daysBehind * 24 * 60 * 60_000;
const house = contractHouse((services) => [
  ...appearanceRoutes(services),
  ...termsRoutes({ ...services, clock: callersClock }),
]);
const { test: db, server, run } = house;
const host = 'portal.sued.example';
let editor: string;
let client: string;
let clientId: string;
let appearance: string;
let path: string;
let later = 0;

const services = () => ({
  database: db.database,
  // Configurations are kept for a second.
  clock: () => Date.now() + (later += 2000),
  settings: { isDemo: false, publicOrigin: 'https://depotwerk.example', bankUrl: null },
  logger: { info: () => {}, error: () => {} },
});

beforeAll(async () => {
  editor = await server.caller({ permissions: ['whiteLabel.edit'] });
  clientId = randomUUID();
  client = await server.caller({ userId: clientId, permissions: [] });
  const { rows } = await run(
    `insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour, terms_url)
     values ($1, 'Haus <Süd>', '#123456', '#123456', 'https://sued.example/agb') returning id`,
  );
  appearance = rows[0].id;
  await run(
    'insert into white_label_hosts (tenant_id, host, white_label_id) values ($1, $2, $3)',
    host,
    appearance,
  );
  path = `/admin/white-label-configs/${appearance}/terms`;
});

const draft = { version: '2026-12', validFrom: null as string | null, asksAgain: false, content: 'Eins' };
const publish = (change: Partial<typeof draft> = {}, key = randomUUID()) =>
  server.call(editor, 'POST', path, { body: { ...draft, ...change }, headers: { 'idempotency-key': key } });
const list = async () => (await server.get(editor, path)).body as TermsVersion[];
const agree = (version: string) =>
  server.call(client, 'POST', '/auth/terms-agreement', { body: { version }, headers: { host } });
const due = () => readTermsToAgree(db.database, { tenantId: tenantA, userId: clientId }, `${host}:8443`);
const shown = async () => {
  const { config } = await createWhiteLabelReader(services())(host);
  return [config.termsUrl, config.termsVersion ?? null];
};
const page = (version: string | null, at = host, language: string | null = null, accepted = '') =>
  createTermsPage(services())(at, { version, language, accepted });

it('leaves a house that shows a link alone as it was', async () => {
  expect(await list()).toEqual([]);
  expect(await shown()).toEqual(['https://sued.example/agb', null]);
  const none = await page(null);
  expect(none).toContain('Hier sind keine Nutzungsbedingungen veröffentlicht.');
  expect(none).toContain('<a href="https://sued.example/agb">Nutzungsbedingungen des Hauses</a>');
  expect(await page(null, host, 'en')).toContain('No terms of use are published here.');
  expect(codeOf(await agree('2026-11'))).toEqual([409, 'auth.termsOutdated']);
});

it('refuses what nobody could read or tell apart', async () => {
  const of = async (change: Partial<typeof draft>) => (await publish(change)).body;
  expect(await of({ version: ' ', content: ' \n ' })).toMatchObject({
    validation: [
      { path: 'version', code: 'required' },
      { path: 'content', code: 'required' },
    ],
  });
  expect(await of({ validFrom: '2020-01-01' })).toMatchObject({
    validation: [{ path: 'validFrom', code: 'dayPassed' }],
  });
  // The name of what people agreed to behind the link.
  for (const version of ['2026-11', '2026-11\u200b', '2026\u201111'])
    expect(await of({ version })).toMatchObject({ validation: [{ path: 'version', code: 'nameExists' }] });
  const elsewhere = `/admin/white-label-configs/${randomUUID()}/terms`;
  expect((await house.post(editor, elsewhere, draft)).status).toBe(404);
  expect((await server.get(editor, elsewhere)).status).toBe(404);
});

it('counts from its day on, in place of the link, and is asked for again only where that is set', async () => {
  const key = randomUUID();
  const first = await publish({ content: '# Zugang\n\nEins &\nzwei <b>' }, key);
  expect(first.status).toBe(201);
  expect((await publish({ content: '# Zugang\n\nEins &\nzwei <b>' }, key)).body).toEqual(first.body);
  for (const version of [' 2026-12 ', '2026\u00ad-12', '\ufeff2026-12'])
    expect(codeOf(await publish({ version }))).toEqual([409, 'masterData.nameExists']);
  expect(await shown()).toEqual(['/terms', '2026-12']);
  const text = await page(null);
  expect(text).toContain('<h2>Zugang</h2>\n<p>Eins &amp;<br>\nzwei &lt;b&gt;</p>');
  expect(text).toContain('<title>Nutzungsbedingungen · Haus &lt;Süd&gt;</title>');
  // Nobody is asked who never agreed to anything.
  expect(await due()).toBeNull();
  expect((await agree('2026-12')).status).toBe(204);
  expect((await agree('2026-12')).status).toBe(204);

  expect((await publish({ version: '2027-01', validFrom: latestDay, asksAgain: true })).status).toBe(201);
  expect(await shown()).toEqual(['/terms', '2026-12']);
  expect(await due()).toBeNull();
  // One that does not count yet is none, like one that never was.
  expect(await page('2027-01')).toBe(await page('gibt-es-nicht'));
  expect(await page('2027-01')).toContain('Diese Fassung ist hier nicht veröffentlicht.');
  expect(await page('2027-01')).toContain('<a href="/terms">Zur geltenden Fassung</a>');
  expect(codeOf(await agree('2027-01'))).toEqual([409, 'auth.termsOutdated']);

  expect((await publish({ version: '2026-12b', content: 'Zwei' })).status).toBe(201);
  expect([await shown(), await due()]).toEqual([['/terms', '2026-12b'], null]);
  expect((await publish({ version: '2026-12c', asksAgain: true, content: 'Drei' })).status).toBe(201);
  expect(await due()).toBe('2026-12c');
  // A later one that would not ask by itself does not let anybody past the one that does.
  expect((await publish({ version: '2026-12d', content: 'Vier' })).status).toBe(201);
  expect(await due()).toBe('2026-12d');
  expect((await agree('2026-12d')).status).toBe(204);
  expect(await due()).toBeNull();

  const { rows: days } = await run(
    `select bool_and(valid_from = (created_at at time zone 'Europe/Berlin')::date) as is_of_the_day
       from terms_versions where tenant_id = $1 and valid_from <> $2`,
    latestDay,
  );
  expect(days).toEqual([{ is_of_the_day: true }]);
  const found = await list();
  expect(found.map(({ version, state, agreementCount }) => [version, state, agreementCount])).toEqual([
    ['2027-01', 'planned', 0],
    ['2026-12d', 'current', 1],
    ['2026-12c', 'past', 0],
    ['2026-12b', 'past', 0],
    ['2026-12', 'past', 1],
  ]);
  expect(found.map(({ content }) => content)).toEqual(['Eins', 'Vier', null, null, null]);
  const { rows } = await run(
    'select terms_version from terms_agreements where tenant_id = $1 and user_id = $2 order by agreed_at',
    clientId,
  );
  expect(rows.map(({ terms_version }) => terms_version)).toEqual(['2026-12', '2026-12d']);
  expect(await page('2026-12')).toContain('Das ist nicht die Fassung, die heute gilt.');
});

it('says what stands around a text in a language the house offers, chosen on the page before that of the browser', async () => {
  const english = async (...asked: Parameters<typeof page>) => {
    const text = (await page(...asked)) ?? '';
    return [
      /lang="(\w+)"/.exec(text)?.[1],
      /<title>(.+) · /.exec(text)?.[1],
      text.includes('<div lang="de">'),
    ];
  };
  const offered = (tags: string) =>
    run('update white_label_configs set languages = $2::text[] where tenant_id = $1', tags);
  await offered('{de}');
  expect(await english(null, host, 'en', 'en-GB')).toEqual(['de', 'Nutzungsbedingungen', false]);
  expect(await page(null)).not.toContain('English');
  await offered('{de,en}');
  expect(await english(null, host, null, 'fr;q=0.9, en-GB, de')).toEqual(['en', 'Terms of use', true]);
  // The weights count, not the order; what weighs nothing is not wanted, and only whole names of languages are.
  for (const [accepted, language] of [
    ['de;q=0.4, en;q=0.9', 'en'],
    ['en;q=0, de', 'de'],
    ['en; q=0.5 , de-AT ;q=0.6', 'de'],
    ['enm, de', 'de'],
    ['en;q=viel', 'de'],
    ['*', 'de'],
  ] as const)
    expect([accepted, (await english(null, host, null, accepted))[0]]).toEqual([accepted, language]);
  expect(await english(null, host, 'de', 'en')).toEqual(['de', 'Nutzungsbedingungen', false]);
  expect(await english(null, host, 'xx')).toEqual(['de', 'Nutzungsbedingungen', false]);
  const older = await page('2026-12', host, 'en');
  expect(older).toContain('<p>Version 2026-12, valid from ');
  expect(older).toContain('today. <a href="/terms?language=en">To the valid version</a>');
  expect(older).toContain(
    '<a href="/terms?version=2026-12&amp;language=de" hreflang="de" lang="de">Deutsch</a>',
  );
});

it('counts at once where the day of the house has begun before that of whoever publishes it', async () => {
  daysBehind = 1;
  const today = todayOfHouse({ clock: callersClock });
  expect((await publish({ version: 'Vom Westen', validFrom: today, content: 'Vier' })).status).toBe(201);
  const { rows } = await run(
    `select valid_from = (now() at time zone 'Europe/Berlin')::date as "isOfTheHouse" from terms_versions
      where tenant_id = $1 and version = 'Vom Westen'`,
  );
  expect([rows, await shown()]).toEqual([[{ isOfTheHouse: true }], ['/terms', 'Vom Westen']]);
  daysBehind = 2;
  const early = await publish({ version: 'Zu früh', validFrom: '2020-01-01' });
  expect(early.body).toMatchObject({ validation: [{ path: 'validFrom', code: 'dayPassed' }] });
  daysBehind = 0;
});

it('is taken back until its day, and never after', async () => {
  const [planned, current] = await list();
  const remove = (id = '') => server.call(editor, 'DELETE', `${path}/${id}`);
  expect(codeOf(await remove(current?.id))).toEqual([409, 'whiteLabel.termsCount']);
  // Of two at once one takes it back.
  const answers = await Promise.all([1, 2, 3].map(() => remove(planned?.id)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
  const { rows: told } = await run(
    `select from audit_entries where tenant_id = $1 and action = 'whiteLabel.withdrawTerms'`,
  );
  expect(told).toHaveLength(1);
  await expect(
    db.database.transaction({ tenantId: tenantA, userId: null }, (transaction) =>
      transaction.updateTable('terms_versions').set({ content: 'Anders' }).execute(),
    ),
  ).rejects.toThrow(/permission denied/);
  const read = await server.get(editor, `/admin/white-label-configs/${appearance}`);
  const gone = await server.call(editor, 'DELETE', `/admin/white-label-configs/${appearance}`, {
    headers: { 'if-match': String(read.headers.etag) },
  });
  expect(codeOf(gone)).toEqual([409, 'masterData.inUse']);
});

it('is the house’s own: no other one reads or changes it', async () => {
  const stranger = await server.caller({ tenantId: tenantB, permissions: ['whiteLabel.edit'] });
  expect((await server.get(stranger, path)).status).toBe(404);
  expect((await house.post(stranger, path, draft)).status).toBe(404);
  expect((await server.get(client, path)).status).toBe(403);
  expect(await page('2026-12', 'anderswo.example')).toBeNull();
});
