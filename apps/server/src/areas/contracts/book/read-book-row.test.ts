import { recogniseColumns } from '@depotwerk/domain/book/book-fields';
import { expect, it } from 'vitest';
import { findLimits } from './check-book-line.ts';
import { rowReader, stagedColumns } from './read-book-row.ts';

/** Without a group of its own or new tags, on one day. */
const usual = {
  groupId: null,
  mayCreateTags: false,
  valuationDate: '2026-10-30',
  today: '2026-10-30',
} as const;

const read = () => {
  const reader = rowReader({
    mapping: ['customerKey', 'lastName', 'contractNumber', 'issuerName', 'quantity'],
    decimal: 'comma',
    references: {
      issuers: new Map([
        ['nord', 1],
        ['sued', 2],
      ]),
      tariffs: new Map(),
      groups: new Map(),
      tags: new Map(),
      funds: new Map(),
    },
    ...usual,
  });
  return (...cells: string[]) => {
    const row = reader({ line: 2, cells });
    const at = (name: (typeof stagedColumns)[number]) => row[stagedColumns.indexOf(name)] ?? null;
    return {
      says: [at('customer') !== null, at('contract') !== null],
      is: [at('customer_ref'), at('issuer_id'), at('match_key'), at('refusal') !== null],
    };
  };
};

it('what the line above said of a customer and a contract is not staged again, but who they are is', () => {
  const line = read();
  expect(line('K1', 'Muster', 'D1', 'Nord', '1')).toEqual({
    says: [true, true],
    is: ['k:K1', 1, 'D1', false],
  });
  expect(line('K1', 'Muster', 'D1', 'Nord', '2')).toEqual({
    says: [false, false],
    is: ['k:K1', 1, 'D1', false],
  });
  // The same number at another institution is another contract.
  expect(line('K1', 'Muster', 'D1', 'Süd', '2')).toEqual({
    says: [false, true],
    is: ['k:K1', 2, 'D1', false],
  });
  expect(line('K1', 'Meister', 'D1', 'Süd', '2')).toEqual({
    says: [true, false],
    is: ['k:K1', 2, 'D1', false],
  });
});

it('a refused line does not speak for its customer', () => {
  const line = read();
  expect(line('K1', 'Muster', 'D1', 'Nord', 'viel').is[3]).toBe(true);
  expect(line('K1', 'Muster', 'D1', 'Nord', '2')).toEqual({
    says: [true, false],
    is: ['k:K1', 1, 'D1', false],
  });
  expect(line('K1', 'Muster', 'D1', 'Nord', 'viel').is[3]).toBe(true);
});

it('names everything a line is refused for, as far as it fits, and nothing that follows from it', () => {
  const reader = rowReader({
    mapping: [
      'customerKey',
      'lastName',
      'dateOfBirth',
      'contractNumber',
      'tariffName',
      'isin',
      'quantity',
      'price',
    ],
    decimal: 'comma',
    references: {
      issuers: new Map(),
      tariffs: new Map(),
      groups: new Map(),
      tags: new Map(),
      funds: new Map([['IE00B4L5Y983', { id: 1, price: null, priceDate: null }]]),
    },
    ...usual,
  });
  const refusalOf = (...cells: string[]) => reader({ line: 2, cells })[stagedColumns.indexOf('refusal')];
  expect(refusalOf('K1', 'Muster', '31.02.1964', 'D1', 'Fremd', 'LU0000000000', 'abc', '1')).toBe(
    'Geburtsdatum: „31.02.1964“ ist kein gültiger Tag. ISIN: „LU0000000000“ ist keine gültige ISIN. ' +
      'Die Prüfziffer stimmt nicht. Bitte vergleichen Sie die ISIN mit dem Auszug der Bank. ' +
      'Anteile: „abc“ ist keine Zahl der Form 1.234,56. Tarif „Fremd“ ist nicht bekannt oder nicht eindeutig.',
  );
  // A price that cannot be read is no missing one, and without its number a line misses no fund.
  expect(refusalOf('K1', 'Muster', '01.02.2031', 'D1', '', 'IE00B4L5Y983', '-1', 'x')).toBe(
    'Kurs: „x“ ist keine Zahl der Form 1.234,56. Anteile: Der Wert darf nicht unter 0 liegen. ' +
      'Geburtsdatum: Der Tag darf nicht in der Zukunft liegen.',
  );
  const long = refusalOf(
    'K1',
    'Muster',
    'x'.repeat(400),
    'D1',
    'y'.repeat(400),
    'z'.repeat(400),
    'abc',
    'def',
  );
  expect(String(long).length).toBeLessThanOrEqual(500);
  expect(long).toMatch(/\.$/);
  expect(refusalOf('K1', 'Muster', '01.02.1964', 'D1', '', 'IE00B4L5Y983', '1', '1')).toBeNull();
});

it('reads a share a sheet shows as percent as it is seen, any other number as it is kept', () => {
  const reader = rowReader({
    mapping: ['contractNumber', 'isin', 'share', 'contribution'],
    decimal: 'comma',
    references: {
      issuers: new Map(),
      tariffs: new Map(),
      groups: new Map(),
      tags: new Map(),
      funds: new Map([['IE00B4L5Y983', { id: 1, price: 1, priceDate: null }]]),
    },
    ...usual,
  });
  const read = (share: number, ...percentCells: number[]) => {
    const row = reader({
      line: 2,
      cells: ['D1', 'IE00B4L5Y983', share, 0.5],
      percentCells: new Set(percentCells),
    });
    return [row[stagedColumns.indexOf('share')], row[stagedColumns.indexOf('contribution')]];
  };
  // The same cell twice, shown in two ways.
  expect(read(0.6, 2, 3)).toEqual(['0.600000', '0.5']);
  expect(read(0.6)).toEqual(['0.006000', '0.5']);
  expect(read(0.07, 2)).toEqual(['0.070000', '0.5']);
  expect(read(60)).toEqual(['0.600000', '0.5']);
});

it('takes a figure as euros only where nothing beside it says another currency', () => {
  const said = (currency: string, total: string) =>
    findLimits(
      { contractNumber: 'D1', currency, ...(total === '' ? {} : { totalValue: total }) },
      null,
      '2026-10-30',
    );
  expect([said('EUR', '100'), said('€', '100'), said('Euro', '100'), said('USD', '')]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect(said('USD', '100')).toEqual([
    'Währung: „USD“ ist nicht Euro, und umgerechnet wird nicht. Bitte liefern Sie Kurse und Beträge in Euro; ist mit der Spalte etwas anderes gemeint, ordnen Sie ihr nichts zu.',
  ]);
  expect(recogniseColumns(['Vertragsnummer', 'Wertdatum', 'Vertragswert', 'Währung'])).toContain('currency');
});

it('takes both names of a person from one column where the file has none of first names, and leaves the comma of a firm', () => {
  const customerOf = (mapping: Parameters<typeof rowReader>[0]['mapping'], ...cells: string[]) => {
    const reader = rowReader({
      mapping,
      decimal: 'comma',
      references: {
        issuers: new Map(),
        tariffs: new Map(),
        groups: new Map(),
        tags: new Map(),
        funds: new Map(),
      },
      groupId: null,
      mayCreateTags: false,
      valuationDate: '2026-10-30',
      today: '2026-10-30',
    });
    const row = reader({ line: 2, cells });
    const customer: unknown = JSON.parse(String(row[stagedColumns.indexOf('customer')]));
    return [row[stagedColumns.indexOf('customer_ref')], customer];
  };
  const list = recogniseColumns(['Nachname, Vorname', 'Geburtstag', 'Kd-Nr.', 'Mobiltelefon', 'Ort privat']);
  expect(list).toEqual(['lastName', 'dateOfBirth', 'customerKey', 'phoneNumber', 'city']);
  expect(customerOf(list, 'von der Heyde, Özlem', '01.02.1960', '', '', '')).toEqual([
    'n:von der heyde oezlem|1960-02-01',
    expect.objectContaining({ last_name: 'von der Heyde', first_name: 'Özlem' }),
  ]);
  expect(customerOf(list, 'Meier, Schulz', '', 'K1', '', '')[1]).toMatchObject({
    last_name: 'Meier, Schulz',
  });
  expect(
    customerOf(['lastName', 'firstName', 'dateOfBirth'], 'Meier, Schulz', 'Anna', '01.02.1960')[1],
  ).toMatchObject({ last_name: 'Meier, Schulz', first_name: 'Anna' });
});

it('tells what waits or was given up apart from what nobody knows', () => {
  const reader = rowReader({
    mapping: ['customerKey', 'lastName', 'contractNumber', 'tariffName', 'issuerName', 'groupName'],
    decimal: 'comma',
    references: {
      issuers: new Map([['nord', 1]]),
      tariffs: new Map(),
      groups: new Map(),
      unusable: {
        issuers: new Map([['alt', 'inactive']]),
        tariffs: new Map([['zukunft', 'unpublished']]),
        groups: new Map([['sued', 'inactive']]),
      },
      tags: new Map(),
      funds: new Map(),
    },
    ...usual,
  });
  const refusalOf = (...cells: string[]) => reader({ line: 2, cells })[stagedColumns.indexOf('refusal')];
  expect(refusalOf('K1', 'Muster', 'D1', 'Zukunft', 'Nord', '')).toBe(
    'Tarif „Zukunft“ ist noch nicht veröffentlicht. Bitte lassen Sie eine Version des Tarifs veröffentlichen und laden Sie die Datei danach erneut hoch.',
  );
  expect(refusalOf('K1', 'Muster', 'D1', '', 'Alt', '')).toContain('Institut „Alt“ ist inaktiv.');
  expect(refusalOf('K1', 'Muster', 'D1', '', 'Nord', 'Süd')).toContain('Gruppe „Süd“ ist inaktiv.');
  expect(refusalOf('K1', 'Muster', 'D1', 'Fremd', 'Nord', '')).toBe(
    'Tarif „Fremd“ ist nicht bekannt oder nicht eindeutig.',
  );
});
