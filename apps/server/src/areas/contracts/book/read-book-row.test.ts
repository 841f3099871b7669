import { expect, it } from 'vitest';
import { rowReader, stagedColumns } from './read-book-row.ts';

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
    tariffId: null,
    groupId: null,
    mayCreateTags: false,
    valuationDate: '2026-10-30',
    today: '2026-10-30',
  });
  return (...cells: string[]) => {
    const row = reader({ cells });
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
