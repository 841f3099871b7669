import { describe, expect, it } from 'vitest';
import { customerSortOf, validateCustomersSearch } from './customers-search.ts';

describe('search parameters of the customer list', () => {
  it('reads what the list takes and leaves out the rest', () => {
    expect(
      validateCustomersSearch({ search: ' Weiß ', sort: '-totalValue', groupId: 'x', dialog: 'y' }),
    ).toEqual({
      search: 'Weiß',
      sort: '-totalValue',
    });
    expect(validateCustomersSearch({ search: 'W', sort: 'iban' })).toEqual({});
  });

  it('sorts by name unless told otherwise', () => {
    expect(customerSortOf({})).toEqual({ key: 'lastName', isDescending: false });
    expect(customerSortOf({ search: 'Weiß', sort: '-contractCount' })).not.toBeNull();
    expect(customerSortOf({ sort: '-contractCount' })).toEqual({ key: 'contractCount', isDescending: true });
  });

  it('leaves the order of a search to its best hits', () => {
    expect(customerSortOf({ search: 'Weiß' })).toBeNull();
  });
});
