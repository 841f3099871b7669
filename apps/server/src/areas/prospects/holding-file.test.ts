import { readFileSync } from 'node:fs';
import { readHoldings } from '@depotwerk/api/prospects/depot-analysis';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { contentOf, type Placed, pdfOf, plainStatement } from '../../../test/statement-pdf.ts';
import { workbook } from '../../../test/workbook.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { type HoldingFile, holdingFileReader } from './holding-file.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../../../docs/examples/${name}`, import.meta.url));
const rows = [
  ['ISIN', 'Name', 'Stück', 'Wert'],
  ...Array.from({ length: 40 }, (_, k) => ['IE00BYZK4669', `Fonds ${k}`, '10,5', '1.234,56']),
];
const samples: { name: string; bytes: Buffer }[] = [
  { name: 'bestand.csv', bytes: Buffer.from(rows.map((row) => row.join(';')).join('\n')) },
  { name: 'depot.mt535', bytes: example('depotauszug.mt535') },
  { name: 'depot.xml', bytes: example('depotauszug-semt002.xml') },
];
beforeAll(async () => {
  samples.push({ name: 'bestand.xlsx', bytes: await workbook(rows) });
  samples.push({ name: 'auszug.pdf', bytes: pdfOf([contentOf(plainStatement)]) });
});

/** How a stranger's file differs from one that is right: bytes overwritten, cut off, and doubled from a place on. */
const change = fc.record({
  sample: fc.nat(4),
  bytes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 40 }),
  cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  twice: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

it('reads a stranger’s file or refuses it in words, whatever was done to it', async () => {
  await fc.assert(
    fc.asyncProperty(change, async ({ sample, bytes, cut, twice }) => {
      const { name, bytes: right } = samples[sample] ?? { name: '', bytes: Buffer.alloc(0) };
      let file = Buffer.from(right);
      for (const [place, value] of bytes) file[Math.floor(place * (file.length - 1))] = value;
      if (twice !== null) file = Buffer.concat([file, file.subarray(Math.floor(twice * file.length))]);
      if (cut !== null) file = file.subarray(0, Math.floor(cut * file.length));
      let outcome: HoldingFile;
      try {
        outcome = await holdingFileReader.read(file, name);
      } catch (error) {
        if (!(error instanceof ImportRefused)) throw error;
        return error.message.trim() !== '';
      }
      // What is read is never more than was written: amounts are numbers that exist.
      return [...outcome.holdings, ...outcome.asked].every(
        ({ quantity, value }) =>
          (quantity === null || Number.isFinite(quantity)) && (value === null || Number.isFinite(value)),
      );
    }),
    { numRuns: 200 },
  );
  // Forty lots of one security are one holding.
  expect(
    (await holdingFileReader.read(samples[0]?.bytes ?? Buffer.alloc(0), 'bestand.csv')).holdings,
  ).toEqual([{ isin: 'IE00BYZK4669', name: 'Fonds 0', quantity: 420, value: 49_382.4 }]);
}, 60_000);

it('reads the table of an English broker, with points and commas as it writes them', async () => {
  const text =
    'ISIN,Security name,Quantity,Price,Market value,Currency\nIE00BYZK4669,Fund,10.5,100.00,"1,050.00",EUR\n';
  const { holdings, refused } = await holdingFileReader.read(Buffer.from(text), 'positions.csv');
  expect(refused).toEqual([]);
  expect(holdings).toEqual([{ isin: 'IE00BYZK4669', name: 'Fund', quantity: 10.5, value: 1050 }]);
});

it('says of a web page that it is one', async () => {
  const page = Buffer.from('<html><table><tr><td>ISIN</td></tr></table></html>');
  await expect(holdingFileReader.read(page, 'depot.xls')).rejects.toThrow('Webseite, keine Tabelle');
});

const readText = (lines: readonly string[]) =>
  holdingFileReader.read(Buffer.from(`${lines.join('\n')}\n`), 'depot.csv');

it('asks whether a file that shows no decimal means a thousand or a fraction', async () => {
  const outcome = await readText(['ISIN;Stück;Wert', 'IE00BYZK4669;1.234;500', 'LU0323578657;20;']);
  expect(outcome.holdings).toEqual([{ isin: 'LU0323578657', name: '', quantity: 20, value: null }]);
  expect(outcome.refused).toEqual([]);
  expect(outcome.asked).toMatchObject([
    {
      isin: 'IE00BYZK4669',
      quantity: null,
      value: 500,
      page: null,
      source: 'IE00BYZK4669 · 1.234 · 500',
    },
  ]);
});

it('takes names and lines so that the page can show them and send them back, whatever signs a file has', async () => {
  const odd = `A\u202e"\tB" ${'x'.repeat(280)}😀😀😀 end`;
  const outcome = await readText([
    'ISIN;Name;Stück',
    `IE00BYZK4669;${odd};1.234`,
    'LU0323578657;A\u2067B;20',
  ]);
  expect(readHoldings.safeParse(outcome).error).toBeUndefined();
  expect(outcome.holdings).toMatchObject([{ name: 'A B' }]);
  expect(outcome.asked[0]?.source).toMatch(/^IE00BYZK4669 · A /);
  expect(outcome.asked[0]?.source).toHaveLength(300);
});

it('knows the decimal mark by another line, or by what units times price give', async () => {
  const units = async (lines: readonly string[]) =>
    (await readText(lines)).holdings.map(({ quantity }) => quantity);
  expect(await units(['ISIN;Stück', 'IE00BYZK4669;1.234', 'LU0323578657;2,5'])).toEqual([1234, 2.5]);
  expect(await units(['ISIN;Stück', 'IE00BYZK4669;1.234', 'LU0323578657;2.5'])).toEqual([1.234, 2.5]);
  expect(await units(['ISIN;Stück;Kurs;Wert', 'IE00BYZK4669;1.234;10;12340'])).toEqual([1234]);
  expect(await units(['ISIN;Stück;Kurs;Wert', 'IE00BYZK4669;1.250;1000;1250'])).toEqual([1.25]);
});

it('reads an ISIN in groups and thousands parted by apostrophes', async () => {
  expect((await readText(['ISIN;Stück', "IE00 BYZK 4669;1'234.50"])).holdings).toEqual([
    { isin: 'IE00BYZK4669', name: '', quantity: 1234.5, value: null },
  ]);
});

it('knows units by their short names, as a book of business does', async () => {
  const { holdings } = await readText(['ISIN;Stück;Wert', 'IE00BYZK4669;12,5 Stk.;1.250,00 Euro']);
  expect(holdings).toEqual([{ isin: 'IE00BYZK4669', name: '', quantity: 12.5, value: 1250 }]);
});

it('looks at no cell of a whole text for the name of a column, however long it is', async () => {
  const wide = `Hinweis${' '.repeat(60_000)}€${'/'.repeat(60_000)}x`;
  const { holdings } = await readText([`ISIN;Stück;${wide}`, 'IE00BYZK4669;12,5;1']);
  expect(holdings).toMatchObject([{ isin: 'IE00BYZK4669', quantity: 12.5 }]);
});

it.each([
  ['Kurs EUR', 'Kurswert EUR'],
  ['Kurs (€)', 'Wert (EUR)'],
  ['Price in EUR', 'Value in EUR'],
  ['Kurs in Euro', 'Aktueller Wert in €'],
  ['Kurs/EUR', 'Wert Euro'],
])(
  'knows the columns %s and %s by what they are counted in, and none in another currency',
  async (price, value) => {
    const file = (header: string) =>
      holdingFileReader.read(
        Buffer.from(`${header}\nIE00BYZK4669;10,5;100,00;1.050,00\nIE00B4L5Y983;;;1.234,56\n`),
        'bestand.csv',
      );
    expect((await file(`ISIN;Stück;${price};${value}`)).holdings).toMatchObject([
      { isin: 'IE00BYZK4669', quantity: 10.5, value: 1050 },
      { isin: 'IE00B4L5Y983', quantity: null, value: 1234.56 },
    ]);
    const foreign = [price, value].map((name) => name.replace(/EUR|Euro|€/, 'USD')).join(';');
    expect((await file(`ISIN;Stück;${foreign}`)).holdings).toMatchObject([{ quantity: 10.5, value: null }]);
  },
);

it('takes a column of currencies at its word, however it writes the euro', async () => {
  const valueIn = async (currency: string) =>
    (await readText(['ISIN;Stück;Kurswert;Währung', `IE00BYZK4669;10,5;1.050,00;${currency}`])).holdings[0]
      ?.value;
  expect(await Promise.all(['EUR', 'eur', 'Euro', '€', '', 'USD'].map(valueIn))).toEqual([
    1050,
    1050,
    1050,
    1050,
    1050,
    null,
  ]);
});

it('asks about a statement whose sum is not that of its rows to the cent', async () => {
  const withSum = (sum: string) => {
    const texts = plainStatement.map((text) =>
      text.y === 130 && text.x === 400 ? { ...text, text: sum } : text,
    );
    return holdingFileReader.read(pdfOf([contentOf(texts)]), 'auszug.pdf');
  };
  expect(await withSum('1.050,00')).toMatchObject({ statement: { isProved: true } });
  expect(await withSum('1.050,01')).toMatchObject({ statement: { total: 1050.01, isProved: false } });
});

it('says of a statement in dollars that the values are left out, of each fund, and asks whether two lots are one', async () => {
  const isins = ['IE00BYZK4669', 'DE000ON21LU0', 'IE00B4L5Y983', 'IE00B4L5Y983'];
  const texts = isins.flatMap((isin, index): Placed[] => {
    const currency = index === 0 ? 'EUR' : 'USD';
    const y = 100 + 40 * index;
    return [
      { x: 40, y, text: isin },
      { x: 40, y: y + 12, text: currency === 'EUR' ? 'Globalis Welt' : 'Amerika Index' },
      { x: 200, y, text: '10,5' },
      { x: 300, y, text: `100,00 ${currency}` },
      { x: 400, y, text: `1.050,00 ${currency}` },
    ];
  });
  const header = ['ISIN', 'Stück', 'Kurs', 'Kurswert'].map((text, index) => ({
    x: [40, 200, 300, 400][index] ?? 0,
    y: 80,
    text,
  }));
  const file = await holdingFileReader.read(pdfOf([contentOf([...header, ...texts])]), 'auszug.pdf');
  expect(file.holdings).toMatchObject([
    { isin: 'IE00BYZK4669', quantity: 10.5, value: 1050 },
    { isin: 'DE000ON21LU0', quantity: 10.5, value: null },
  ]);
  // No sum in euros says that both are held: nothing is added.
  expect(file.asked.map(({ isin, quantity, value }) => [isin, quantity, value])).toEqual([
    ['IE00B4L5Y983', 10.5, null],
    ['IE00B4L5Y983', 10.5, null],
  ]);
  expect(file.refused).toEqual([
    {
      line: null,
      reason:
        'Amerika Index: Der Wert in einer anderen Währung wird nicht übernommen, es zählt die Stückzahl.',
    },
  ]);
});

it('takes the newest of several statements of one account, and names the older ones', async () => {
  const newest = example('depotauszug.mt535').toString();
  const older = newest.replaceAll('STAT//20261120', 'STAT//20260630');
  const alone = await holdingFileReader.read(Buffer.from(newest), 'auszug.mt535');
  const both = await holdingFileReader.read(Buffer.from(`${older}\n${newest}`), 'auszug.mt535');
  expect(both.holdings).toEqual(alone.holdings);
  expect(alone.refused).toEqual([]);
  expect(both.refused.length).toBeGreaterThan(0);
  for (const { reason } of both.refused)
    expect(reason).toMatch(
      /^Der Auszug „.+“ vom 30\.06\.2026 zählt nicht: In der Datei steht ein neuerer\.$/,
    );
});

it.each(['depotauszug.mt535', 'depotauszug-semt002.xml'])(
  'says of %s in dollars that the values are left out, and that units count',
  async (name) => {
    const dollars = example(name)
      .toString()
      .replaceAll(/(ACTU\/|HOLD\/\/|Ccy=")EUR/g, '$1USD');
    const { holdings, refused } = await holdingFileReader.read(Buffer.from(dollars), name);
    expect(holdings.every(({ quantity, value }) => quantity !== null && value === null)).toBe(true);
    expect(refused).toEqual(
      holdings.map(({ isin }) => ({
        line: null,
        reason: `${isin}: Der Wert in einer anderen Währung wird nicht übernommen, es zählt die Stückzahl.`,
      })),
    );
    expect((await holdingFileReader.read(example(name), name)).refused).toEqual([]);
  },
);

it('reads a table whose lines end with as many semicolons as a program pleased', async () => {
  const { holdings, refused } = await readText([
    'ISIN;Stück;Wert;;;',
    'IE00BYZK4669;10,5;1.050,00',
    'LU0323578657;20,25;2.025,00;',
    'IE00B4L5Y983;1,5;150,00;;',
  ]);
  expect(refused).toEqual([]);
  expect(holdings.map(({ value }) => value)).toEqual([1050, 2025, 150]);
});

it('leaves out a sum below the table and no fund that is called like one', async () => {
  const { holdings, refused } = await readText([
    'Name;ISIN;Stück;Wert',
    'Total Return Bond;IE00BYZK4669;10;100,00',
    'Gesamt;IE00B4L5Y983;5;50,00',
    'Total Return ohne Nummer;;10;100,00',
    'Summe EUR:;;;250,00',
    'Insgesamt;;;250,00',
    'Grand total;;;250,00',
  ]);
  expect(holdings.map(({ isin }) => isin)).toEqual(['IE00BYZK4669', 'IE00B4L5Y983']);
  expect(refused).toEqual([{ line: 4, reason: 'Hier steht keine ISIN.' }]);
});

it('reads each column by its own decimal mark, and asks where one shows both', async () => {
  const own = await readText(['ISIN;Stück;Wert', 'IE00BYZK4669;1.234;1.234,50', 'IE00B4L5Y983;10.5;100,25']);
  expect(own.holdings).toMatchObject([
    { quantity: 1.234, value: 1234.5 },
    { quantity: 10.5, value: 100.25 },
  ]);
  const both = await readText(['ISIN;Stück', 'IE00BYZK4669;1.234', 'IE00B4L5Y983;10.5', 'LU0323578657;10,5']);
  expect(both.holdings).toMatchObject([{ quantity: 10.5 }, { quantity: 10.5 }]);
  expect(both.asked).toMatchObject([{ isin: 'IE00BYZK4669', quantity: null }]);
});

it('takes a value in euros beside a price in dollars, and says which value it leaves out', async () => {
  const stated = async (header: string, line: string) => {
    const { holdings, refused } = await readText([
      `ISIN;Name;Stück;${header}`,
      `IE00BYZK4669;Fonds;10;${line}`,
    ]);
    return { value: holdings[0]?.value, refused };
  };
  expect(await stated('Kurs;Währung;Wert in EUR', '10,00;USD;90,00')).toEqual({ value: 90, refused: [] });
  expect(await stated('Kurs;Währung Kurs;Wert;Währung', '10,00;USD;90,00;EUR')).toEqual({
    value: 90,
    refused: [],
  });
  expect(await stated('Kurswert;Währung;Kurswert EUR', '100,00;USD;90,00')).toEqual({
    value: 90,
    refused: [],
  });
  expect(await stated('Kurswert;Währung', '100,00;USD')).toEqual({
    value: null,
    refused: [
      {
        line: 2,
        reason: 'Fonds: Der Wert in einer anderen Währung wird nicht übernommen, es zählt die Stückzahl.',
      },
    ],
  });
});

it('says how many lines it does not name one by one', async () => {
  const { refused } = await readText([
    'ISIN;Stück',
    ...Array.from({ length: 120 }, (_, k) => `FALSCH${k};1`),
  ]);
  expect(refused).toHaveLength(50);
  expect(refused.at(-1)).toEqual({ line: null, reason: 'Dazu kommen 71 weitere Hinweise dieser Art.' });
});

it('looks for its columns in no time, whatever a cell is filled with', async () => {
  const cells = Array.from({ length: 20 }, () => `a${' '.repeat(32_700)}x`).join(';');
  const start = performance.now();
  const { holdings } = await readText([`${cells};`, 'ISIN;Stück', 'IE00BYZK4669;1']);
  expect(holdings).toHaveLength(1);
  // Each of these cells once took five seconds.
  expect(performance.now() - start).toBeLessThan(5000);
});

it('refuses a line its separators have pushed into other columns', async () => {
  const comma = await readText([
    'ISIN,Stück,Wert',
    'IE00BYZK4669,10,5,1050,00',
    'LU0323578657,20,"1.050,00"',
  ]);
  expect(comma.holdings).toEqual([{ isin: 'LU0323578657', name: '', quantity: 20, value: 1050 }]);
  expect(comma.refused).toMatchObject([{ line: 2, reason: expect.stringContaining('mehr Felder') }]);
  // The last column is empty, and what is too much as well.
  const open = await readText(['ISIN,Stück,Wert', 'IE00BYZK4669,10,50,', 'IE00B4L5Y983,"20,5",,']);
  expect(open.refused).toMatchObject([{ line: 2, reason: expect.stringContaining('mehr Felder') }]);
  expect(open.holdings).toMatchObject([{ quantity: 20.5, value: null }]);
  // Whoever writes beside a sheet moves nothing.
  const sheet = await workbook([
    ['ISIN', 'Stück'],
    ['IE00BYZK4669', '10', 'verkaufen?'],
  ]);
  expect((await holdingFileReader.read(sheet, 'depot.xlsx')).holdings).toHaveLength(1);
});
