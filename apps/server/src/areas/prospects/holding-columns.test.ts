import { expect, it } from 'vitest';
import { holdingFileReader } from './holding-file.ts';

const readText = (lines: readonly string[]) =>
  holdingFileReader.read(Buffer.from(`${lines.join('\n')}\n`), 'depot.csv');

it('reads no line of a second table by the columns of the first', async () => {
  const same = await readText(['ISIN;Stück', 'IE00BYZK4669;5', 'ISIN;Stück', 'LU0323578657;6']);
  expect([same.holdings.length, same.refused]).toEqual([2, []]);
  const other = await readText(['ISIN;Stück', 'IE00BYZK4669;5', '', 'ISIN;Wert', 'LU0323578657;100']);
  expect(other.holdings).toEqual([{ isin: 'IE00BYZK4669', name: '', quantity: 5, value: null }]);
  expect(other.refused).toMatchObject([{ line: 4, reason: expect.stringContaining('anderen Spalten') }]);
});

it('knows a second table by what its figures are counted in, and how many fields its lines have', async () => {
  const dollars = await readText([
    'ISIN;Wert in EUR;Währung',
    'IE00BYZK4669;50,5;EUR',
    'ISIN;Wert;Währung',
    'LU0323578657;100,5;USD',
  ]);
  expect(dollars.holdings).toEqual([{ isin: 'IE00BYZK4669', name: '', quantity: null, value: 50.5 }]);
  expect(dollars.refused).toMatchObject([{ line: 3, reason: expect.stringContaining('anderen Spalten') }]);
  const wider = await readText([
    'ISIN;Stück',
    'IE00BYZK4669;5',
    'ISIN;Stück;Datum',
    'LU0323578657;6;1.1.2026',
  ]);
  expect([wider.holdings.length, wider.refused]).toEqual([2, []]);
});

it('takes neither of two columns of one name that say different things, unless the line proves one', async () => {
  const outcome = await readText([
    'ISIN;Stück;Bestand;Kurs;Wert',
    'IE00BYZK4669;5;6;;',
    'LU0323578657;7;;;',
    'IE00B4L5Y983;2;3;100,00;200,00',
  ]);
  expect(outcome.holdings.map(({ isin, quantity }) => [isin, quantity])).toEqual([
    ['LU0323578657', 7],
    ['IE00B4L5Y983', 2],
  ]);
  expect(outcome.refused).toMatchObject([{ line: 2, reason: expect.stringContaining('„5“ und „6“') }]);
  // One figure, with more places.
  const twice = await readText(['ISIN;Stück;Bestand', 'IE00BYZK4669;12,5;12,5000', 'LU0323578657;7;7,000']);
  expect([twice.holdings.map(({ quantity }) => quantity), twice.refused]).toEqual([[12.5, 7], []]);
});

it('says of a value whose header names another currency that it is left out', async () => {
  const outcome = await readText(['ISIN;Stück;Kurswert (USD)', 'IE00BYZK4669;10;500', 'LU0323578657;3;']);
  expect(outcome.holdings.map(({ quantity, value }) => [quantity, value])).toEqual([
    [10, null],
    [3, null],
  ]);
  expect(outcome.refused).toMatchObject([{ line: 2, reason: expect.stringContaining('anderen Währung') }]);
});
