import { randomUUID } from 'node:crypto';
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { editorRights, tariffIdWhere } from '../../../test/tariff-bodies.ts';
import { ordinaryTariffs, tariffCalls } from '../../../test/tariff-calls.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small'));
let editor: string;

beforeAll(async () => {
  editor = await world.caller({ permissions: editorRights });
}, 120_000);
afterEach(() => world.expectNoFailure());

const { create, get, put, list, newBody } = tariffCalls(world, () => editor);

const hybrid = 't.tariff_type_id = 8';

describe('a new tariff', () => {
  it('is kept as it was sent, for every type, as the draft of its first version', async () => {
    for (const [condition, key] of [
      [ordinaryTariffs, 'NEU-1'],
      [hybrid, 'NEU-8'],
      ['t.tariff_type_id = 7', 'NEU-7'],
    ] as const) {
      const sent = await newBody(key, condition);
      const created = await create(editor, sent);
      expect([created.status, created.body.validation]).toEqual([201, undefined]);
      expect(created.body.tariff).toEqual(sent);
      expect(created.body).toMatchObject({
        isEditable: true,
        publishedVersionNumber: null,
        contractCount: 0,
        version: { versionNumber: 1, state: 'draft', validFrom: null },
      });
      expect(created.etag).toBe(`"${created.body.rowVersion}"`);
      expect((await get(editor, created.body.id)).body).toEqual(created.body);
    }
  });

  it('is created once for one key of the call', async () => {
    const sent = await newBody('EINMAL');
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all([create(editor, sent, headers), create(editor, sent, headers)]);
    expect([one.status, two.status, one.body.id]).toEqual([201, 201, two.body.id]);
    expect((await create(editor, { ...sent, name: 'Anders' }, headers)).body.code).toBe(
      'common.idempotencyKeyReused',
    );
  });

  it('has a key of its own, whatever its case, also when two come at once', async () => {
    const sent = await newBody('Doppelt');
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(editor, sent)));
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409]);
    const again = await create(editor, { ...sent, key: 'DOPPELT' });
    expect([again.status, again.body.code]).toEqual([409, 'tariffs.keyExists']);
  });

  it('is the only default of its issuer', async () => {
    const { rows } = await world.owner.query<{ id: number }>(
      `insert into issuers (tenant_id, issuer_name) values ($1, 'Bank ohne Standard') returning id`,
      [world.tenantId],
    );
    const sent = { ...(await newBody('STD-1')), issuerId: rows[0]?.id ?? 0, isDefault: true };
    const answers = await Promise.all(
      ['STD-1', 'STD-2', 'STD-3'].map((key) => create(editor, { ...sent, key })),
    );
    expect(statusesOf(answers)).toEqual([201, 409, 409]);
    expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual([
      'tariffs.defaultExists',
      'tariffs.defaultExists',
    ]);
  });

  it('is refused with every finding of the rules', async () => {
    const empty = await create(editor, emptyTariff());
    expect([empty.status, empty.body.code]).toEqual([400, 'common.validationFailed']);
    const paths = empty.body.validation?.map(({ path }) => path) ?? [];
    for (const path of ['tariffTypeId', 'name', 'key', 'issuerId', 'componentRiskId'])
      expect(paths).toContain(path);
    const sent = await newBody('FALSCH', hybrid);
    const matrix = sent.fundMatrix;
    const [cell, ...others] = matrix?.allocationItems ?? [];
    const wrongSum = await create(editor, {
      ...sent,
      fundMatrix: { ...matrix, allocationItems: [{ ...cell, fraction: 0 }, ...others] },
    });
    expect(wrongSum.body.validation?.map(({ code }) => code)).toContain('columnSum');
    const twice = await create(editor, {
      ...sent,
      fundMatrix: { ...matrix, allocationItems: [cell, cell, ...others] },
    });
    expect(twice.status).toBe(400);
  });

  it('names what exists only, nothing of another tenant, nothing inactive', async () => {
    const sent = await newBody('FREMD');
    const fund = await newBody('FREMD-8', hybrid);
    const { rows } = await world.owner.query<{ id: string }>(
      `select id from components where tenant_id <> $1 and kind = 'risk' limit 1`,
      [world.tenantId],
    );
    await world.owner.query(
      `insert into issuers (tenant_id, id, issuer_name, is_inactive) values ($1, 900, 'Ehemalige Bank', true)`,
      [world.tenantId],
    );
    const findings = async (body: unknown) => (await create(editor, body)).body.validation;
    expect(await findings({ ...sent, componentRiskId: rows[0]?.id })).toEqual([
      { path: 'componentRiskId', code: 'unknownValue' },
    ]);
    expect(await findings({ ...sent, componentRiskId: sent.componentAllocationId })).toEqual([
      { path: 'componentRiskId', code: 'unknownValue' },
    ]);
    expect(await findings({ ...sent, issuerId: 899 })).toEqual([{ path: 'issuerId', code: 'unknownValue' }]);
    expect(await findings({ ...sent, issuerId: 900 })).toEqual([{ path: 'issuerId', code: 'unknownValue' }]);
    expect(await findings({ ...fund, guaranteeSecurityId: 2_000_000_000 })).toEqual([
      { path: 'guaranteeSecurityId', code: 'unknownValue' },
    ]);
  });

  it('survives broken input with words', async () => {
    const sent = await newBody('KAPUTT');
    const broken: unknown[] = [
      null,
      [],
      'x',
      {},
      { ...sent, name: 5 },
      { ...sent, name: '\u0000' },
      { ...sent, extra: true },
      { ...sent, minSecuritiesPortfolio: 1e12 },
      { ...sent, minSecuritiesPortfolio: 1.5 },
      { ...sent, minSecurityFractionPortfolio: 0.010_000_1 },
      { ...sent, maxSecurityValuePortfolio: -1 },
      { ...sent, optimizationHints: { '99': 2 } },
      { ...sent, optimizationHints: { '1': 9 } },
      { ...sent, tariffTypeId: 77 },
      { ...sent, optimizationInterval: 5, continuousOptimization: true, optimizationStart: '2026-13-45' },
      { ...sent, componentRiskId: 'abc' },
      { ...sent, gainNoteLimit: 1e12 },
      { ...sent, description: 'x'.repeat(3000) },
      { ...sent, key: 'mit leer' },
    ];
    for (const body of broken) {
      const answer = await create(editor, body);
      expect([answer.status, body]).toEqual([400, body]);
    }
    const { status } = await world.call(editor, 'POST', '/tariffs', sent, { 'idempotency-key': '' });
    expect(status).toBe(400);
  });

  it('answers no field of any kind with a failure of the server', async () => {
    const odd = [
      null,
      true,
      '',
      'x',
      -1,
      0,
      0.123_456_789,
      7,
      1e12,
      1e13,
      [],
      {},
      { '1': 2 },
      '2026-02-30',
      '9999-12-31',
    ];
    const faults: unknown[] = [];
    let count = 0;
    const send = async (body: object, what: unknown) => {
      count += 1;
      // Each under a key of its own, so that what the rules let pass reaches the tables.
      const { status } = await create(editor, { key: `SELTSAM-${count}`, ...body });
      if (![201, 400, 409].includes(status)) faults.push([status, what]);
    };
    for (const condition of [ordinaryTariffs, hybrid]) {
      const { key, ...sent } = await newBody('SELTSAM', condition);
      await Promise.all(odd.map((value) => send({ ...sent, key: value }, [key, value])));
      for (const field of Object.keys(sent))
        await Promise.all(odd.map((value) => send({ ...sent, [field]: value }, [field, value])));
      const matrix = sent.fundMatrix;
      if (!matrix) continue;
      for (const field of Object.keys(matrix))
        await Promise.all(
          odd.map((value) => send({ ...sent, fundMatrix: { ...matrix, [field]: value } }, [field, value])),
        );
      for (const list of ['riskItems', 'allocationItems'] as const) {
        const [first, ...others] = matrix[list];
        for (const field of Object.keys(first ?? {})) {
          const wrong = odd.map((value) => [{ ...first, [field]: value }, ...others]);
          await Promise.all(
            wrong.map((items) =>
              send({ ...sent, fundMatrix: { ...matrix, [list]: items } }, [list, field, items[0]]),
            ),
          );
        }
      }
    }
    expect(faults).toEqual([]);
    await world.owner.query(`delete from tariffs where tenant_id = $1 and published_version_number is null`, [
      world.tenantId,
    ]);
  }, 120_000);
});

describe('saving a tariff', () => {
  it('needs the version it was read with, and shows what is stored to the slower of two', async () => {
    const { body: tariff } = await create(editor, await newBody('SICHERN'));
    expect((await put(editor, tariff.id, tariff.tariff, null)).status).toBe(428);
    const colleague = await world.caller({ permissions: editorRights });
    const answers = await Promise.all(
      [editor, colleague].map((token, index) =>
        put(token, tariff.id, { ...tariff.tariff, name: `Fassung ${index}` }, tariff.rowVersion),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 412]);
    const [won] = answers.filter(({ status }) => status === 200);
    const [lost] = answers.filter(({ status }) => status === 412);
    expect(lost?.body.code).toBe('common.versionConflict');
    expect(lost?.body.current?.tariff.name).toBe(won?.body.tariff.name);
    expect(lost?.body.current?.rowVersion).toBe(won?.body.rowVersion);
    // The house has two of that name: the sign-in name tells them apart.
    expect((await get(editor, tariff.id)).body.version.lastEditedBy).toMatch(/^Berta Berater \(.+\)$/);
  });

  it('opens the next version beside a published one, which stays what contracts and lists show', async () => {
    const id = await tariffIdWhere(world, ordinaryTariffs);
    const before = (await get(editor, id)).body;
    expect(before).toMatchObject({ isEditable: true, version: { state: 'published', versionNumber: 1 } });
    const saved = await put(editor, id, { ...before.tariff, name: 'Ganz anders' }, before.rowVersion);
    expect(saved.body).toMatchObject({
      publishedVersionNumber: 1,
      version: { versionNumber: 2, state: 'draft' },
      tariff: { name: 'Ganz anders' },
    });
    const item = (await list()).body.find((one) => one.id === id);
    expect(item).toMatchObject({
      name: before.tariff.name,
      publishedVersionNumber: 1,
      openVersion: { versionNumber: 2, state: 'draft', validFrom: null },
    });
    expect((await list('?state=draft')).body.map((one) => one.id)).toContain(id);
    // Saved again it is still the second.
    const again = await put(editor, id, { ...before.tariff, name: 'Noch anders' }, saved.body.rowVersion);
    expect(again.body.version.versionNumber).toBe(2);
  });

  it('keeps what has become inactive once it was chosen, and takes no key of another one', async () => {
    const { body: tariff } = await create(editor, await newBody('BEHALTEN'));
    await world.owner.query('update components set is_inactive = true where id = $1', [
      tariff.tariff.componentRiskId,
    ]);
    const kept = await put(editor, tariff.id, { ...tariff.tariff, name: 'Behalten' }, tariff.rowVersion);
    expect(kept.status).toBe(200);
    expect((await create(editor, { ...tariff.tariff, key: 'WEITERER' })).body.validation).toEqual([
      { path: 'componentRiskId', code: 'unknownValue' },
    ]);
    await world.owner.query('update components set is_inactive = false where id = $1', [
      tariff.tariff.componentRiskId,
    ]);
    const other = await create(editor, await newBody('ANDERER'));
    const taken = await put(
      editor,
      other.body.id,
      { ...other.body.tariff, key: 'behalten' },
      other.body.rowVersion,
    );
    expect(taken.body.code).toBe('tariffs.keyExists');
  });

  it('changes the type: what belongs to the former one is left out', async () => {
    const { body: tariff } = await create(editor, await newBody('WECHSEL'));
    const other = await newBody('WECHSEL', hybrid);
    const both = { ...tariff.tariff, ...other, componentRiskId: tariff.tariff.componentRiskId };
    const saved = await put(editor, tariff.id, both, tariff.rowVersion);
    expect(saved.status).toBe(200);
    expect(saved.body.tariff).toEqual(other);
    const back = await put(
      editor,
      tariff.id,
      { ...tariff.tariff, fundMatrix: other.fundMatrix },
      saved.body.rowVersion,
    );
    expect(back.body.tariff).toEqual(tariff.tariff);
    const { rows } = await world.owner.query('select 1 from fund_matrices where tariff_id = $1', [tariff.id]);
    expect(rows).toEqual([]);
  });
});

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
