import { describe, expect, it } from 'vitest';
import {
  bookFieldNames,
  bookFields,
  bookParts,
  contractMatchKey,
  mappingFault,
  mappingGaps,
  readInterval,
  recogniseColumns,
} from './book-fields.ts';

describe('columns of a book', () => {
  it('are recognised by their exact header, spelled as people do', () => {
    expect(recogniseColumns(['Depotnummer', 'NACHNAME', 'E-Mail', 'Anteile ', 'Irgendwas', ''])).toEqual([
      'contractNumber',
      'lastName',
      'email',
      'quantity',
      null,
      null,
    ]);
  });

  it('are recognised whatever stands between their letters', () => {
    expect(recogniseColumns(['Kd-Nr.', 'KdNr', 'Vertrag-Nr', 'Kurs vom', 'Anteil in %', '– –'])).toEqual([
      'customerKey',
      null,
      'contractNumber',
      'priceDate',
      'share',
      null,
    ]);
  });

  it('are recognised by English headers too', () => {
    expect(
      recogniseColumns(
        'Policy No,ISIN,Surname,First name,Units,Price,Price date,Customer no,Birthday,Start,Tariff'.split(
          ',',
        ),
      ),
    ).toEqual([
      'contractNumber',
      'isin',
      'lastName',
      'firstName',
      'quantity',
      'price',
      'priceDate',
      'customerKey',
      'dateOfBirth',
      'startDate',
      'tariffName',
    ]);
  });

  it('are recognised with the unit of their figures, not with another one', () => {
    const headers = [
      'Depot-Nr.',
      'ISIN',
      'Bestand (Stück)',
      'Kurs in EUR',
      'Einstandswert [€]',
      'Vertragswert EUR',
    ];
    expect(recogniseColumns(headers)).toEqual([
      'contractNumber',
      'isin',
      'quantity',
      'price',
      'costValue',
      'totalValue',
    ]);
    // Letters in two parts, as files of some machines have them, and a space that does not break.
    expect(recogniseColumns(['Bestand (Stu\u0308ck)', 'Kurs in\u00a0EUR'])).toEqual(['quantity', 'price']);
    expect(recogniseColumns(['Einstand in Euro', 'Kurs (USD)', 'Beitrag (USD)', '(EUR)', 'Teur'])).toEqual([
      'costValue',
      null,
      null,
      null,
      null,
    ]);
  });

  it('are recognised in no time, whatever a cell is filled with', () => {
    const cells = Array.from({ length: 20 }, () => `a${' '.repeat(32_765)}x`);
    const start = performance.now();
    expect(recogniseColumns([...cells, 'ISIN', 'Kurs (EUR)  '])).toEqual([
      ...cells.map(() => null),
      'isin',
      'price',
    ]);
    // Each of these cells once took more than a second.
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('say what is left out where a column that goes with them is missing', () => {
    expect(mappingGaps(['contractNumber', 'isin', 'price', null])).toEqual([
      'Bestände werden nicht übernommen: Es fehlt die Spalte „Anteile“.',
    ]);
    expect(mappingGaps(['contractNumber', 'contribution', 'movementDay'])).toEqual([
      'Sparpläne werden nicht übernommen: Es fehlen die Spalten „ISIN“ und „Sparplan-Anteil“.',
      'Umsätze werden nicht übernommen: Es fehlen die Spalten „ISIN“ und „Umsatz-Anteile“.',
    ]);
    expect(mappingGaps(['contractNumber', 'isin', 'share', 'contribution'])).toEqual([]);
    expect(mappingGaps(['contractNumber', 'isin'])).toHaveLength(1);
    expect(mappingGaps(['customerKey', 'lastName', 'isin'])).toEqual([]);
  });

  it('are those of the very name where another column could be meant as well', () => {
    expect(recogniseColumns(['Name', 'Nachname', 'Wohnort', 'Ort'])).toEqual([
      null,
      'lastName',
      null,
      'city',
    ]);
    expect(recogniseColumns(['Name', 'Wohnort'])).toEqual(['lastName', 'city']);
  });

  it('count once where a header is repeated', () => {
    expect(recogniseColumns(['ISIN', 'ISIN'])).toEqual(['isin', null]);
  });

  it('never share a header', () => {
    const all = bookFieldNames.flatMap((name) => [...new Set(bookFields[name].headers)]);
    expect(all.filter((header, index) => all.indexOf(header) !== index)).toEqual([]);
  });

  it('say what the file is about, and what is missing', () => {
    expect(bookParts(['contractNumber', 'isin', 'quantity'])).toMatchObject({
      hasHoldings: true,
      hasPlans: false,
    });
    expect(mappingFault(['lastName'])).toBeNull();
    expect(mappingFault(['isin', 'quantity'])).toContain('Vertragsnummer');
    expect(mappingFault(['lastName', 'lastName'])).toContain('nur einer Spalte');
    expect(mappingFault([null])).toContain('mindestens');
  });
});

describe('spellings', () => {
  it('of a contract number are one, zeros and letters kept', () => {
    expect(contractMatchKey('00 12-34/a')).toBe('001234A');
    expect(contractMatchKey('mu\u0308-\u00a01 ß')).toBe('MÜ1ß');
    expect(contractMatchKey('0012')).not.toBe(contractMatchKey('12'));
  });
  it('of an interval', () => {
    expect(['monatlich', 'Jährlich', 'vierteljährlich', '6', 'nie'].map(readInterval)).toEqual([
      1,
      12,
      4,
      6,
      null,
    ]);
  });
});
