import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '../../../../test/workbook.ts';
import { openSource } from '../../../platform/table-files/open-source.ts';
import { isFundHeader, planFundImport } from './fund-plan.ts';
import { type FundRow, readFundRows } from './fund-row.ts';
import { makeFolder, refusalOf } from './import-test-tools.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

async function readFunds(name: string, content: string | Buffer): Promise<FundRow[]> {
  const table = await openSource(await folder.write(name, content), isFundHeader);
  const plan = await planFundImport(table, undefined);
  const rows: FundRow[] = [];
  for await (const row of readFundRows(table, plan, { byKey: new Map(), byName: new Map() })) rows.push(row);
  return rows;
}
const refusal = (name: string, content: string | Buffer) => refusalOf(readFunds(name, content));

const header = 'isin;name;currency\n';
const good = `${header}IE00BYZK4669;Fonds für Ältere;EUR\n`;

describe('text files', () => {
  it('reads UTF-8 with and without mark, Windows-1252, every delimiter and quoted cells', async () => {
    const forms: (string | Buffer)[] = [
      good,
      `\uFEFF${good}`,
      Buffer.from(good, 'latin1'),
      Buffer.from(`\uFEFF${good}`, 'utf16le'),
      Buffer.from(`\uFEFF${good}`, 'utf16le').swap16(),
      good.replaceAll(';', ','),
      good.replaceAll(';', '\t'),
      good.replaceAll('\n', '\r\n'),
      good.replace('Fonds für Ältere', '"Fonds für Ältere"'),
      `Titel der Liste\n\n${good}`,
    ];
    for (const form of forms) {
      const [row] = await readFunds('a.csv', form);
      expect(row?.fault).toBeNull();
      expect(row?.values.get('name')).toBe('Fonds für Ältere');
    }
  });

  it('counts lines through quoted line ends and blank lines', async () => {
    const rows = await readFunds(
      'lines.csv',
      `${header}\nIE00BYZK4669;"Zwei\nZeilen";EUR\nIE00BYZK4668;B;EUR\n`,
    );
    expect(rows.map((row) => [row.line, row.fault?.code])).toEqual([
      [3, 'characters'],
      [5, 'isin.checkDigit'],
    ]);
  });

  it('keeps formulas, quotation marks and long names as text or refuses their row', async () => {
    const rows = await readFunds(
      'text.csv',
      `${header}IE00BYZK4669;=1+1;EUR\nIE00BYZK4669;Der "Beste";EUR\nIE00BYZK4669;${'x'.repeat(256)};EUR\nIE00BYZK4669;A\u0007B;EUR\n`,
    );
    expect(rows.map((row) => row.fault?.code ?? row.values.get('name'))).toEqual([
      '=1+1',
      'Der "Beste"',
      'tooLong',
      'characters',
    ]);
  });

  it('refuses what is no table of funds', async () => {
    expect(await refusal('a.csv', '')).toMatch(/leer/);
    expect(await refusal('a.csv', ' \n\n')).toMatch(/leer/);
    expect(await refusal('a.csv', '\uFEFF')).toMatch(/leer/);
    expect(await refusal('a.csv', header)).toMatch(/keine Zeilen/);
    expect(await refusal('a.csv', 'Name;Kurs\nA;1\n')).toMatch(/keine Spalte mit der ISIN/);
    expect(await refusal('a.csv', `${good}IE00\u0000;A;EUR\n`)).toMatch(/Zeile 3 enthält ein Nullzeichen/);
    // Half a letter at its end.
    const cut = Buffer.from(`\uFEFF${good}`, 'utf16le').subarray(0, -1);
    expect(await refusal('a.csv', cut)).toMatch(/kein Text oder beschädigt/);
    const page = Buffer.from('\uFEFF<html><table><tr><td>isin', 'utf16le');
    expect(await refusal('a.csv', page)).toMatch(/Webseite/);
    expect(await refusal('a.csv', `${header}IE00BYZK4669;"Offen;EUR\nIE00BYZK4669;B;EUR\n`)).toMatch(
      /Zeile 2: Ein Anführungszeichen/,
    );
    // Figures with a decimal comma are no columns, whatever the lost mark hides.
    expect(await refusal('a.csv', `${header}IE00BYZK4669;"Offen;EUR\nIE00BYZK4669;B 1,5;EUR\n`)).toMatch(
      /Zeile 2: Ein Anführungszeichen/,
    );
    expect(await refusal('a.csv', 'isin;name;Fondsname\nIE00BYZK4669;A;B\n')).toMatch(/bedeuten dasselbe/);
    expect(await refusal('a.pdf', good)).toMatch(/\.csv oder \.xlsx/);
    expect(await refusal('a.csv', '%PDF-1.7 …')).toMatch(/PDF/);
    expect(await refusal('a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(/\.xlsx speichern/);
    expect(await refusalOf(openSource(folder.path('missing.csv'), isFundHeader))).toMatch(/nicht gefunden/);
    expect(await refusalOf(openSource(folder.path('.'), isFundHeader))).toMatch(/keine Datei/);
  });
});

describe('workbooks', () => {
  const rows = [
    ['Stammdaten', ''],
    ['isin', 'name', 'currency', 'ongoingFee'],
    ['IE00BYZK4669', 'Fonds', 'EUR', 0.0115],
  ];

  it('finds the heading below a title and reads numbers exactly', async () => {
    const [row] = await readFunds('a.xlsx', await workbook(rows));
    expect([row?.line, row?.fault, row?.values.get('ongoingFee')]).toEqual([3, null, '0.0115']);
  });

  it('refuses percent figures in number cells', async () => {
    const percent = [...rows.slice(0, 2), ['IE00BYZK4669', 'Fonds', 'EUR', 1.15]];
    expect(await refusal('a.xlsx', await workbook(percent))).toMatch(/Zeile 3: 1,15 hieße 115/);
  });

  it('refuses truncated, foreign, protected and oversized archives', async () => {
    const book = await workbook(rows);
    expect(await refusal('a.xlsx', book.subarray(0, book.length - 100))).toMatch(
      /unvollständig oder beschädigt/,
    );
    expect(await refusal('a.xlsx', book.subarray(0, 60))).toMatch(/unvollständig oder beschädigt/);
    expect(await refusal('a.xlsx', good)).toMatch(/keine Excel-Arbeitsmappe/);
    expect(await refusal('a.csv', book)).toMatch(/enthält aber keinen Text/);
    const damaged = Buffer.from(book);
    damaged.fill(0x55, 60, 90);
    expect(await refusal('a.xlsx', damaged)).toMatch(/beschädigt/);
    const locked = Buffer.from(book);
    const central = locked.indexOf(Buffer.from('504b0102', 'hex'));
    locked.writeUInt16LE(locked.readUInt16LE(central + 8) | 1, central + 8);
    expect(await refusal('a.xlsx', locked)).toMatch(/Kennwort/);
    const many = Array.from({ length: 201 }, (_value, index) => ({
      name: `xl/media/${index}.xml`,
      content: ['x'],
    }));
    expect(await refusal('a.xlsx', await workbook(rows, many))).toMatch(/205 Bestandteile/);
    expect(await refusal('a.xlsx', Buffer.concat([book, Buffer.alloc(10 * 1024 * 1024)]))).toMatch(
      /größer als 10 MB/,
    );
  });

  it('refuses a bomb, also one that lies about its size', async () => {
    const megabyte = ' '.repeat(1024 * 1024);
    const bomb = await workbook(rows, [
      { name: 'xl/bomb.xml', content: Array.from({ length: 30 }, () => megabyte) },
    ]);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await refusal('a.xlsx', bomb)).toMatch(/ausgepackt zu groß/);
    // The directory says 10 kB, the data are 30 MB: unpacking stops at what was said.
    const liar = Buffer.from(bomb);
    const name = liar.lastIndexOf('xl/bomb.xml');
    liar.writeUInt32LE(10_000, name - 46 + 24);
    liar.writeUInt32LE(deflateRawSync(megabyte).length * 30, name - 46 + 20);
    expect(await refusal('a.xlsx', liar)).toMatch(/beschädigt/);
  });
});
