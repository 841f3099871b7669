import { expect, it } from 'vitest';
import { contentOf, pdfOf } from '../../../test/statement-pdf.ts';
import { holdingFileReader } from './holding-file.ts';

const [inEuro, foreign] = ['IE00BYZK4669', 'LU0274208692'];
const headings = ['Ccy', 'Währ.', 'Devise', 'WKZ', 'Currency', ''];
const written = ['USD', 'CHF', '$', 'US-Dollar'];
const note = 'Dollarfonds: Der Wert in einer anderen Währung wird nicht übernommen, es zählt die Stückzahl.';
const expected = [
  { isin: inEuro, name: 'Eurofonds', quantity: 10, value: 1000 },
  { isin: foreign, name: 'Dollarfonds', quantity: 10, value: null },
];

const table = (heading: string, currency: string) =>
  Buffer.from(
    `ISIN;Name;Stück;Kurs;${heading};Kurswert\n${inEuro};Eurofonds;10;100,00;EUR;1.000,00\n${foreign};Dollarfonds;10;20,00;${currency};200,00\n`,
  );

/** A statement with one line a holding; what stands above it is said of all. */
const statement = (lines: readonly (readonly string[])[], above = 'Depotauszug per 30.06.2026') =>
  pdfOf([
    contentOf([
      { x: 40, y: 50, text: above },
      ...lines.flatMap((texts, row) =>
        texts.map((text, cell) => ({ x: [40, 150, 290, 350, 420, 490][cell] ?? 0, y: 90 + 25 * row, text })),
      ),
    ]),
  ]);
const linesOf = (heading: string, currency: string, euro = 'EUR') => [
  ['ISIN', 'Name', 'Stück', 'Kurs', heading, 'Kurswert'],
  [inEuro, 'Eurofonds', '10', '100,00', euro, '1.000,00'],
  [foreign, 'Dollarfonds', '10', '20,00', currency, '200,00'],
  ['Summe', '', '', '', '', '1.200,00'],
];

it('another currency is none of euros, however the bank heads its column and writes it', async () => {
  for (const heading of headings)
    for (const currency of written)
      for (const [name, bytes] of [
        ['depot.csv', table(heading, currency)],
        ['depot.pdf', statement(linesOf(heading, currency))],
      ] as const) {
        const { holdings, refused, asked, statement: whole } = await holdingFileReader.read(bytes, name);
        expect([name, heading, currency, holdings, asked]).toEqual([name, heading, currency, expected, []]);
        expect(refused.map(({ reason }) => reason)).toEqual([note]);
        expect(whole?.isProved ?? false).toBe(false);
      }
});

it('a word every object knows is no currency', async () => {
  for (const [name, bytes] of [
    ['depot.csv', table('Notiz', 'constructor')],
    ['depot.pdf', statement(linesOf('Notiz', 'constructor'))],
  ] as const) {
    const { holdings, refused } = await holdingFileReader.read(bytes, name);
    expect([name, holdings.map(({ value }) => value), refused]).toEqual([name, [1000, 200], []]);
  }
});

it('what a fund is kept in says nothing of what the house counts it in', async () => {
  for (const [name, bytes] of [
    ['depot.csv', table('Fondswährung', 'USD')],
    ['depot.pdf', statement(linesOf('Fondswährung', 'USD', 'EUR'), 'Alle Werte in EUR')],
  ] as const) {
    const { holdings, refused } = await holdingFileReader.read(bytes, name);
    expect([name, holdings.map(({ value }) => value), refused]).toEqual([name, [1000, 200], []]);
  }
});

it('a statement that says of all amounts that they are in another currency is asked about', async () => {
  for (const above of [
    'Referenzwährung: CHF',
    'Alle Beträge in US-Dollar',
    'Depotwährung USD (1 EUR = 1,0850 USD)',
  ]) {
    const { holdings, asked } = await holdingFileReader.read(
      statement(linesOf('', '', ''), above),
      'depot.pdf',
    );
    expect([above, holdings, asked.map(({ value }) => value)]).toEqual([above, [], [null, null]]);
  }
});
