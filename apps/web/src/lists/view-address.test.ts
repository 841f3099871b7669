import { describe, expect, it } from 'vitest';
import { parseContractsSearch } from '../areas/contracts/public/contracts-search.ts';
import { validateCustomersSearch } from '../areas/customers/customers-search.ts';
import { addressOf, contentOf, isSameContent } from './view-address.ts';

const id = '5b0a3f52-0c1d-4e57-9f0a-1d2c3b4a5f60';

describe('a view and its address', () => {
  it('are the same, there and back', () => {
    const view = {
      id,
      columns: ['totalValue', 'customer.lastName'],
      sort: '-totalValue',
      filters: { withHints: 'true', valueFrom: '50000.5', tariffId: id },
    };
    const address = parseContractsSearch(addressOf(view));
    expect(address).toMatchObject({ viewId: id, withHints: true, valueFrom: 50000.5, sort: '-totalValue' });
    expect(isSameContent(contentOf(address), view)).toBe(true);
    expect(isSameContent(contentOf({ ...address, valueTo: 1 }), view)).toBe(false);
    expect(isSameContent(contentOf({ ...address, columns: 'customer.lastName,totalValue' }), view)).toBe(
      false,
    );
  });

  it('keep widths apart from the keys of their columns, and none where none was given', () => {
    const address = parseContractsSearch({ columns: 'customer.lastName:240,totalValue,cashValue:80' });
    const content = contentOf(address);
    expect(content).toMatchObject({
      columns: ['customer.lastName', 'totalValue', 'cashValue'],
      widths: { 'customer.lastName': 240, cashValue: 80 },
    });
    expect(addressOf({ id, ...content }).columns).toBe(address.columns);
    expect(isSameContent(content, { ...content, widths: { 'customer.lastName': 240 } })).toBe(false);
    expect(isSameContent(content, { ...content, widths: { cashValue: 80, 'customer.lastName': 240 } })).toBe(
      true,
    );
    const plain = contentOf(parseContractsSearch({ columns: 'totalValue,cashValue' }));
    expect(plain).not.toHaveProperty('widths');
    expect(isSameContent(plain, { ...plain, widths: {} })).toBe(true);
  });

  it('keeps neither what was searched for nor what is open', () => {
    const address = validateCustomersSearch({ search: 'Müller', open: 'new', viewId: id, tagId: '7' });
    expect(contentOf(address)).toEqual({ columns: null, sort: null, filters: { tagId: '7' } });
    expect(addressOf({ id, columns: null, sort: null, filters: {} })).toEqual({ viewId: id });
  });
});
