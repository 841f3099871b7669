import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { chooseColumns, type ExportColumn, guardFormula } from './export-column.ts';
import { writeTable } from './write-table.ts';

interface Row {
  name: string;
  amount: number;
  day: string | null;
  checkedAt: string;
  isLinked: boolean;
}

const columns: readonly ExportColumn<Row>[] = [
  { key: 'name', header: 'Name', kind: 'text' },
  { key: 'amount', header: 'Wert', kind: 'money', value: (row) => row.amount },
  { key: 'day', header: 'Beginn', kind: 'day' },
  { key: 'checkedAt', header: 'Geprüft', kind: 'instant' },
  { key: 'isLinked', header: 'Verknüpft', kind: 'boolean' },
];
const row = (values: Partial<Row> = {}): Row => ({
  name: 'Müller',
  amount: 1234.5,
  day: '2024-04-03',
  checkedAt: '2024-12-31T23:30:00.000Z',
  isLinked: true,
  ...values,
});

async function* batches(...parts: Row[][]) {
  yield* parts;
}
const written = (format: 'csv' | 'xlsx', ...parts: Row[][]) =>
  writeTable({ format, columns, timeZone: 'Europe/Berlin' }, 'Verträge', batches(...parts));
const csv = (...rows: Row[]) => text(Readable.from(written('csv', rows)));
const xlsx = async (...rows: Row[]) => {
  const file = await buffer(Readable.from(written('xlsx', rows)));
  return readSheet(file);
};

describe('CSV', () => {
  it('writes byte order mark, semicolons, decimal comma, German dates and the day in the zone of the caller', async () => {
    const bytes = await buffer(Readable.from(written('csv', [row()], [row({ day: null })])));
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString('utf8').slice(1)).toBe(
      'Name;Wert;Beginn;Geprüft;Verknüpft\r\n' +
        'Müller;1234,50;03.04.2024;01.01.2025;ja\r\n' +
        'Müller;1234,50;;01.01.2025;ja\r\n',
    );
  });

  it('quotes separators, quotes and line ends', async () => {
    expect(await csv(row({ name: 'a;b "c"\nd' }))).toContain('"a;b ""c""\nd";1234,50');
  });

  it.each(['=1+1', '+49', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\uff1d1', '\u00a0=cmd'])(
    'takes the sting out of %j',
    async (name) => {
      expect(guardFormula(name).startsWith("'")).toBe(true);
      expect(await csv(row({ name }))).toContain("'");
    },
  );

  it('never lets a cell start as a formula, whatever the text (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (name) => {
        const line = (await csv(row({ name }))).slice(1).split('\r\n').slice(1).join('\r\n');
        const first = line.startsWith('"') ? line.slice(1) : line;
        expect('=+-@\t\r'.includes(first.charAt(0))).toBe(false);
      }),
    );
  });

  it('leaves ordinary text alone', () => {
    expect(guardFormula('Müller-Lüdenscheidt + Söhne')).toBe('Müller-Lüdenscheidt + Söhne');
    expect(guardFormula('')).toBe('');
  });
});

describe('XLSX', () => {
  it('is read back with numbers as numbers and text as text', async () => {
    const sheet = await xlsx(row({ name: 'Ä & <b> "x"' }), row({ name: '=HYPERLINK("x")', amount: -0.1 }));
    expect(sheet[0]).toEqual(['Name', 'Wert', 'Beginn', 'Geprüft', 'Verknüpft']);
    expect(sheet[1]?.slice(0, 2)).toEqual(['Ä & <b> "x"', 1234.5]);
    expect(sheet[2]?.slice(0, 2)).toEqual(['\'=HYPERLINK("x")', -0.1]);
    expect(sheet[1]?.[2]).toEqual(new Date('2024-04-03T00:00:00Z'));
    expect(sheet[1]?.[3]).toEqual(new Date('2025-01-01T00:00:00Z'));
  });

  it('survives control characters and lone surrogates', async () => {
    const sheet = await xlsx(row({ name: 'a\u0000b\ud800c\u001b' }));
    expect(sheet[1]?.[0]).toBe('ab\ufffdc');
  });

  it('passes on a failure while rows are read', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [row()];
      throw new Error('connection lost');
    }
    const reading = buffer(
      Readable.from(writeTable({ format: 'xlsx', columns, timeZone: 'Europe/Berlin' }, 'x', failing())),
    );
    await expect(reading).rejects.toThrow('connection lost');
  });
});

describe('columns', () => {
  it('come in the order asked', () => {
    expect(chooseColumns(columns, 'amount,name').map((column) => column.key)).toEqual(['amount', 'name']);
    expect(chooseColumns(columns, undefined)).toBe(columns);
  });

  it.each(['unknown', 'name,name', '__proto__'])('refuses %s', (asked) => {
    expect(() => chooseColumns(columns, asked)).toThrow('common.validationFailed');
  });
});
