import { expect, it } from 'vitest';
import { isTotal, LeftOutLines } from './left-out-lines.ts';

it.each([
  [['Summe', '', '1.010,5'], true],
  [['', 'Zwischensumme', 4711.5, '12 %'], true],
  [['Grand total', '1,234.50 EUR'], true],
  // As figures of holdings are read, so are those of their sum.
  [['Gesamtwert', '31.12.2025', '-', '1’234’567.50'], true],
  [['Summe', 'EUR 1.234,50', '12 Stück', '12,50−'], true],
  // What has words is of somebody, and a word alone is no sum.
  [['Total Deutschland GmbH', 'Berlin'], false],
  [['Total Return Fonds', 'LU0274208692', '3'], false],
  [['Summenkasse', '3'], false],
  [['Summe'], false],
  [['', ''], false],
] as const)('tells a sum from a line of somebody: %j', (cells, isSum) => {
  expect(isTotal(cells)).toBe(isSum);
});

it('names the first lines, and says how many more there are', () => {
  const lines = new LeftOutLines();
  expect(lines.notes).toEqual([]);
  lines.see(7);
  expect(lines.notes).toEqual(['Zeile 7 ist eine Summe und wird nicht übernommen.']);
  for (const line of [9, 12, 15, 18]) lines.see(line);
  expect(lines.notes).toEqual(['Diese Zeilen sind Summen und werden nicht übernommen: 7, 9, 12, 15, 18.']);
  lines.see(21);
  expect(lines.notes).toEqual([
    'Diese Zeilen sind Summen und werden nicht übernommen: 7, 9, 12, 15, 18 und 1 weitere.',
  ]);
});
