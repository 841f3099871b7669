import { randomBytes } from 'node:crypto';
import type { TariffFilePreview, TariffKeys } from '@depotwerk/api/tariffs/tariff-files';
import { beforeAll, describe, expect, it } from 'vitest';
import { AdviceWorld } from '../../../../test/advice-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { approverRights, editorRights, tariffIdWhere } from '../../../../test/tariff-bodies.ts';
import { type TariffRefusal, tariffCalls } from '../../../../test/tariff-calls.ts';
import { insertComponent } from '../../components/save-component.ts';
import { houseKey } from './house-key.ts';
import { tariffFileRoutes } from './routes.ts';
import { writeTariffFile } from './signed-file.ts';

const db = useTestDatabase();
const installation = randomBytes(32);
const foreign = randomBytes(32);
const world = startedForTests(() =>
  AdviceWorld.start(db, 'small', (services) =>
    tariffFileRoutes({ ...services, keys: { tariffFile: installation }, insertComponent }),
  ),
);
let editor: string;
let administrator: string;
let tariffId: string;
let hybridId: string;

beforeAll(async () => {
  editor = await world.caller({ permissions: editorRights });
  administrator = await world.caller();
  tariffId = await tariffIdWhere(world, 't.tariff_type_id < 7');
  hybridId = await tariffIdWhere(world, 't.tariff_type_id = 8');
}, 120_000);

const { get } = tariffCalls(world, () => editor);

interface File {
  payload: {
    houseName: string;
    content: { tariff: { name: string; key: string; description: string }; components: object };
    references: { funds: { id: number; isin: string; name: string }[] };
  };
  signature: { publicKey: string; value: string };
}

const newest = async (id: string) => (await get(editor, id)).body;
const exported = async (id: string, token = editor): Promise<File> => {
  const { versionNumber } = (await newest(id)).version;
  const answer = await world.call<File>(token, 'POST', `/tariffs/${id}/versions/${versionNumber}/file`);
  world.expectNoFailure();
  expect(answer.status).toBe(200);
  return answer.body;
};
const base64 = (file: unknown) =>
  Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)).toString('base64');
const preview = (file: unknown, token = editor) =>
  world.call<TariffFilePreview & TariffRefusal & { message: string }>(
    token,
    'POST',
    '/tariffs/import-preview',
    {
      contentBase64: base64(file),
    },
  );
const imported = (file: unknown, previewMark: string, token = editor, headers = {}) =>
  world.call<{ tariffId: string; versionNumber: number; isUnchanged: boolean } & TariffRefusal>(
    token,
    'POST',
    '/tariffs/import',
    { contentBase64: base64(file), previewMark },
    headers,
  );
/** The file as another installation would have written it. */
const signedElsewhere = (
  file: File,
  change: (payload: File['payload']) => unknown = (payload) => payload,
) => {
  const payload = structuredClone(file.payload);
  change(payload);
  return JSON.parse(writeTariffFile(payload as never, houseKey(foreign, 'elsewhere'))) as File;
};
const counts = async () => {
  const { rows } = await world.owner.query<{ versions: number; components: number; log: number }>(
    `select (select count(*)::int from tariff_versions) as versions, (select count(*)::int from components) as components,
      (select count(*)::int from audit_entries where action = 'tariffs.importFile') as log`,
  );
  return rows[0];
};
const published = async () =>
  (
    await world.owner.query(
      `select id, content, row_version from tariff_versions where state in ('published', 'superseded') order by id`,
    )
  ).rows;

describe('a tariff as a file', () => {
  it('comes back to its own house without any change, as often as one likes', async () => {
    const file = await exported(tariffId);
    const before = await counts();
    const shown = await preview(file);
    expect(shown.body).toMatchObject({
      effect: 'unchanged',
      tariffId,
      differences: [],
      matrices: [],
      missing: [],
      signature: { isOwn: true },
    });
    const answer = await imported(file, shown.body.previewMark);
    expect([answer.status, answer.body.isUnchanged, answer.body.tariffId]).toEqual([201, true, tariffId]);
    expect(await counts()).toEqual(before);
    expect(world.failures).toEqual([]);
  });

  it('of another house becomes a draft beside the published version, once its key is trusted', async () => {
    const before = await published();
    const file = signedElsewhere(await exported(tariffId), (payload) => {
      payload.houseName = 'Haus Süd';
      payload.content.tariff.description = 'Aus dem Testsystem';
      Object.assign((payload.content.components as { risk: object }).risk, { useQuota: true });
    });
    const first = await preview(file);
    expect(first.body.signature).toMatchObject({ trustedAs: null, isOwn: false, houseName: 'Haus Süd' });
    expect((await imported(file, first.body.previewMark)).body.code).toBe('tariffFiles.untrusted');
    const { fingerprint } = first.body.signature;
    const trusted = { fingerprint, keyName: 'Testsystem' };
    expect((await world.call(editor, 'POST', '/tariff-keys', trusted)).status).toBe(403);
    expect((await world.call(administrator, 'POST', '/tariff-keys', trusted)).status).toBe(204);
    expect((await world.call(administrator, 'POST', '/tariff-keys', trusted)).body['code']).toBe(
      'tariffFiles.keyKnown',
    );
    // What was shown is no longer what would come out: now it is trusted.
    expect((await imported(file, first.body.previewMark)).body.code).toBe('tariffFiles.previewOutdated');
    const shown = await preview(file);
    expect(shown.body).toMatchObject({ effect: 'newVersion', signature: { trustedAs: 'Testsystem' } });
    expect(shown.body.differences.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Beschreibung', 'Risikobaustein', 'Allokationsbaustein']),
    );
    // A risk component that says something else is a new one, and so is what stands on it; the other two are here.
    expect(shown.body.components.map(({ kind, isReused }) => [kind, isReused])).toEqual([
      ['risk', false],
      ['universe', true],
      ['selection', true],
      ['allocation', false],
    ]);
    const answer = await imported(file, shown.body.previewMark);
    expect([answer.status, answer.body]).toMatchObject([201, { tariffId, isUnchanged: false }]);
    const tariff = await newest(tariffId);
    expect(tariff.version).toMatchObject({ state: 'draft', versionNumber: answer.body.versionNumber });
    expect(tariff.tariff.description).toBe('Aus dem Testsystem');
    expect(await published()).toEqual(before);
    const again = await preview(file);
    expect([again.body.effect, again.body.differences]).toEqual(['unchanged', []]);
    expect((await imported(file, again.body.previewMark)).body.isUnchanged).toBe(true);
    const { rows } = await world.owner.query<{ details: Record<string, unknown> }>(
      `select details from audit_entries where action = 'tariffs.importFile'`,
    );
    expect(rows.map(({ details }) => details['fromHouse'])).toEqual(['Haus Süd']);
  });

  it('replaces a draft only by what was shown of it, and never one that waits for approval', async () => {
    const file = signedElsewhere(await exported(tariffId), (payload) => {
      payload.content.tariff.description = 'Zweite Lieferung';
    });
    const shown = await preview(file);
    expect(shown.body.effect).toBe('replaceDraft');
    const open = await newest(tariffId);
    await world.call(
      editor,
      'PUT',
      `/tariffs/${tariffId}`,
      { ...open.tariff, description: 'Von Hand' },
      {
        'if-match': `"${open.rowVersion}"`,
      },
    );
    expect((await imported(file, shown.body.previewMark)).body.code).toBe('tariffFiles.previewOutdated');
    await world.owner.query(
      `update tariff_versions set state = 'submitted', submitted_by = last_edited_by, submitted_at = now()
        where tariff_id = $1 and state = 'draft'`,
      [tariffId],
    );
    const waiting = await preview(file);
    expect(waiting.body.effect).toBe('waiting');
    expect((await imported(file, waiting.body.previewMark)).body.code).toBe('tariffs.notEditable');
    expect((await newest(tariffId)).tariff.description).toBe('Von Hand');
  });

  it('says what is missing here, by which mark, and takes nothing as long as it is', async () => {
    const file = signedElsewhere(await exported(hybridId), (payload) => {
      payload.content.tariff.key = 'REISE-1';
      const [fund] = payload.references.funds;
      if (fund) Object.assign(fund, { isin: 'DE000NICHT19', name: 'Unbekannter Fonds' });
      Object.assign(payload.references, { costModels: ['Kosten der anderen'] });
    });
    const before = await counts();
    const shown = await preview(file);
    expect(shown.body).toMatchObject({ effect: 'new', tariffId: null });
    expect(shown.body.missing).toEqual([
      { kind: 'fund', mark: 'DE000NICHT19', name: 'Unbekannter Fonds', isNeeded: true, isInactive: false },
      {
        kind: 'costModel',
        mark: 'Kosten der anderen',
        name: 'Kosten der anderen',
        isNeeded: false,
        isInactive: false,
      },
    ]);
    expect((await imported(file, shown.body.previewMark)).body.code).toBe('tariffFiles.missing');
    expect(await counts()).toEqual(before);
  });

  it('arrives whole: exported again it says the same', async () => {
    for (const condition of ['t.tariff_type_id = 8', 't.tariff_type_id = 7']) {
      const file = signedElsewhere(await exported(await tariffIdWhere(world, condition)), (payload) => {
        payload.content.tariff.key = `${payload.content.tariff.key}-R`;
      });
      const shown = await preview(file);
      const answer = await imported(file, shown.body.previewMark);
      expect([answer.status, answer.body.code]).toEqual([201, undefined]);
      const again = await exported(answer.body.tariffId);
      expect(again.payload.content).toEqual({
        ...file.payload.content,
        tariff: { ...file.payload.content.tariff, isDefault: false },
      });
    }
  });

  it('carries no internal note, and leaves the one that is here', async () => {
    const before = await newest(hybridId);
    const saved = await world.call(
      editor,
      'PUT',
      `/tariffs/${hybridId}`,
      { ...before.tariff, internalNote: 'Marge besprechen' },
      { 'if-match': `"${before.rowVersion}"` },
    );
    expect(saved.status).toBe(200);
    const own = await exported(hybridId);
    expect(JSON.stringify(own)).not.toContain('Marge besprechen');
    expect((await preview(own)).body.effect).toBe('unchanged');
    // As an earlier release wrote it.
    const file = signedElsewhere(own, ({ content }) => {
      Object.assign(content.tariff, { internalNote: 'Notiz der anderen', description: 'Mit Notiz' });
    });
    const shown = await preview(file);
    expect(shown.body.differences.map(({ label }) => label)).toEqual(['Beschreibung']);
    expect((await imported(file, shown.body.previewMark)).status).toBe(201);
    expect((await newest(hybridId)).tariff).toMatchObject({
      description: 'Mit Notiz',
      internalNote: 'Marge besprechen',
    });
  });

  it('goes through approval like any other', async () => {
    const file = signedElsewhere(await exported(hybridId), (payload) => {
      payload.content.tariff.key = 'FREIGABE-1';
    });
    const shown = await preview(file);
    const { body } = await imported(file, shown.body.previewMark);
    const step = { versionNumber: 1, comment: 'Geprüft' };
    const approver = await world.caller({ permissions: approverRights });
    expect(
      (
        await world.call(approver, 'POST', `/tariffs/${body.tariffId}/publish`, {
          ...step,
          validFrom: '2026-11-20',
        })
      ).body['code'],
    ).toBe('tariffs.wrongState');
    expect((await world.call(editor, 'POST', `/tariffs/${body.tariffId}/submit`, step)).status).toBe(200);
    expect((await world.call(approver, 'POST', `/tariffs/${body.tariffId}/approve`, step)).status).toBe(200);
  });
});

describe('files that are not taken', () => {
  const altered = 'nach dem Unterschreiben geändert';
  const cases: readonly (readonly [string, (file: File) => unknown, string])[] = [
    ['no JSON', () => '{"payload":', 'kein lesbares JSON'],
    ['something else', () => ({ rows: [] }), 'keine Tarifdatei'],
    ['without signature', ({ payload }) => ({ payload }), 'nicht unterschrieben'],
    [
      'changed afterwards',
      (file) => ({ ...file, payload: { ...file.payload, houseName: 'Anderes Haus' } }),
      altered,
    ],
    ['deeply nested', () => '['.repeat(200_000), 'kein lesbares JSON'],
    ['deep and valid', () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'tiefer verschachtelt'],
    [
      'prototype keys',
      (file) => JSON.stringify(file).replace('"houseName"', '"__proto__":{"x":1},"houseName"'),
      '__proto__',
    ],
    ['a name changed', (file) => JSON.stringify(file).replace('"houseName"', '"nameOfHouse"'), altered],
    [
      'unknown fields',
      (file) => signedElsewhere(file, (payload) => Object.assign(payload, { isPublished: true })),
      'isPublished',
    ],
    [
      'a later format',
      (file) => ({ ...file, payload: { ...file.payload, formatVersion: 2 } }),
      'stammt aus einer neueren Fassung',
    ],
    [
      'a format that is none',
      (file) => signedElsewhere(file, (payload) => Object.assign(payload, { formatVersion: 'x' })),
      'payload.formatVersion',
    ],
    [
      'ids that stand twice',
      (file) =>
        signedElsewhere(file, ({ references }) =>
          references.funds.push({ ...(references.funds[0] ?? { id: 1, name: 'x' }), isin: 'DE0005933931' }),
        ),
      'doppelt',
    ],
    [
      'ids nobody explains',
      (file) => signedElsewhere(file, (payload) => Object.assign(payload.references, { funds: [] })),
      'nennt sie aber nicht',
    ],
  ];
  it.each(cases)('%s: refused in German', async (_name, change, said) => {
    const file = change(await exported(hybridId));
    const answer = await preview(file);
    expect([answer.status, answer.body.code]).toEqual([400, 'tariffFiles.refused']);
    expect(answer.body.message).toContain(said);
    const mark = 'a'.repeat(64);
    expect((await imported(file, mark)).body.code).toBe('tariffFiles.refused');
    expect(world.failures).toEqual([]);
  });

  it('too large ones are refused as such', async () => {
    expect((await preview(' '.repeat(3 * 1024 * 1024 + 1))).body.code).toBe('common.payloadTooLarge');
  });

  it('rights: readers export, editors import, only administrators of the whole house trust', async () => {
    const reader = await world.caller({ permissions: ['tariffs.view'] });
    const file = await exported(tariffId, reader);
    expect((await preview(file, reader)).status).toBe(403);
    const keys = await world.call<TariffKeys>(reader, 'GET', '/tariff-keys');
    expect(keys.body.trusted.map(({ keyName }) => keyName)).toEqual(['Testsystem']);
    const fingerprint = keys.body.trusted[0]?.fingerprint ?? '';
    expect((await world.call(reader, 'DELETE', `/tariff-keys/${fingerprint}`)).status).toBe(403);
    const nord = await world.caller({ tenant: 'nord.example' });
    expect((await world.call(nord, 'DELETE', `/tariff-keys/${fingerprint}`)).status).toBe(404);
    expect((await world.call<TariffKeys>(nord, 'GET', '/tariff-keys')).body.own).not.toBe(keys.body.own);
    expect((await world.call(administrator, 'DELETE', `/tariff-keys/${fingerprint}`)).status).toBe(204);
  });
});
