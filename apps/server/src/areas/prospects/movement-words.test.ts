import { expect, it } from 'vitest';
import { holdingFileReader } from './holding-file.ts';
import { isMovement, isTitleOfMovements } from './movement-words.ts';

it.each(['Kauf', 'VERKAUF', 'Wertpapierkauf', 'Sparplankauf', 'Rücknahme', 'Buy'])(
  '%s is a movement',
  (text) => {
    expect(isMovement(text)).toBe(true);
  },
);

it.each(['Kaufkurs', 'Verkaufen?', 'Verkaufsprospekt', 'Zugangsdaten', 'Weltfonds Kauf', ''])(
  '%j is none',
  (text) => {
    expect(isMovement(text)).toBe(false);
  },
);

it.each([
  ['Wertpapierabrechnung Verkauf', true],
  ['Umsatzübersicht 01.10.2026 bis 31.10.2026', true],
  ['Umsätze im Zeitraum', true],
  ['Abrechnungskonto DE02 1203 0000', false],
  ['Umsatzsteuer-Nr. 12/345/67890', false],
  ['Depotauszug zum 30.10.2026', false],
])('%s names a paper of movements: %s', (text, expected) => {
  expect(isTitleOfMovements(text)).toBe(expected);
});

it('refuses the lines of a list of bookings: what was sold is no holding', async () => {
  const bookings = [
    'Datum;Art;ISIN;Bezeichnung;Stück;Kurs;Wert EUR',
    '02.10.2026;Kauf;IE00BYZK4669;Weltfonds;10;100,00;1.000,00',
    '05.10.2026;Verkauf;IE00BYZK4669;Weltfonds;4;100,00;400,00',
    ';;LU0323577923;Kauf;1;100,00;100,00',
  ];
  const { holdings, refused } = await holdingFileReader.read(Buffer.from(bookings.join('\n')), 'umsatz.csv');
  // A fund may be called anything.
  expect(holdings.map(({ isin }) => isin)).toEqual(['LU0323577923']);
  expect(refused.map(({ line, reason }) => [line, reason.split('. ')[0]])).toEqual([
    [2, '„Kauf“ ist eine Bewegung und kein Bestand'],
    [3, '„Verkauf“ ist eine Bewegung und kein Bestand'],
  ]);
});

it.each(['Ertragsverwendung', 'Ausschüttungsart', 'Empfehlung'])(
  'takes no word below %s for a booking',
  async (header) => {
    const word = header === 'Empfehlung' ? 'Kauf' : 'Wiederanlage';
    const list = [
      `ISIN;Bezeichnung;${header};Stück;Kurs;Wert EUR`,
      `IE00BYZK4669;Weltfonds;${word};10;100,00;1.000,00`,
    ];
    const { holdings, refused } = await holdingFileReader.read(Buffer.from(list.join('\n')), 'depot.csv');
    expect(refused).toEqual([]);
    expect(holdings.map(({ isin, quantity }) => [isin, quantity])).toEqual([['IE00BYZK4669', 10]]);
  },
);
