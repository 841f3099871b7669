import { fundImport, fundImportOutcome } from '@depotwerk/api/funds/fund-imports';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { MasterDataWorld } from '../../../../test/master-data-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => MasterDataWorld.start(db));

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const body = (importType: 'funds' | 'prices', content: string | Buffer, more: object = {}) => ({
  importType,
  fileName: 'datei.csv',
  contentBase64: base64(content),
  isDryRun: false,
  decimal: null,
  symbolMap: null,
  acceptsUnitJumps: false,
  ...more,
});
const send = (content: object, token: string | null = world.admin) =>
  world.post('/admin/fund-imports', content, token);
const outcomeOf = async (content: object) => {
  const answer = await send(content);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return fundImportOutcome.parse(answer.body);
};
const history = async (token = world.admin) =>
  z.array(fundImport).parse((await world.get('/admin/fund-imports', token)).body);
const countOf = async (table: 'funds' | 'fund_prices') =>
  (
    await db.owner.query<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [
      tenantA,
    ])
  ).rows[0]?.n;
const problem = z.looseObject({ code: z.string(), message: z.string() });

describe('fund data by upload', () => {
  const file = 'isin;name;currency\nLU0274208692;Xtrackers Welt;EUR\nLU0274208690;Falsch;EUR\n';

  it('is tried first, with every refused row, and leaves nothing', async () => {
    const before = await countOf('funds');
    const tried = await outcomeOf(body('funds', file, { isDryRun: true }));
    expect(tried).toMatchObject({
      importId: null,
      counts: { rows: 2, imported: 1, changed: 0, unchanged: 0, rejected: 1 },
      rejectedRows: [{ line: 3, isin: 'LU0274208690', reason: expect.stringContaining('Prüfziffer') }],
    });
    expect([await countOf('funds'), await history()]).toEqual([before, []]);
  });

  it('says which rows are taken with a remark', async () => {
    const twice = `${file}LU0274208692;Xtrackers Welt;EUR\n`;
    const { counts, flaggedRows } = await outcomeOf(body('funds', twice, { isDryRun: true }));
    expect([counts.flagged, flaggedRows]).toEqual([
      1,
      [{ line: 4, column: '', isin: 'LU0274208692', value: '', reason: 'Wiederholung von Zeile 2.' }],
    ]);
  });

  it('is taken, stands in the history with who took it, and changes nothing the second time', async () => {
    const taken = await outcomeOf(body('funds', file));
    expect([taken.counts.imported, taken.counts.rejected]).toEqual([1, 1]);
    const again = await outcomeOf(body('funds', file));
    expect(again.counts).toMatchObject({ imported: 0, changed: 0, unchanged: 1, rejected: 1 });
    const [newest, first] = await history();
    expect(newest).toMatchObject({ unchanged: 1, imported: 0 });
    expect(first).toMatchObject({
      id: taken.importId,
      importType: 'funds',
      fileName: 'datei.csv',
      state: 'committed',
      imported: 1,
      rejected: 1,
    });
    expect(first?.actorName).toBeTruthy();
    const log = await db.owner.query<{ actor_kind: string }>(
      `select actor_kind from audit_entries where tenant_id = $1 and action = 'funds.import' and object_id = $2`,
      [tenantA, taken.importId],
    );
    expect(log.rows).toEqual([{ actor_kind: 'user' }]);
  });

  it('puts funds into peer groups by key or name, and refuses what nobody knows or may not be done', async () => {
    const groups = await db.owner.query<{ id: number; key: string; name: string }>(
      `select id, peergroup_key as key, peergroup_name as name from peergroups where tenant_id = $1 order by id limit 2`,
      [tenantA],
    );
    const [first, second] = groups.rows;
    if (!first || !second) throw new Error('the world has too few peer groups');
    const groupsOf = async () =>
      (
        await db.owner.query<{ id: number | null }>(
          `select peergroup_id as id from funds where tenant_id = $1 and isin in ('IE00B4L5Y983', 'LU0290358497') order by isin`,
          [tenantA],
        )
      ).rows.map(({ id }) => id);
    const lines = (one: string, two: string) =>
      `isin;name;currency;Peergroup\nIE00B4L5Y983;Welt;EUR;${one}\nLU0290358497;Geld;EUR;${two}\n`;
    const taken = await outcomeOf(body('funds', lines(first.key, second.name.toUpperCase())));
    expect([taken.counts.imported, await groupsOf()]).toEqual([2, [first.id, second.id]]);
    const blank = await outcomeOf(body('funds', lines('', '')));
    expect([blank.counts.unchanged, await groupsOf()]).toEqual([2, [first.id, second.id]]);
    const unknown = await outcomeOf(body('funds', lines('Gibt es nicht', first.name)));
    expect(unknown).toMatchObject({
      counts: { changed: 1, rejected: 1 },
      rejectedRows: [
        {
          line: 2,
          column: 'Peergroup',
          value: 'Gibt es nicht',
          reason: expect.stringContaining('gibt es nicht'),
        },
      ],
    });
    expect(await groupsOf()).toEqual([first.id, first.id]);
    const importer = await world.callerWith('funds.import');
    const answer = await send(body('funds', lines(first.key, second.key)), importer);
    expect(fundImportOutcome.parse(answer.body)).toMatchObject({
      counts: { unchanged: 1, rejected: 1 },
      rejectedRows: [{ line: 3, reason: expect.stringContaining('fehlt Ihnen die Berechtigung') }],
    });
    expect(await groupsOf()).toEqual([first.id, first.id]);
  });

  it('in percent is refused with the sentence that says so, and the refusal is kept', async () => {
    const answer = await send(body('funds', 'isin;name;currency;ongoingFee\nLU0274208692;Welt;EUR;1,15\n'));
    expect([answer.status, problem.parse(answer.body)]).toEqual([
      400,
      expect.objectContaining({
        code: 'import.wrongUnit',
        message: expect.stringContaining('in Prozent statt in Dezimalzahlen'),
      }),
    ]);
    expect((await history())[0]).toMatchObject({
      state: 'refused',
      refusalReason: expect.stringContaining('Prozent'),
    });
  });
});

describe('prices by upload', () => {
  it('come through an assignment of the headings', async () => {
    const prices = 'Date;WELT\n2026-01-05;100,5\n2026-01-06;101,25\n';
    const symbolMap = { fileName: 'map.csv', contentBase64: base64('symbol;isin\nWELT;IE00BYZK4669\n') };
    const content = body('prices', prices, { symbolMap, decimal: 'comma' });
    const tried = await outcomeOf({ ...content, isDryRun: true });
    expect([tried.counts.imported, await countOf('fund_prices')]).toEqual([2, 0]);
    expect((await outcomeOf(content)).counts).toMatchObject({ rows: 2, imported: 2 });
    const { rows } = await db.owner.query<{ price: number }>(
      'select price::float8 as price from fund_prices where tenant_id = $1 and fund_id = 1 order by price_date',
      [tenantA],
    );
    expect(rows).toEqual([{ price: 100.5 }, { price: 101.25 }]);
    const wrong = { fileName: 'map.csv', contentBase64: base64('symbol;isin\nWELT;IE00BYZK4668\n') };
    const refused = await send({ ...content, symbolMap: wrong });
    expect([refused.status, problem.parse(refused.body).message]).toEqual([
      400,
      expect.stringContaining('Zuordnung, Zeile 2'),
    ]);
  });
});

it('answers files that are none with a sentence, never with 500', async () => {
  for (const [content, message] of [
    ['%PDF-1.7', 'PDF-Datei'],
    [Buffer.from('504b030400000000', 'hex'), ''],
    ['nur Text', ''],
    [Buffer.from([0, 1, 2, 3]), ''],
  ] as const) {
    for (const importType of ['funds', 'prices'] as const) {
      const answer = await send(body(importType, content));
      expect([answer.status, problem.parse(answer.body).code]).toEqual([400, 'import.wrongFormat']);
      expect(problem.parse(answer.body).message).toContain(message);
    }
  }
  expect((await send(body('funds', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')))).status).toBe(413);
  for (const broken of [
    null,
    {},
    body('funds', 'x', { importType: 'book' }),
    body('funds', 'x', { decimal: 1 }),
  ])
    expect((await send(broken as object)).status).toBe(400);
});

it('belongs to those who may import, each in his own house', async () => {
  const reader = await world.callerWith('funds.view', 'funds.edit');
  const file = body('funds', 'isin;name;currency\nLU0274208692;Welt;EUR\n');
  for (const [token, status] of [
    [reader, 403],
    [null, 401],
  ] as const) {
    expect((await send(file, token)).status).toBe(status);
    expect((await world.get('/admin/fund-imports', token)).status).toBe(status);
  }
  expect(await history(world.foreignAdmin)).toEqual([]);
});
