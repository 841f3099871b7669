import { describe, expect, it } from 'vitest';
import { cellFault, readCell } from './read-book-cell.ts';

describe('readCell', () => {
  it.each([
    ['percent', 'share', ' 12,5 % ', '0.125000'],
    ['percent without a sign', 'share', '12,5', '0.125000'],
    ['euros', 'contribution', ' 1.234,56 € ', '1234.56'],
    ['euros by their code', 'costValue', '1234,56 EUR', '1234.56'],
    ['thousands with blanks', 'totalValue', '1 234\u00A0567,5\u202F€', '1234567.5'],
    ['pieces', 'quantity', '12,5 Stück', '12.5'],
    ['two lines', 'street', 'Ringstraße 1\r\n \n Hinterhaus', 'Ringstraße 1 Hinterhaus'],
    ['protected blanks', 'firstName', 'Anna\u00A0Maria\u202F', 'Anna Maria'],
    ['a postcode', 'postalCode', '01067', '01067'],
    ['a foreign postcode', 'postalCode', '1010', '1010'],
    ['a postcode as a number', 'postalCode', 10_117, '10117'],
    ['a country', 'country', 'Österreich', 'AT'],
    ['one line', 'street', 'Ringstraße 1', 'Ringstraße 1'],
  ] as const)('reads %s', (_what, name, cell, value) => {
    expect(readCell(name, cell, 'comma')).toBe(value);
  });

  it.each([
    ['quantity', '10 €'],
    ['contribution', '10 USD'],
    ['contribution', '12 5'],
    ['contribution', '1 23,4'],
    ['quantity', '12,5 %'],
  ] as const)('takes no figure of %s in another unit: %s', (name, cell) => {
    expect(readCell(name, cell, 'comma')).toBeNull();
    expect(cellFault(name, cell, 'comma')).toContain('ist keine Zahl der Form 1.234,56.');
  });

  it.each(['98,5 %', '98,50% v. Nennwert'])('says what to do with a bond’s price in percent: %s', (cell) => {
    expect(readCell('price', cell, 'comma')).toBeNull();
    expect(cellFault('price', cell, 'comma')).toBe(
      `Kurs: „${cell}“ ist ein Kurs in Prozent des Nennwerts. Bitte nennen Sie den Kurs in Euro je Stück; wo als Stückzahl der Nennwert in Euro steht, ist das ein Hundertstel der Prozentzahl (0,98 bei 98).`,
    );
  });

  it.each(['anna\u202e@gpj.example', 'anna\u0000@b.example', 'anna\u0085@b.example'])(
    'takes no address with a character that shows nothing: %j',
    (cell) => {
      expect(readCell('email', cell, null)).toBeNull();
      expect(readCell('email', 'anna@b.example', null)).toBe('anna@b.example');
    },
  );

  it.each(['share', 'street'] as const)(
    'of %s takes no longer for a cell of blanks than for any other',
    (name) => {
      const cell = `x${' '.repeat(32_000)}x`;
      const started = performance.now();
      expect(readCell(name, cell, 'comma')).toBeNull();
      // The square of the length took a second and more.
      expect(performance.now() - started).toBeLessThan(200);
    },
  );
});

describe('cellFault', () => {
  it.each([
    ['email', 'özlem@grossmann', /ist keine E-Mail-Adresse/],
    ['phoneNumber', 'unbekannt', /ist keine Telefonnummer/],
    ['postalCode', 1067, /führende Null fehlen kann\. .* in Excel als Text/],
    ['postalCode', '1', /ist keine Postleitzahl/],
    ['startDate', '31.02.2026 00:00:00', /ist kein gültiger Tag\.$/],
    ['startDate', '31.02.26', /ist kein gültiger Tag\.$/],
    ['startDate', '01.02.45', /Welches Jahrhundert .* ist nicht sicher/],
    ['country', 'Bayern', /ist kein Land\. .* zwei Buchstaben/],
    ['dateOfBirth', 23_470, /ist eine Zahl, kein Tag\. .* in Excel als Datum/],
    ['dateOfBirth', '23470', /ist eine Zahl, kein Tag\. .* in Excel als Datum/],
    ['dateOfBirth', '1964', /kein Tag in der Form/],
    ['quantity', '1.234,5.6', /ist keine Zahl der Form/],
  ] as const)('of %s %j says what is expected', (name, cell, words) => {
    expect(readCell(name, cell, 'comma')).toBeNull();
    expect(cellFault(name, cell, 'comma')).toMatch(words);
  });
});
