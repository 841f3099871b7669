import { readFileSync } from 'node:fs';
import { bookFields } from '@depotwerk/domain/book/book-fields';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOfFile } from '../../../../platform/file-threads/text-of-file.ts';
import { ImportRefused } from '../../../../platform/table-files/import-refused.ts';
import type { SourceRecord } from '../../../../platform/table-files/source-table.ts';
import { openUploadedBook } from '../open-book.ts';
import { digits, type GdvFields, gdvFile, gdvRecord } from './gdv-example.ts';
import { isGdv, type Place, places } from './gdv-records.ts';
import { gdvTable } from './gdv-table.ts';

/** Written by the positions of the format, apart from the table of places. */
const example = readFileSync(new URL('../../../../../../../docs/examples/bestand.gdv', import.meta.url));

const labels = Object.fromEntries(Object.entries(bookFields).map(([name, { label }]) => [label, name]));

/** What a table says, line by line, without what it leaves out. */
function said(records: readonly SourceRecord[]): Record<string, unknown>[] {
  const [header, ...lines] = records;
  return lines.map(({ line, cells, fault }) => ({
    line,
    ...Object.fromEntries(
      cells.flatMap((cell, column) =>
        cell === '' ? [] : [[labels[String(header?.cells[column])] ?? String(header?.cells[column]), cell]],
      ),
    ),
    ...(fault !== undefined && { fault }),
  }));
}

const same = (number = 'L-1'): GdvFields => [
  [places.any.branch, '010'],
  [places.any.number, number],
];
const general = (...fields: GdvFields) =>
  gdvRecord('0200', '1', [...same(), [places.general.currency, 'EUR'], ...fields]);
const person = (...fields: GdvFields) =>
  gdvRecord('0100', '1', [...same(), [places.person.role, '01'], [places.person.name1, 'Muster'], ...fields]);
const fund = (...fields: GdvFields) =>
  gdvRecord('0230', '1', [
    ...same(),
    [places.risk.risk, '9'],
    [places.fund.isin, 'IE00B4L5Y983'],
    [places.fund.quantity, digits(1.5e6, 14)],
    [places.fund.day, '20112026'],
    ...fields,
  ]);
const read = (...records: string[]) => said(gdvTable(gdvFile('Beispiel AG', records)));

describe('a file of the GDV', () => {
  it('becomes a line for each fund with holder, contract, holding and savings plan', () => {
    const contract = {
      customerKey: 'B-1004',
      salutation: 'Frau',
      title: 'Dr.',
      firstName: 'Zoë Änne',
      lastName: 'Weiß-Großmann',
      dateOfBirth: '1972-02-29',
      email: 'zoe@example.de',
      phoneNumber: '040 1234567',
      street: 'Große Bleichen 7',
      postalCode: '20095',
      city: 'Hamburg',
      country: 'DE',
      iban: 'DE89370400440532013000',
      contractNumber: '70004',
      Absender: 'Beispiel Lebensversicherung AG',
      tariffName: 'Zukunft',
      startDate: '2019-04-01',
      endDate: '2052-04-01',
      consumerKey: 'VU-445566',
      valuationDate: '2026-11-20',
      contribution: 150,
      contributionInterval: 'monatlich',
    };
    expect(said(gdvTable(textOfFile(example)))).toEqual([
      { line: 9, ...contract, isin: 'IE00B4L5Y983', quantity: 42.5, share: 60 },
      { line: 10, ...contract, isin: 'LU0274208692', quantity: 10.25, share: 40 },
    ]);
  });

  it('is known by its beginning and read in its thread, with and without line breaks, in Latin-1 and UTF-8', async () => {
    const text = textOfFile(example);
    const forms = [
      example,
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text.replaceAll('\r\n', ''), 'latin1'),
    ];
    for (const bytes of forms) {
      expect(isGdv(bytes.subarray(0, 4096))).toBe(true);
      const records: SourceRecord[] = [];
      for await (const record of (await openUploadedBook(bytes, 'bestand.txt')).records())
        records.push(record);
      expect(records.map(({ cells }) => cells)).toEqual(gdvTable(text).map(({ cells }) => cells));
    }
    expect(
      [Buffer.from('0001;Depot\n'), Buffer.from(''), Buffer.from('Vertragsnummer;ISIN\n')].map(isGdv),
    ).toEqual([false, false, false]);
  });

  it.each<[string, string[], string]>([
    [
      'another branch',
      [gdvRecord('0200', '1', [[places.any.branch, '050']])],
      'Die Sparte 050 wird nicht übernommen',
    ],
    ['a contract without funds', [general()], 'nicht fondsgebunden'],
    ['one that has ended', [general([places.general.leftOn, '31122025']), fund()], 'beendet'],
    ['one that ended on an unknown day', [general([places.general.leftOn, '00122024']), fund()], 'beendet'],
    ['one in another currency', [general([places.general.currency, 'CHF']), fund()], '„CHF“'],
    ['one without its general part', [fund()], 'Satzart 0200'],
    ['two policyholders', [person(), person(), general(), fund()], 'mehrere Versicherungsnehmer'],
    [
      'a couple in one address',
      [person([places.person.salutation, '4']), general(), fund()],
      'zwei Personen',
    ],
    ['a record that was cut', [general().trimEnd(), fund().slice(0, 255)], 'Zeile 3 ist abgeschnitten'],
  ])('gives %s a line with its reason', (_what, records, reason) => {
    const [line, ...others] = read(...records);
    expect([others.length, String(line?.['fault']).includes(reason), line?.['isin']]).toEqual([
      0,
      true,
      undefined,
    ]);
  });

  it('gives a fund without an ISIN its reason, and leaves out what is neither held nor paid into', () => {
    const lines = read(
      general(),
      fund([places.fund.isin, ''], [places.fund.name, 'Alter Fonds']),
      fund([places.fund.quantity, digits(0, 14)]),
      fund(),
    );
    expect(lines.map(({ line, quantity, fault }) => [line, quantity, fault])).toEqual([
      [3, 1.5, 'Der Fonds „Alter Fonds“ hat keine ISIN. Bitte lassen Sie sie vom Versicherer nachliefern.'],
      [5, 1.5, undefined],
    ]);
  });

  it('refuses a fund whose units are not said, so that it is not lost from what the contract holds', () => {
    const lines = read(general(), fund([places.fund.quantity, '']), fund());
    expect(lines.map(({ quantity, fault }) => [quantity, fault])).toEqual([
      [undefined, expect.stringContaining('keine Anteile')],
      [1.5, undefined],
    ]);
  });

  it('says a savings plan only of what is paid regularly', () => {
    const split: GdvFields = [[places.fund.share, '1000000']];
    const paid = (interval: string, amount: number) => {
      const [line] = read(
        general([places.general.interval, interval], [places.general.contribution, digits(amount, 12)]),
        fund(...split),
      );
      return [line?.['share'], line?.['contribution'], line?.['contributionInterval']];
    };
    expect(paid('1', 120000)).toEqual([100, 1200, 'jährlich']);
    expect(paid('2', 60000)).toEqual([100, 600, 'halbjährlich']);
    expect(paid('4', 30000)).toEqual([100, 300, 'vierteljährlich']);
    for (const [interval, amount] of [
      ['6', 500000],
      ['8', 0],
      ['', 10000],
    ] as const)
      expect(paid(interval, amount)).toEqual([undefined, undefined, undefined]);
  });

  it('reads firms, names that go on, numbers that were changed, and days that are unknown', () => {
    const [firm] = read(
      person(
        [places.person.salutation, '3'],
        [places.person.name2, 'und Söhne'],
        [places.person.name3, 'GmbH'],
      ),
      general([places.general.otherNumber, 'ALT-9'], [places.general.otherNumberIs, '1']),
      fund(),
    );
    expect(firm).toMatchObject({ companyName: 'Muster und Söhne GmbH', oldContractNumber: 'ALT-9' });
    const [somebody] = read(
      person([places.person.name2, 'Max'], [places.person.dateOfBirth, '00001980']),
      general([places.general.otherNumber, 'NEU-9'], [places.general.otherNumberIs, '2']),
      fund(),
    );
    expect(somebody).toMatchObject({ firstName: 'Max', lastName: 'Muster' });
    expect([somebody?.['dateOfBirth'], somebody?.['oldContractNumber']]).toEqual([undefined, undefined]);
  });

  it('says digits that are none as they stand, so that they are refused', () => {
    const [line] = read(general(), fund([places.fund.quantity, '0000001X500000']));
    expect(line?.['quantity']).toBe('0000001X500000');
  });

  it.each<[string, string]>([
    ['cut off at its end', gdvFile('', [general(), fund()]).split('9999')[0] ?? ''],
    ['that lost a record', gdvFile('', [general(), fund()]).replace(`${fund()}\r\n`, '')],
    ['with a line too long', gdvFile('', [`${general()}x`])],
    ['with umlauts of DOS', gdvFile('', [person([places.person.name1, 'M„rz'])])],
  ])('is refused as a whole when %s', (_what, text) => {
    expect(() => gdvTable(text)).toThrow(ImportRefused);
  });

  it('reads or refuses whatever is in its fields, and never loses a fund or an amount', () => {
    const place = fc.constantFrom<Place>(
      ...Object.values(places).flatMap((each) => Object.values<Place>(each)),
    );
    const anything = fc.array(fc.tuple(place, fc.string({ maxLength: 40, unit: 'grapheme-ascii' })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), anything, (units, junk) => {
        const ours = [general(), fund([places.fund.quantity, digits(units, 14)])];
        const other = gdvRecord('0100', '1', [
          ...junk,
          [places.any.number, 'ANDERER'],
          [places.any.kind, '0100'],
          [places.any.part, '1'],
        ]);
        const lines = read(other, ...ours);
        expect(lines.find(({ contractNumber }) => contractNumber === 'L-1')?.['quantity']).toBe(units / 1e6);
      }),
      { numRuns: 300 },
    );
  });
});
