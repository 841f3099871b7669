import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workbook } from '../../../../test/workbook.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import type { SourceRecord } from '../../../platform/table-files/source-table.ts';
import { examineBook } from './book-file.ts';
import { openUploadedBook } from './open-book.ts';
import { statementRecords } from './statement-table.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../../../../docs/examples/${name}`, import.meta.url));
const swift = example('depotauszug.mt535').toString();
const xml = example('depotauszug-semt002.xml').toString();

async function recordsOf(bytes: Buffer): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  for await (const record of (await openUploadedBook(bytes, 'auszug')).records()) records.push(record);
  return records;
}

it('lays a custody statement out as a table of holdings, whatever its name', async () => {
  expect(await recordsOf(Buffer.from(swift))).toEqual([
    {
      line: 1,
      cells: ['Vertragsnummer', 'ISIN', 'Anteile', 'Kurs', 'Kursdatum', 'Einstandswert', 'Stichtag'],
    },
    { line: 2, cells: ['BU-70001', 'IE00B4L5Y983', 125.5, 97.1, '2026-11-20', '', '2026-11-20'] },
    { line: 3, cells: ['BU-70001', 'LU0274208692', 41, 102.25, '2026-11-19', '', '2026-11-20'] },
  ]);
  expect((await recordsOf(Buffer.from(xml)))[1]?.cells).toEqual([
    'BU 70003',
    'IE00B4L5Y983',
    12,
    97.1,
    '2026-11-20',
    '',
    '2026-11-20',
  ]);
});

it('gives what could not be read a line with its reason, and a price in another unit that of the value', () => {
  const position = { isin: 'XS0104440986', priceDate: null, costValue: null, isInOtherCurrency: false };
  const records = [
    ...statementRecords({
      rowCount: 2,
      statements: [
        {
          account: 'A',
          ownerName: '',
          date: '2026-11-20',
          positions: [{ ...position, quantity: 10_000, price: 99.5, value: 9950 }],
        },
      ],
      problems: [{ account: 'A', message: 'Ein Bestand unter null (3) kann nicht geführt werden.' }],
    }),
  ];
  expect(records.slice(1)).toEqual([
    { line: 2, cells: ['A', 'XS0104440986', 10_000, 0.995, '', '', '2026-11-20'] },
    { line: 3, cells: ['A'], fault: 'Ein Bestand unter null (3) kann nicht geführt werden.' },
  ]);
});

it('says of an account without holdings that its contract stays as it is', () => {
  const statements = [{ account: 'A', ownerName: '', date: '2026-11-20', positions: [] }];
  expect([...statementRecords({ rowCount: 0, statements, problems: [] })].slice(1)).toEqual([
    { line: 2, cells: ['A'], fault: expect.stringContaining('keinen Bestand') },
  ]);
  const problems = [{ account: 'A', message: 'Die Stückzahl ist nicht lesbar.' }];
  expect([...statementRecords({ rowCount: 1, statements, problems })]).toHaveLength(2);
});

it.each([
  ['entities of its own', Buffer.from(xml.replace('<Document', '<!DOCTYPE d [<!ENTITY a "aa">]><Document'))],
  ['an XML that is cut off', Buffer.from(xml.slice(0, 700))],
  ['a deep XML', Buffer.from(`<Document>${'<a>'.repeat(5000)}`)],
  ['a message that is cut off', Buffer.from(swift.replace(':16S:FIN\n-}{5', '-}{5'))],
  ['a zero byte', Buffer.from(swift.replace('BU-70001', 'BU-\u0000'))],
  ['UTF-16', Buffer.from(`\uFEFF${xml}`, 'utf16le')],
  ['another XML', Buffer.from('<?xml version="1.0"?><html/>')],
])('refuses %s', async (_what, bytes) => {
  await expect(openUploadedBook(bytes, 'auszug.xml')).rejects.toThrow(ImportRefused);
});

it('leaves the thread that serves free, for tables as for statements', async () => {
  const book = await workbook([
    ['Vertragsnummer', 'ISIN', 'Anteile'],
    ...Array.from({ length: 20_000 }, (_, row) => [`BU-${row}`, 'IE00B4L5Y983', '12,5']),
  ]);
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const started = performance.now();
  const table = await openUploadedBook(book, 'bestand.xlsx');
  const seconds = performance.now() - started;
  clearInterval(timer);
  expect(longest).toBeLessThan(seconds * 0.8);
  let count = 0;
  for await (const { line } of table.records()) count = line;
  expect(count).toBe(20_001);
});

it('shows no half of a character where it cuts what a file says', async () => {
  const long = `${'x'.repeat(59)}😀`;
  const table = await openUploadedBook(
    Buffer.from(`${'y'.repeat(99)}😀;ISIN;Anteile\n${long};IE00B4L5Y983;1\n`),
    'a.csv',
  );
  const { columns } = await examineBook(table);
  expect([columns[0]?.header.isWellFormed(), columns[0]?.samples[0]?.isWellFormed()]).toEqual([true, true]);
});

it('says which columns the file keeps as numbers, so that nobody is asked for their decimal mark', async () => {
  const numeric = async (bytes: Buffer, name: string) =>
    (await examineBook(await openUploadedBook(bytes, name))).columns
      .filter(({ isNumeric }) => isNumeric)
      .map(({ header }) => header);
  expect(await numeric(Buffer.from(swift), 'auszug.fin')).toEqual(['Anteile', 'Kurs']);
  expect(await numeric(Buffer.from(xml), 'auszug.xml')).toEqual(['Anteile', 'Kurs']);
  expect(await numeric(Buffer.from('Vertragsnummer;ISIN;Anteile\n1;IE00B4L5Y983;30.253\n'), 'a.csv')).toEqual(
    [],
  );
});
