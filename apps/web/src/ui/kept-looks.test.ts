import { expect, it } from 'vitest';
import { parseContractsSearch } from '../areas/contracts/public/contracts-search.ts';
import { validateCustomersSearch } from '../areas/customers/customers-search.ts';
import { validateDocumentsSearch } from '../areas/documents/documents-search.ts';
import { validateTariffsSearch } from '../areas/tariffs/tariff-list/tariffs-search.ts';
import { validateManagedFundsSearch } from '../lists/list-address.ts';
import { toWithoutFilters } from './kept-looks.ts';

const viewId = '0b9f4c2e-1111-4222-8333-444455556666';
const looks = { columns: 'name:160,totalValue', groupBy: 'group', viewId };

it('a reset of the filters keeps how a list looks, whichever list it is, and nothing else', () => {
  for (const [read, filters, kept] of [
    [
      parseContractsSearch,
      { search: 'Mü', scoreTo: '40', sort: '-totalValue' },
      { ...looks, sort: '-totalValue' },
    ],
    [
      validateCustomersSearch,
      { search: 'Mü', tagId: '3', sort: '-lastName' },
      { ...looks, sort: '-lastName' },
    ],
    [
      validateTariffsSearch,
      { search: 'Re', isInactive: 'false', sort: '-name' },
      { ...looks, sort: '-name' },
    ],
    [validateManagedFundsSearch, { search: 'Eu', riskIndicator: '3', open: '7' }, looks],
    [validateDocumentsSearch, { search: 'Ju', state: 'released' }, looks],
  ] as const) {
    const address = read({ ...looks, ...filters });
    expect(Object.keys(address).length).toBeGreaterThan(Object.keys(kept).length);
    expect(toWithoutFilters(address)).toEqual({ search: kept, replace: true, resetScroll: false });
  }
  expect(toWithoutFilters({}).search).toEqual({});
});
