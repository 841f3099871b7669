import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isinCheckDigit } from '@depotwerk/domain/isin';
import { mostFunds } from '@depotwerk/domain/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zipFrom } from '../../../test/zip-from.ts';
import { writeTable } from '../../platform/export/write-table.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { type FundFile, type FundFileRow, fundFileColumns, readFundFile } from './fund-file.ts';

const isin = (number: number) => {
  const body = `LU${String(number).padStart(9, '0')}`;
  return `${body}${isinCheckDigit(body)}`;
};
const readText = (text: string, name = 'fonds.csv') => readFundFile(Buffer.from(text, 'utf8'), name);
async function* once<Row>(rows: Row[]) {
  yield rows;
}
const xlsxOf = (rows: readonly FundFileRow[]) =>
  buffer(
    Readable.from(
      writeTable(
        { format: 'xlsx', columns: fundFileColumns, timeZone: 'Europe/Berlin' },
        'Fonds',
        once([...rows]),
      ),
    ),
  );
const csvOf = (rows: readonly FundFileRow[]) =>
  buffer(
    Readable.from(
      writeTable(
        { format: 'csv', columns: fundFileColumns, timeZone: 'Europe/Berlin' },
        'Fonds',
        once([...rows]),
      ),
    ),
  );

/** A workbook whose only sheet is this text. */
const sheetOf = async (rows: string) => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return buffer(
    Readable.from(
      zipFrom([
        {
          name: '[Content_Types].xml',
          content: ['<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
        },
        {
          name: 'xl/workbook.xml',
          content: [
            `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
          ],
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: [
            `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
          ],
        },
        {
          name: 'xl/worksheets/sheet1.xml',
          content: [`<worksheet xmlns="${main}"><sheetData>`, rows, '</sheetData></worksheet>'],
        },
      ]),
    ),
  );
};

describe('a file of funds', () => {
  it('is read by its ISIN column alone, in its order, with the row of everything that is wrong', async () => {
    const file = await readText(
      [
        'Fondsliste 2026',
        'Name;ISIN-Code;Rang',
        `Eins;${isin(1)};5`,
        `Zwei; ${isin(2).toLowerCase()} ;4`,
        ';;',
        `Noch einmal;${isin(1)};5`,
        'Ohne;;3',
        `Falsch;${isin(3).slice(0, 11)}${(Number(isin(3).at(-1)) + 1) % 10};3`,
        'Kurz;LU123;3',
        'Land;QQ0000000014;3',
        'Formel;=1+1;3',
      ].join('\r\n'),
    );
    expect(file.lines).toEqual([
      { row: 3, isin: isin(1) },
      { row: 4, isin: isin(2) },
    ]);
    expect(file.duplicates).toEqual([{ row: 6, isin: isin(1) }]);
    expect(file.rowErrors).toEqual([
      { row: 7, text: '', message: 'In dieser Zeile fehlt die ISIN.' },
      { row: 8, text: expect.stringContaining('LU'), message: 'Die Prüfziffer der ISIN stimmt nicht.' },
      { row: 9, text: 'LU123', message: expect.stringContaining('zwölf Zeichen') },
      { row: 10, text: 'QQ0000000014', message: 'Die ISIN beginnt mit keinem bekannten Länderkürzel.' },
      { row: 11, text: '=1+1', message: expect.stringContaining('zwölf Zeichen') },
    ]);
  });

  it.each(['ISIN', 'isin', 'Isin Code', 'ISIN-Nr.', 'Wertpapier-ISIN', 'Fonds_ISIN', '"ISIN"'])(
    'knows the column by its heading %s',
    async (heading) => {
      const { lines } = await readText(`${heading}\n${isin(7)}\n`);
      expect(lines).toEqual([{ row: 2, isin: isin(7) }]);
    },
  );

  it('is what its content says, whatever its name', async () => {
    const rows = [{ isin: isin(1), name: 'A', wkn: null, currency: 'EUR', rank: 5 }];
    expect((await readFundFile(await xlsxOf(rows), 'liste.csv')).lines).toHaveLength(1);
    expect((await readFundFile(await csvOf(rows), 'liste.xlsx')).lines).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['blank lines', '\n\n \n'],
    ['no ISIN column', 'Name;WKN\nEins;123456\n'],
    ['a heading and no row', 'ISIN;Name\n'],
    ['a heading too far down', `${'x;y\n'.repeat(40)}ISIN;Name\n${isin(1)};Eins\n`],
    ['PDF', '%PDF-1.7 ISIN'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['UTF-16', Buffer.from('\uFEFFISIN\n', 'utf16le')],
    ['zero bytes', `ISIN\n${isin(1)}\n\u0000`],
    ['a lost quotation mark', `ISIN;Name\n${isin(1)};"Eins\n${isin(2)};Zwei\n`],
    ['a broken archive', Buffer.from('504b030400000000', 'hex')],
  ])('of %s is refused as a whole', async (_, content) => {
    await expect(readFundFile(Buffer.from(content), 'fonds.csv')).rejects.toBeInstanceOf(ImportRefused);
  });

  it('counts a formula by its stored result', async () => {
    const bytes = await sheetOf(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>ISIN</t></is></c></row>
       <row r="2"><c r="A2" t="str"><f>CONCAT("LU","1")</f><v>${isin(4)}</v></c></row>
       <row r="3"><c r="A3"><f>1+1</f><v>2</v></c></row>`,
    );
    const file = await readFundFile(bytes, 'f.xlsx');
    expect(file.lines).toEqual([{ row: 2, isin: isin(4) }]);
    expect(file.rowErrors).toEqual([
      { row: 3, text: '2', message: expect.stringContaining('zwölf Zeichen') },
    ]);
  });

  it('refuses archives that unpack to far more than they are', async () => {
    const bomb = await sheetOf(`<!--${' '.repeat(8 * 1024 * 1024)}-->`);
    expect(bomb.byteLength).toBeLessThan(100_000);
    await expect(readFundFile(bomb, 'f.xlsx')).rejects.toBeInstanceOf(ImportRefused);
  });

  it('may have 5,000 rows and not one more, duplicates counted', async () => {
    const lines = Array.from({ length: mostFunds }, (_, k) => isin(k + 1));
    const full = await readText(`ISIN\n${lines.join('\n')}\n`);
    expect(full.lines).toHaveLength(mostFunds);
    await expect(readText(`ISIN\n${[...lines, isin(1)].join('\n')}\n`)).rejects.toMatchObject({
      code: 'common.payloadTooLarge',
    });
  });
});

describe('export and import', () => {
  const rows = fc.uniqueArray(
    fc.record({
      isin: fc.nat(999_999_999).map(isin),
      name: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('=HYPERLINK("x")', '+49', '@SUM(A1)', 'a;b "c"\nd', "O'Neill", '\t', '<b>&'),
      ),
      wkn: fc.option(fc.constantFrom('A0B1C2', '123456')),
      currency: fc.constantFrom('EUR', 'USD'),
      rank: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
    { selector: (row) => row.isin, minLength: 1, maxLength: 30 },
  );

  it('give back the same funds in the same order in both formats (property)', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const expected = given.map((row) => row.isin);
        for (const bytes of [await csvOf(given), await xlsxOf(given)]) {
          const file = await readFundFile(bytes, 'f');
          expect(file.lines.map((line) => line.isin)).toEqual(expected);
          expect([...file.duplicates, ...file.rowErrors]).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('read any text without failing: each row is a fund, a duplicate or an error, or all is refused (property)', async () => {
    const cell = fc.oneof(fc.nat(3).map(isin), fc.string({ maxLength: 12 }), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 12 }), async (cells) => {
        const text = `ISIN;Name\n${cells.map((value) => `"${value.replaceAll('"', '""')}";x`).join('\n')}\n`;
        const file = await readText(text).catch((error: unknown) => error);
        fc.pre(!(file instanceof ImportRefused));
        // Whatever else was thrown has no lines and fails here.
        const { lines, duplicates, rowErrors } = file as FundFile;
        expect(lines.length + duplicates.length + rowErrors.length).toBe(cells.length);
        expect(new Set(lines.map((line) => line.isin)).size).toBe(lines.length);
      }),
    );
  });
});
