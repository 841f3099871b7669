import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workbook, workbookOf } from '../../../test/workbook.ts';
import { ImportRefused } from './import-refused.ts';
import { openUploadedTable } from './open-source.ts';
import type { SourceRecord } from './source-table.ts';

async function rowsOf(bytes: Buffer): Promise<SourceRecord[]> {
  const table = await openUploadedTable(bytes, 'a.xlsx', () => false);
  const rows: SourceRecord[] = [];
  for await (const row of table.records()) rows.push(row);
  return rows;
}
const sheet = async (sheetData: string, styles?: string) =>
  rowsOf(
    await workbookOf(sheetData, styles === undefined ? [] : [{ name: 'xl/styles.xml', content: [styles] }]),
  );
/** Makes a sheet of repetitions pack as badly as a real one: the limit of the archive is not the one looked at. */
const unpackable = (sheetData: string) =>
  `<!--${randomBytes(Math.ceil(sheetData.length / 60)).toString('hex')}-->${sheetData}`;
const cell = '<c t="inlineStr"><is><t>x</t></is></c>';

describe('a hostile workbook', () => {
  const hostile: readonly (readonly [string, string, RegExp])[] = [
    ['a row far below the end of any sheet', `<row r="900000000">${cell}</row>`, /Zeile 900\.000\.000/],
    ['a row number of many digits', `<row r="${'9'.repeat(400)}">${cell}</row>`, /beschädigt/],
    ['a row number that is none', `<row r="-1">${cell}</row>`, /beschädigt/],
    ['rows that go back', `<row r="2">${cell}</row><row r="1">${cell}</row>`, /beschädigt/],
    ['a column far beyond', '<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>', /mehr als 2\.000 Spalten/],
    ['more columns than are read', `<row r="1">${'<c><v>1</v></c>'.repeat(2001)}</row>`, /mehr als 2\.000/],
    ['more rows than are read', '<row><c><v>1</v></c></row>'.repeat(250_001), /mehr als 250\.000 Zeilen/],
    ['a shared text that is not there', '<row r="1"><c t="s"><v>7</v></c></row>', /beschädigt/],
    ['a long cell', `<row r="1"><c t="str"><v>${'x'.repeat(40_000)}</v></c></row>`, /32\.767 Zeichen/],
    ['elements without end', '<row>'.repeat(10_000), /beschädigt/],
    ['an entity', '<row r="1"><c t="str"><v>&x;</v></c></row>', /beschädigt/],
  ];
  it.each(hostile)('is refused: %s', async (_name, sheetData, message) => {
    const bytes = await workbookOf(unpackable(sheetData));
    await expect(rowsOf(bytes)).rejects.toThrow(message);
    await expect(rowsOf(bytes)).rejects.toBeInstanceOf(ImportRefused);
  });

  it('is refused at its beginning', async () => {
    const bytes = await workbookOf(`<row r="900000000">${cell}</row>`);
    await expect(rowsOf(bytes)).rejects.toThrow('Zeile 900.000.000');
  });

  it('with a document type of its own is refused', async () => {
    const bytes = await workbookOf('<row/>', [
      { name: 'xl/styles.xml', content: ['<!DOCTYPE a [<!ENTITY b "b">]><styleSheet>&b;</styleSheet>'] },
    ]);
    await expect(rowsOf(bytes)).rejects.toThrow('beschädigt');
  });

  it('changed at any byte is read or refused, never anything else (property)', async () => {
    const good = await workbook([
      ['isin', 'name', 'fee'],
      ['IE00BYZK4669', 'Fonds', 0.0115],
    ]);
    const change = fc.tuple(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const bytes = Buffer.from(good);
        for (const [place, value] of changes) bytes[place] = value;
        const error: unknown = await rowsOf(bytes).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error === null || error instanceof ImportRefused).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a workbook', () => {
  it('keeps what stands where: rows, gaps, kinds of cells', async () => {
    const rows = await sheet(
      '<row r="3"><c r="B3" t="b"><v>1</v></c><c r="D3"><v>1.5E-3</v></c><c r="E3" t="e"><v>#N/A</v></c></row>' +
        '<row r="7"><c r="A7" t="str"><f>1+1</f><v>zwei</v></c><c r="B7"><f>A7</f><v>2</v></c></row><row r="9"/>',
    );
    expect(rows).toEqual([
      {
        line: 3,
        cells: ['', 'Y', '', 0.0015],
        formulaFaults: new Map([[4, 'Die Formel der Zelle ergibt den Fehler #N/A.']]),
      },
      { line: 7, cells: ['zwei', 2] },
    ]);
  });

  it('reads shared and formatted texts, without phonetic readings', async () => {
    const shared =
      '<sst><si><t xml:space="preserve"> a </t></si><si><r><t>b</t></r><r><t>c</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>';
    const bytes = await workbookOf('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>', [
      { name: 'xl/sharedStrings.xml', content: [shared] },
    ]);
    expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: [' a ', 'bc'] }]);
  });

  it('makes days of numbers whose style shows days', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const days = ['0', '1', '2', '3'].map((style) => `<c s="${style}"><v>46346</v></c>`).join('');
    expect(await sheet(`<row>${days}<c s="1"><v>1</v></c></row>`, styles)).toEqual([
      { line: 1, cells: [46_346, '2026-11-20', '2026-11-20', 46_346, '1900-01-01'] },
    ]);
  });

  it('says which numbers a sheet shows as percent', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0\\ %"/><numFmt numFmtId="165" formatCode="0&quot; % p.a.&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const shares = ['0', '1', '2', '3', '4'].map((style) => `<c s="${style}"><v>0.6</v></c>`).join('');
    expect(await sheet(`<row>${shares}<c s="1" t="str"><v>x</v></c></row>`, styles)).toEqual([
      { line: 1, cells: [0.6, 0.6, 0.6, 0.6, 0.6, 'x'], percentCells: new Set([1, 2, 3]) },
    ]);
  });
});
