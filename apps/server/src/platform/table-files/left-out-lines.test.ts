import { expect, it } from 'vitest';
import { LeftOutLines, leftOutAs } from './left-out-lines.ts';

it.each([
  [['Summe', '', '1.010,5'], true],
  [['', 'Zwischensumme', 4711.5, '12 %'], true],
  [['Grand total', '1,234.50 EUR'], true],
  // As figures of holdings are read, so are those of their sum.
  [['Gesamtwert', '31.12.2025', '-', '1’234’567.50'], true],
  [['Summe', 'EUR 1.234,50', '12 Stück', '12,50−'], true],
  [['Summe', '12 Fonds', '', '1.234,50'], true],
  [['Gesamt', '3 Verträge'], true],
  [['Total', '12 Rue Royale'], false],
  // What has words is of somebody, and a word alone is no sum.
  [['Total Deutschland GmbH', 'Berlin'], false],
  [['Total Return Fonds', 'LU0274208692', '3'], false],
  [['Total Return Fonds', '3', '1.234,50'], false],
  [['Total SE', '4711'], false],
  [['TOTAL EUR', '1.234,50'], true],
  [['Total of all depots', '1.234,50'], true],
  [['Summe Aktienfonds', '1.234,50'], true],
  [['Summenkasse', '3'], false],
  [['Summe'], false],
  [['', ''], false],
] as const)('tells a sum from a line of somebody: %j', (cells, isSum) => {
  expect(leftOutAs(cells)).toBe(isSum ? 'sum' : null);
});

it('names the first lines, and says how many more there are', () => {
  const lines = new LeftOutLines();
  expect(lines.notes).toEqual([]);
  lines.see(7, 'sum');
  expect(lines.notes).toEqual(['Zeile 7 ist eine Summe und wird nicht übernommen.']);
  for (const line of [9, 12, 15, 18]) lines.see(line, 'sum');
  expect(lines.notes).toEqual(['Diese Zeilen sind Summen und werden nicht übernommen: 7, 9, 12, 15, 18.']);
  lines.see(21, 'sum');
  expect(lines.notes).toEqual([
    'Diese Zeilen sind Summen und werden nicht übernommen: 7, 9, 12, 15, 18 und 1 weitere.',
  ]);
});

it.each([
  [['Mittelwert', '101,25', '99,10'], 'mean'],
  [['Durchschnitt:', '', 12.5], 'mean'],
  [['Maximum', '31.12.2025', '110'], 'mean'],
  [['Mittelstandsfonds', '12,5'], null],
  [['Minimum Volatility ETF', '12,5'], null],
  [['Average of all', '12,5'], 'mean'],
  [['Average Growth Fund', 'LU0274208692', '3'], null],
  [['Quelle: Beispielhaus', ' eigene Berechnung'], 'footnote'],
  [['* Kurse in Euro'], 'footnote'],
  [['1) Fonds in Auflösung'], 'footnote'],
  [['Alle Angaben ohne Gewähr'], 'footnote'],
  // What has a figure may be a price, and is refused with its reason.
  [['* 31.12.2025', '101,25'], null],
  [['* Muster Aktien Global', 'lu0274208692', 'offen'], null],
  [['1) Muster Renten', 'Aktien', 'LU0274208692'], null],
  [['* LU0274208692 wird aufgelöst'], 'footnote'],
  [['31.12.2025', '101,25'], null],
  [['DE0001234567', '31.12.2025', '12'], null],
  [['Quellensteuer Fonds', '12'], null],
] as const)('tells what stands below a table from a line of somebody: %j', (cells, kind) => {
  expect(leftOutAs(cells)).toBe(kind);
});

it('names what was left out by what it was', () => {
  const lines = new LeftOutLines();
  lines.see(7, 'sum');
  lines.see(8, 'mean');
  lines.see(9, 'footnote');
  lines.see(10, 'footnote');
  expect(lines.notes).toEqual([
    'Zeile 7 ist eine Summe und wird nicht übernommen.',
    'Zeile 8 ist eine Kennzahl der Spalten und wird nicht übernommen.',
    'Diese Zeilen sind Anmerkungen und werden nicht übernommen: 9, 10.',
  ]);
});
