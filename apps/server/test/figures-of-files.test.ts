import { expect, it } from 'vitest';
import { readCell } from '../src/areas/contracts/book/read-book-cell.ts';
import { holdingFileReader } from '../src/areas/prospects/holding-file.ts';

/** What a visitor's file and a book of business read in the same cell; null where a line is refused. */
async function readBoth(column: 'Stück' | 'Wert', cell: string) {
  const text = `ISIN;${column}\nIE00BYZK4669;"${cell}"\nLU0323578657;0,5\n`;
  const { holdings } = await holdingFileReader.read(Buffer.from(text), 'depot.csv');
  const holding = holdings.find(({ isin }) => isin === 'IE00BYZK4669');
  const book = readCell(column === 'Stück' ? 'quantity' : 'totalValue', cell, 'comma');
  return {
    visitor: (column === 'Stück' ? holding?.quantity : holding?.value) ?? null,
    book: book === null ? null : Number(book),
  };
}

it.each([
  ['Stück', '12,5 Stk.', 12.5],
  ['Stück', '12,5 stück', 12.5],
  ['Stück', "1'234,5", 1234.5],
  ['Stück', '1’234’567,25', 1_234_567.25],
  ['Stück', '1 234,5 St.', 1234.5],
  ['Stück', '5 Stück 3', null],
  ['Stück', '1 2', null],
  ['Wert', '1.234,50 €', 1234.5],
  ['Wert', 'EUR 1.234,50', 1234.5],
  ['Wert', '€ 1\u00a0234,50', 1234.5],
  ['Wert', '12 EUR 50', null],
  ['Wert', '1.234,50 USD', null],
] as const)(
  'a figure of a file is read alike by a visitor and in a book: %s %s',
  async (column, cell, figure) => {
    expect(await readBoth(column, cell)).toEqual({ visitor: figure, book: figure });
  },
);
