import { randomUUID } from 'node:crypto';
import { compareTariffContents } from '@depotwerk/domain/tariff/compare-tariffs';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { textOf } from '../../../test/document-world.ts';
import { paperRoutes } from '../../paper-routes.ts';
import { readNamesOf } from '../tariffs/tariff-names.view.ts';
import type { VersionContent } from '../tariffs/version-content.view.ts';
import { createPdfPool } from './pdf/pdf-pool.ts';
import { createReportTurns } from './report-turns.ts';

const db = useTestDatabase();
const pdf = createPdfPool({ size: 1, timeoutMs: 60_000 });
let world: AdviceWorld;
let manager: string;
let tariffId: string;
let hybridId: string;
let published: VersionContent;

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (services) =>
    paperRoutes({
      ...services,
      pdf,
      logger: { info: () => {}, error: () => {} },
      houseOf: () => Promise.resolve(builtInWhiteLabel),
      originOf: () => Promise.resolve('https://depotwerk.example'),
      limitCreation: () => {},
      reportTurns: createReportTurns(),
      outdatedReasons: () => Promise.resolve([]),
      recommendedAdvice: () => Promise.resolve(null),
      checkedNow: () => Promise.resolve(null),
      targetMix: () => Promise.resolve(null),
    }),
  );
  manager = await world.caller({ permissions: ['tariffs.view', 'tariffs.report'] });
  const { rows } = await world.owner.query<{ tariff_id: string; content: VersionContent }>(
    `select v.tariff_id, v.content from tariff_versions v where v.tenant_id = $1 and v.state = 'published' and not exists (
       select from tariff_versions o where o.tariff_id = v.tariff_id and o.id <> v.id) order by v.tariff_id`,
    [world.tenantId],
  );
  const own = rows.find(({ content }) => content.components !== null);
  const hybrid = rows.find(({ content }) => content.components === null);
  if (!own || !hybrid) throw new Error('The demo world has tariffs of both kinds.');
  [tariffId, hybridId, published] = [own.tariff_id, hybrid.tariff_id, own.content];
  if (!published.components) return;
  const { components, tariff } = published;
  const changed: VersionContent = {
    ...published,
    tariff: { ...tariff, description: 'Überarbeitet <b>', maxSecuritiesPortfolio: 17 },
    components: {
      ...components,
      risk: {
        ...components.risk,
        tariffRiskItemsTargets: components.risk.tariffRiskItemsTargets.map((target) => (target ?? 0) + 0.4),
      },
    },
  };
  await world.owner.query(
    `insert into tariff_versions (tenant_id, tariff_id, version_number, state, content, comment)
     values ($1, $2, 2, 'submitted', $3, 'Bänder angehoben')`,
    [world.tenantId, tariffId, JSON.stringify(changed)],
  );
}, 120_000);
afterAll(async () => {
  await world.stop();
  pdf.stop();
});

const plain = (text: string) => text.replaceAll(/[\s\u00ad]/g, '');

async function make(
  id: string,
  type: string,
  body: object = {},
  token = manager,
  key: string = randomUUID(),
) {
  const answer = await world.file(token, 'POST', `/tariffs/${id}/report-data/${type}`, body, {
    'idempotency-key': key,
  });
  return { ...answer, text: async () => plain(await textOf(answer.bytes)) };
}

describe('the report of a tariff', () => {
  it('says all its published version says, and lies in the archive with its hash', async () => {
    const answer = await make(tariffId, 'tariffBasics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('Tarifgrundlagen');
    const text = await answer.text();
    const { tariff, components } = published;
    const names = await readNamesOf(db.database, world.scopeOf(manager), [published]);
    if (!components) throw new Error('It has components.');
    const expected = [
      'Tarifgrundlagen',
      tariff.name,
      tariff.key,
      'Version1,veröffentlicht',
      components.risk.name,
      components.selection.name,
      ...components.allocation.peergroupIds.map((id) => names('peergroup', id)),
      ...components.selection.tariffSelectedFunds.map((id) => names('fund', id)),
      ...components.risk.tariffRiskItemsTargets.map((target) => `${target?.toFixed(1).replace('.', ',')} %`),
      ...Array.from({ length: 21 }, (_, index) => names('hint', index + 1)),
      ...components.allocation.allocationItems
        .filter(({ fraction }) => fraction > 0)
        .map(({ fraction }) => (fraction * 100).toFixed(1).replace('.', ',')),
    ];
    for (const one of expected) expect(text).toContain(plain(one));
    const { rows } = await world.owner.query<{ hash: string; type: string; tariff_id: string }>(
      `select encode(r.data_hash, 'hex') as hash, r.report_type as type, r.tariff_id from reports r where r.id = $1`,
      [answer.headers.get('x-report-id')],
    );
    expect(rows).toMatchObject([{ type: 'tariffBasics', tariff_id: tariffId }]);
    expect(text).toContain(rows[0]?.hash);
  });

  it('shows the fund risk matrix of a hybrid tariff, and the matrix alone', async () => {
    const basics = await (await make(hybridId, 'tariffBasics')).text();
    expect(basics).toContain('WasdasGarantieniveaukostet');
    expect(basics).toContain('Fonds-Risiko-Matrix');
    expect(basics).not.toContain('Anlageuniversum');
    const matrix = await (await make(tariffId, 'tariffRiskMatrix')).text();
    expect(matrix).toContain('Allokationsmatrix');
    expect(matrix).not.toContain('Expertenhinweise');
  });

  it('names the version asked for', async () => {
    const text = await (await make(tariffId, 'tariffBasics', { versionNumber: 2, withCharts: false })).text();
    expect(text).toContain('Version2,zurFreigabeeingereicht');
    expect(text).toContain('Überarbeitet<b>');
  });
});

describe('the comparison of two versions', () => {
  it('says every difference the screen says', async () => {
    const answer = await make(tariffId, 'tariffVersionComparison');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const { rows } = await world.owner.query<{ content: VersionContent }>(
      'select content from tariff_versions where tariff_id = $1 order by version_number',
      [tariffId],
    );
    const [before, after] = rows.map(({ content }) => content);
    if (!before || !after) throw new Error('There are two versions.');
    const names = await readNamesOf(db.database, world.scopeOf(manager), [before, after]);
    const { differences, matrices } = compareTariffContents(before, after, names);
    expect(differences.length + matrices.length).toBeGreaterThan(2);
    for (const { label, before: old, after: now } of differences)
      for (const one of [label, old ?? '', now ?? '']) expect(text).toContain(plain(one));
    for (const { rows: changed } of matrices)
      for (const { label, before: old, after: now } of changed) {
        expect(text).toContain(plain(label));
        for (const value of [...old, ...now])
          expect(text).toContain((value ?? 0).toFixed(1).replace('.', ','));
      }
    expect(text).toContain('Bänderangehoben');
  });

  it('of a version with itself finds nothing, and needs a second one', async () => {
    const same = await make(tariffId, 'tariffVersionComparison', { versionNumber: 1, comparedWith: 1 });
    expect(await same.text()).toContain('KeineUnterschiede');
    const alone = await make(hybridId, 'tariffVersionComparison');
    expect([alone.status, JSON.parse(alone.bytes.toString())]).toMatchObject([
      409,
      { code: 'reports.versionMissing' },
    ]);
  });
});

describe('making it', () => {
  it('needs the right, a tariff of the tenant and a version that exists', async () => {
    const viewer = await world.caller({ permissions: ['tariffs.view', 'reports.create'] });
    expect((await make(tariffId, 'tariffBasics', {}, viewer)).status).toBe(403);
    const stranger = await world.caller({ tenant: 'nord.example' });
    expect((await make(tariffId, 'tariffBasics', {}, stranger)).status).toBe(404);
    expect((await make(randomUUID(), 'tariffBasics')).status).toBe(404);
    expect((await make(tariffId, 'tariffBasics', { versionNumber: 99 })).status).toBe(404);
    expect((await make(tariffId, 'tariffBasics', { versionNumber: 0 })).status).toBe(400);
    expect((await make(tariffId, 'tariffSecrets')).status).toBe(400);
  });

  it('with the same key answers the archived file, and opens by a one-time address', async () => {
    const key = randomUUID();
    const first = await make(tariffId, 'tariffBasics', {}, manager, key);
    const second = await make(tariffId, 'tariffBasics', {}, manager, key);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    const reportId = first.headers.get('x-report-id') ?? '';
    const address = await world.call<{ url: string }>(manager, 'POST', `/reports/report-url/${reportId}`);
    expect(address.status).toBe(200);
    const path = address.body.url.replace('/api', '');
    expect((await world.file(null, 'GET', path)).bytes.equals(first.bytes)).toBe(true);
    expect((await world.file(null, 'GET', path)).status).toBe(404);
    const viewer = await world.caller({ permissions: ['tariffs.view', 'documents.view'] });
    expect((await world.call(viewer, 'POST', `/reports/report-url/${reportId}`)).status).toBe(404);
    const stranger = await world.caller({ tenant: 'nord.example' });
    expect((await world.call(stranger, 'POST', `/reports/report-url/${reportId}`)).status).toBe(404);
  });

  it('leaves reports that outlive their tariff', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `select t.id from tariffs t where tenant_id = $1 and not exists (select from contracts c where c.tariff_id = t.id) limit 1`,
      [world.tenantId],
    );
    const id = rows[0]?.id ?? hybridId;
    const made = await make(id, 'tariffBasics');
    expect(made.status).toBe(200);
    const { rows: keys } = await world.owner.query(
      `select 1 from pg_constraint where conrelid = 'reports'::regclass and confrelid = 'tariffs'::regclass`,
    );
    expect(keys).toEqual([]);
  });
});
