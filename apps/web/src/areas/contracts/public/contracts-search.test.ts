import { lastHintNumber } from '@depotwerk/domain/hint-number';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../../platform/search-params.ts';
import type { ContractsSearch } from './contracts-search.ts';
import {
  activeFilterNames,
  contractFilterOf,
  contractSortOf,
  parseContractsSearch,
} from './contracts-search.ts';

const tariffId = '5b0a3f52-0c1d-4e57-9f0a-1d2c3b4a5f60';

describe('search parameters of the contract list', () => {
  it('reads filters in their types', () => {
    expect(
      parseContractsSearch(
        parseSearch(
          `?search=M%C3%BCller&tariffId=${tariffId}&scoreTo=49&valueFrom=1000.5&useETF=false&sort=-totalValue`,
        ),
      ),
    ).toEqual({
      search: 'Müller',
      tariffId,
      scoreTo: 49,
      valueFrom: 1000.5,
      useETF: false,
      sort: '-totalValue',
    });
  });

  it.each([
    ['a search of one character', '?search=M'],
    ['an unknown sort key', '?sort=password'],
    ['a score above 100', '?scoreFrom=101'],
    ['a broken id', '?tariffId=1%27%20or%201=1'],
    ['an impossible flag', '?useETF=perhaps'],
    ['a name given twice', '?search=ab&search=cd'],
    ['columns with foreign signs', '?columns=a;b'],
  ])('leaves out %s', (_, address) => {
    expect(parseContractsSearch(parseSearch(address))).toEqual({});
  });

  it('keeps only filters for the calls', () => {
    const search: ContractsSearch = {
      search: 'Groß',
      insurerId: 3,
      sort: 'risk',
      columns: 'risk',
      withHints: true,
    };
    expect(contractFilterOf(search)).toEqual({ search: 'Groß', insurerId: 3, withHints: true });
    // The router hands over parameters of other routes and dialogs too.
    expect(
      contractFilterOf(parseContractsSearch({ dialog: 'columnChooser', page: '7', useETF: 'true' })),
    ).toEqual({
      useETF: true,
    });
  });

  it('lists active filters in the order of the panel, false ones included', () => {
    expect(activeFilterNames({ useETF: false, scoreFrom: 0, search: 'ab' })).toEqual(['scoreFrom', 'useETF']);
  });

  it('falls back to the default order', () => {
    expect(contractSortOf({})).toEqual({ key: 'customer.lastName', isDescending: false });
    expect(contractSortOf({ sort: '-risk' })).toEqual({ key: 'risk', isDescending: true });
  });

  it('survives the way through the address', () => {
    const arbitrary = fc.record(
      {
        search: fc
          .string({ minLength: 2, maxLength: 40 })
          .filter((text) => text.trim() === text && text.length >= 2),
        insurerId: fc.integer({ min: 1, max: 1000 }),
        hintId: fc.integer({ min: 1, max: lastHintNumber }),
        scoreFrom: fc.integer({ min: 0, max: 100 }),
        valueTo: fc.integer({ min: 0, max: 1_000_000_00 }).map((cents) => cents / 100),
        lastCheckBefore: fc.constantFrom('2025-11-21', '2026-01-31'),
        withHints: fc.boolean(),
        isLinked: fc.boolean(),
        sort: fc.constantFrom('-contractScore', 'lastCheck'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(arbitrary, (search) => {
        expect(parseContractsSearch(parseSearch(stringifySearch(search)))).toEqual(search);
      }),
    );
  });
});
