import { describe, expect, it } from 'vitest';
import { workbookOf } from '../../../test/workbook.ts';
import { zipFrom } from '../../../test/zip-from.ts';
import { openUploadedTable } from './open-source.ts';

const open = (bytes: Buffer, name = 'bestand.xlsx') => openUploadedTable(bytes, name, () => true);
const zipOf = (...names: string[]) => zipWith(Object.fromEntries(names.map((name) => [name, '<x/>'])));
const oldContainer = (part: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000), Buffer.from(part, 'utf16le')]);

describe('what is no table says what it is and what to do', () => {
  it.each([
    ['an old workbook', oldContainer('Workbook'), /alte Excel-Datei \(\.xls\); bitte als \.xlsx/],
    ['an encrypted workbook', oldContainer('EncryptedPackage'), /Kennwort geschützt; bitte .* ohne Kennwort/],
    [
      'a page called .xls',
      Buffer.from('\uFEFF <html><table><tr><td>ISIN'),
      /Webseite, keine Tabelle; bitte .* als \.xlsx/,
    ],
    [
      'the XML Excel once wrote',
      Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>'),
      /Webseite, keine Tabelle/,
    ],
    ['a PDF called .xlsx', Buffer.from('%PDF-1.7\n'), /PDF-Datei; bitte .* als \.xlsx oder \.csv/],
  ])('%s', async (_name, bytes, message) => {
    await expect(open(bytes)).rejects.toThrow(message);
  });
  it.each([
    [['mimetype', 'content.xml', 'styles.xml'], /OpenDocument \(\.ods\)\. Bitte speichern/],
    [['[Content_Types].xml', 'word/document.xml'], /Word-Dokument\. Bitte liefern/],
    [['[Content_Types].xml', 'xl/workbook.bin'], /\(\.xlsb\)\. Bitte speichern/],
    [['Index/Document.iwa'], /Numbers\. Bitte exportieren/],
    [['kunden.csv'], /Archiv ohne Excel-Tabelle\. Bitte entpacken/],
    [['xl/styles.xml'], /unvollständig oder beschädigt/],
  ])('an archive of %j', async (names, message) => {
    await expect(open(await zipOf(...names))).rejects.toThrow(message);
  });
});

it.each([
  ['a mark', '\uFEFF', 'utf16le', false],
  ['a mark, the other way round', '\uFEFF', 'utf16le', true],
  ['no mark', '', 'utf16le', false],
  ['no mark, the other way round', '', 'utf16le', true],
] as const)('UTF-16 with %s is read', async (_name, mark, encoding, isSwapped) => {
  const bytes = Buffer.from(`${mark}Name;Ort\r\nGrün😀;Köln\r\n`, encoding);
  const table = await open(isSwapped ? bytes.swap16() : bytes, 'liste.csv');
  const rows: unknown[] = [];
  for await (const { cells } of table.records()) rows.push(cells);
  expect([table.notes, rows[1]]).toEqual([
    ['Zeichensatz UTF-16, Trennzeichen Semikolon.'],
    ['Grün😀', 'Köln'],
  ]);
});

describe('umlauts in another encoding are refused with a word that shows them', () => {
  const dos = (text: string) =>
    Buffer.from(text.replaceAll('ü', '\u0081').replaceAll('ä', '\u0084').replaceAll('ö', '\u0094'), 'latin1');
  const mac = (text: string) =>
    Buffer.from(text.replaceAll('ü', '\u009f').replaceAll('ß', '\u00a7'), 'latin1');
  const twice = (text: string) => Buffer.from(Buffer.from(text, 'utf8').toString('latin1'), 'utf8');
  it.each([
    ['DOS', dos('Name;Ort\nGrün;Köln\n')],
    ['DOS with one ü', dos('Name;Ort\nGrün;Bonn\n')],
    ['DOS without ü', dos('Name;Ort\nBär;Bonn\nVogel;Köln\n')],
    ['Mac with ß alone', mac('Name;Ort\nMeißner;Bonn\nStraßer;Ulm\n')],
    ['Mac', mac('Name;Ort\nMüller;Bonn\n')],
    ['UTF-8 twice', twice('Name;Ort\nMüller;Bonn\n')],
  ])('%s', async (_name, bytes) => {
    await expect(open(bytes, 'a.csv')).rejects.toThrow(/nicht lesbar \(„\S+“\).*als UTF-8/);
  });
  it.each([
    ['UTF-8', Buffer.from('Name;Ort\nJOÃO Müller;„Köln”\nDer„Beste;§ 5\n', 'utf8')],
    ['Windows-1252', Buffer.from('Name;Ort\nM\u00fcller;K\u00f6ln\n', 'latin1')],
    // A name with a mark between its letters, in however many lines; the ü shows that all others are readable.
    [
      'a quotation mark within one name',
      Buffer.from('Name;Fonds\nM\u00fcller;Fonds\u0094A\nVogel;Fonds\u0094A\n', 'latin1'),
    ],
    [
      'two of them within one cell',
      Buffer.from('Name;Fonds\nM\u00fcller;Fonds\u0094A und Fonds\u0094B\n', 'latin1'),
    ],
  ])('but not what is right: %s', async (_name, bytes) => {
    expect((await open(bytes, 'a.csv')).notes).toHaveLength(1);
  });
});

it('a workbook tells which sheet is read, which are not, and that hidden rows are', async () => {
  const cell = '<c t="inlineStr"><is><t>x</t></is></c>';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const bytes = await workbookOf(`<row r="1">${cell}</row><row r="2" hidden="1">${cell}</row>`);
  expect((await open(bytes)).notes).toEqual([
    'Tabellenblatt „Daten“.',
    'Ausgeblendete Zeilen werden mitgelesen (1).',
  ]);
  for (const hidden of ["hidden='1'", "hidden = 'true'", 'spans="1:1" hidden="true"'])
    expect(
      (await open(await workbookOf(`<row r="1">${cell}</row><row r="2" ${hidden}>${cell}</row>`))).notes,
    ).toEqual(['Tabellenblatt „Daten“.', 'Ausgeblendete Zeilen werden mitgelesen (1).']);
  const several = await zipWith({
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="Alt" state="hidden" r:id="a"/><sheet name="Neu" r:id="b"/><sheet name="Mehr" r:id="c"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${['a', 'b', 'c'].map((each) => `<Relationship Id="${each}" Target="${each}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      ['a', 'b', 'c'].map((each) => [
        `xl/${each}.xml`,
        `<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`,
      ]),
    ),
  });
  expect((await open(several)).notes).toEqual(['Tabellenblatt „Neu“.', 'Nicht gelesene Tabellenblätter: 2.']);
});

it('a workbook whose data stands on a hidden sheet alone is refused with what to do', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const bytes = await zipWith({
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="Daten" state="hidden" r:id="a"/><sheet name="Leer" r:id="b"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${['a', 'b'].map((each) => `<Relationship Id="${each}" Target="${each}.xml"/>`).join('')}</Relationships>`,
    'xl/a.xml': sheet('<row r="1"><c t="inlineStr"><is><t>x</t></is></c></row>'),
    'xl/b.xml': sheet(''),
  });
  await expect(open(bytes)).rejects.toThrow(/ausgeblendete werden nicht gelesen \(1\).*blenden Sie/);
});

async function zipWith(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const entries = Object.entries(parts).map(([name, content]) => ({ name, content: [content] }));
  for await (const chunk of zipFrom(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a file made to keep its reader busy', () => {
  it.each([
    ['columns', ';', 7_000_000],
    ['one word', 'A', 7_000_000],
    ['quotation marks', '"', 7_000_000],
    ['half a row, the file after it as usual', `;\r${';'.repeat(1_100_000)}\r`, 1],
  ])('with one line of %s is refused before it is taken apart', async (_name, text, times) => {
    await expect(open(Buffer.from(text.repeat(times)), 'a.csv')).rejects.toThrow(
      /Zeile 1: Die Zeile ist zu lang/,
    );
  });

  it.each(['\n', '\r\n', '\r'])(
    'with cells of several lines ended by %j names each row by the line it stands on',
    async (end) => {
      const lines = ['ISIN;Name', `A;"x${end}y${end}z"`, `B;"x${end}y"`, '', 'C;c'];
      const table = await open(Buffer.from(lines.join(end)), 'a.csv');
      const rows: number[] = [];
      for await (const { line } of table.records()) rows.push(line);
      expect(rows).toEqual([1, 2, 5, 8]);
      const torn = await open(Buffer.from([...lines, '', '', 'D;"d', 'E;e', ''].join(end)), 'a.csv');
      const all = async () => {
        for await (const { line } of torn.records()) expect(line).toBeLessThan(11);
      };
      await expect(all()).rejects.toThrow(/^Zeile 11: Ein Anführungszeichen ist nicht geschlossen/);
    },
  );

  it('with rows of delimiters alone has what stands between them, as from a workbook', async () => {
    const table = await open(Buffer.from('ISIN;Name\n;\nx;y\n ;\t\n;\nz;\n;\n'), 'a.csv');
    const rows: unknown[] = [];
    for await (const row of table.records()) rows.push(row);
    expect(rows).toEqual([
      { line: 1, cells: ['ISIN', 'Name'] },
      { line: 3, cells: ['x', 'y'] },
      { line: 6, cells: ['z', ''] },
    ]);
  });

  it('with millions of blank lines has the rows between them, each on the line it stands on', async () => {
    const table = await open(Buffer.from(`ISIN;Name${'\n'.repeat(2_000_000)}x;y`), 'a.csv');
    const rows: unknown[] = [];
    for await (const row of table.records()) rows.push(row);
    expect(rows).toEqual([
      { line: 1, cells: ['ISIN', 'Name'] },
      { line: 2_000_001, cells: ['x', 'y'] },
    ]);
  }, 10_000);
});
