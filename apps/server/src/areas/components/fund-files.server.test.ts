import { randomUUID } from 'node:crypto';
import type { FundImport } from '@depotwerk/api/components/tariff-components';
import { isinCheckDigit } from '@depotwerk/domain/isin';
import { describe, expect, it } from 'vitest';
import { ownComponentWorld } from '../../../test/component-world.ts';

const on = ownComponentWorld();

const unknownIsin = (number: number) => {
  const body = `ZW${String(number).padStart(9, '0')}`;
  return `${body}${isinCheckDigit(body)}`;
};
const isinsOf = async (ids: readonly number[]) =>
  (
    await on().world.owner.query<{ isin: string }>(
      'select isin from funds where tenant_id = $1 and id = any ($2) order by array_position($2, id)',
      [on().world.tenantId, ids],
    )
  ).rows.map(({ isin }) => isin);
const send = (content: Buffer | string, kind = 'selection', token: string | null = on().editor) =>
  on().post<FundImport>(
    `/tariff-components/${kind}/import`,
    { fileName: 'fonds.csv', content: Buffer.from(content).toString('base64') },
    token,
  );
const fetchFile = (kind: string, body: unknown, token = on().reader) =>
  on().world.bytes(token, 'POST', `/tariff-components/${kind}/export`, body);

describe('an imported file', () => {
  it('gives its funds in its order, and everything it could not take with its row', async () => {
    const ids = await on().fundIds('true', 4);
    const isins = await isinsOf(ids);
    const unknown = unknownIsin(1);
    const text = `ISIN;Name\n${isins.join(';x\n')};x\n${unknown};y\n${isins[0]};z\nABC;q\n`;
    const answer = await send(text);
    expect(answer.status).toBe(200);
    expect(answer.body.tariffSelectedFunds.map(({ id }) => id)).toEqual(ids);
    expect(answer.body.unknownIsins).toEqual([{ row: 6, isin: unknown }]);
    expect(answer.body.duplicates).toEqual([{ row: 7, isin: isins[0] }]);
    expect(answer.body.rowErrors).toEqual([
      { row: 8, text: 'ABC', message: expect.stringContaining('zwölf Zeichen') },
    ]);
    expect((await send(text, 'universe')).body).toEqual(answer.body);
  });

  it('of unknown funds only comes back as a list; an empty or wrong one is refused', async () => {
    const all = await send(`ISIN\n${unknownIsin(1)}\n${unknownIsin(2)}\n`);
    expect(all.body.tariffSelectedFunds).toEqual([]);
    expect(all.body.unknownIsins).toHaveLength(2);
    for (const content of ['', 'ISIN\n', 'Name\nFonds\n', '%PDF-1.7', Buffer.from('504b0304ffff', 'hex')])
      expect(await send(content)).toMatchObject({ status: 400, body: { code: 'import.wrongFormat' } });
  });

  it('may be 5 MB and 5,000 rows', async () => {
    const isins = Array.from({ length: 5000 }, (_, k) => unknownIsin(k));
    expect((await send(`ISIN\n${isins.join('\n')}\n`)).body.unknownIsins).toHaveLength(5000);
    expect((await send(`ISIN\n${isins.join('\n')}\nx\n`)).status).toBe(413);
    const line = `${unknownIsin(1)};${'x'.repeat(30_000)}\n`;
    expect((await send(`ISIN;Name\n${line.repeat(170)}`)).status).toBe(200);
    expect((await send(`ISIN;Name\n${line.repeat(180)}`)).status).toBe(413);
    expect([400, 413]).toContain((await send(`ISIN;Name\n${line.repeat(300)}`)).status);
  });

  it('needs the right to edit, a session, and text that is base64', async () => {
    expect((await send('ISIN\n', 'selection', on().reader)).status).toBe(403);
    expect((await send('ISIN\n', 'selection', null)).status).toBe(401);
    for (const body of [{}, { fileName: 'x', content: '§§' }, { fileName: '', content: 'AAAA' }])
      expect((await on().post('/tariff-components/selection/import', body, on().editor)).status).toBe(400);
  });

  it('names funds of the own tenant only', async () => {
    const own = unknownIsin(77);
    await on().world.owner.query(`insert into funds (tenant_id, isin, name) values ($1, $2, 'Eigener')`, [
      on().world.tenantId,
      own,
    ]);
    expect((await send(`ISIN\n${own}\n`)).body.tariffSelectedFunds).toMatchObject([{ isin: own }]);
    const foreign = await send(`ISIN\n${own}\n`, 'selection', on().stranger);
    expect(foreign.body).toMatchObject({ tariffSelectedFunds: [], unknownIsins: [{ row: 2, isin: own }] });
  });
});

describe('an exported file', () => {
  it('is read back the same, in both formats and for both kinds', async () => {
    const ids = await on().fundIds('true', 37);
    for (const kind of ['selection', 'universe'])
      for (const format of ['xlsx', 'csv']) {
        const file = await fetchFile(kind, { key: 'AUSW-1', ids, format });
        expect(file.status).toBe(200);
        expect(file.disposition).toMatch(new RegExp(`filename="AUSW-1_\\d{8}\\.${format}"`));
        const back = await send(file.bytes, kind);
        expect(back.body.tariffSelectedFunds.map(({ id }) => id)).toEqual(ids);
        expect([back.body.unknownIsins, back.body.duplicates, back.body.rowErrors]).toEqual([[], [], []]);
      }
  });

  it('has five columns and no formula of anybody', async () => {
    const [id = 0] = await on().fundIds('wkn is not null', 1);
    const { rows } = await on().world.owner.query<{ isin: string; wkn: string; name: string }>(
      `update funds set name = '=1+1' where tenant_id = $1 and id = $2 returning isin, wkn, name`,
      [on().world.tenantId, id],
    );
    const file = await fetchFile('selection', { key: '', ids: [id], format: 'csv' });
    expect(file.disposition).toContain('filename="Fonds_');
    const [header, line] = file.bytes.toString('utf8').split('\r\n');
    expect(header).toBe('\uFEFFISIN;Name;WKN;Währung;Rang');
    expect(line).toMatch(new RegExp(`^${rows[0]?.isin};"'=1\\+1";${rows[0]?.wkn};EUR;[1-5]?$`));
  });

  it('of a universe type holds what the type holds', async () => {
    const file = await fetchFile('universe', { key: 'ETF', tariffUniverseType: 2, format: 'csv' });
    const { rows } = await on().world.owner.query<{ count: number }>(
      `select count(*)::int as count from funds where tenant_id = $1 and is_etf and fund_status = 'open'
          and not is_inactive`,
      [on().world.tenantId],
    );
    expect(file.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(1 + (rows[0]?.count ?? 0));
  });

  it('is refused without funds to export, and to whoever may not see components', async () => {
    expect((await fetchFile('universe', { key: 'x', format: 'csv' })).status).toBe(400);
    expect((await fetchFile('universe', { key: 'x', format: 'pdf', ids: [] })).status).toBe(400);
    const nobody = await on().world.caller({ permissions: ['contracts.view'] });
    expect((await fetchFile('universe', { key: 'x', format: 'csv', ids: [1] }, nobody)).status).toBe(403);
  });

  it('never shows funds of another tenant', async () => {
    const ids = await on().fundIds('true', 3);
    await on().world.owner.query(
      `update funds set name = 'Fremd ' || id where tenant_id <> $1 and id = any ($2)`,
      [on().world.tenantId, ids],
    );
    const text = (await fetchFile('selection', { key: randomUUID(), ids, format: 'csv' })).bytes.toString(
      'utf8',
    );
    expect(text).not.toContain('Fremd');
    expect(text.trimEnd().split('\r\n')).toHaveLength(4);
  });
});

describe('funds by id', () => {
  it('come in the order asked for, unknown ones left out, with the rank asked for', async () => {
    const ids = await on().fundIds('true', 3);
    const path = '/tariff-components/funds';
    const answer = await on().post<{ id: number; rank: number | null }[]>(path, {
      ids: [...ids, 999_999, ...ids],
      rankingTypeId: 9,
    });
    const { rows } = await on().world.owner.query<{ rank: number | null }>(
      `select fund_rank as rank from unnest($2::int[]) with ordinality as a (id, place) left join fund_ranks r
         on r.tenant_id = $1 and r.fund_id = a.id and ranking_type_id = 9 order by a.place`,
      [on().world.tenantId, ids],
    );
    expect(answer.body.map(({ id, rank }) => ({ id, rank }))).toEqual(
      ids.map((id, k) => ({ id, rank: rows[k]?.rank ?? null })),
    );
    expect((await on().post(path, { ids: [] })).body).toEqual([]);
    for (const broken of [{}, { ids: ['1'] }, { ids: [0] }, { ids: Array.from({ length: 5001 }, () => 1) }])
      expect((await on().post(path, broken)).status).toBe(400);
  });
});
