import { describe, expect, it } from 'vitest';
import { ariaSort, nextSortOrder, parseSortOrder, sortOrderText } from './sort-order.ts';

const keys = ['name', 'value'] as const;

describe('sort order', () => {
  it('reads and writes the address form', () => {
    expect(parseSortOrder('-value', keys)).toEqual({ key: 'value', isDescending: true });
    expect(parseSortOrder('name', keys)).toEqual({ key: 'name', isDescending: false });
    expect(sortOrderText({ key: 'value', isDescending: true })).toBe('-value');
  });

  it.each([undefined, '', '-', '--value', 'other', 'name,value'])('takes no order from %s', (text) => {
    expect(parseSortOrder(text, keys)).toBeUndefined();
  });

  it('starts a column in its natural direction and turns it on the next click', () => {
    const byName = { key: 'name', isDescending: false } as const;
    const byValue = nextSortOrder<'name' | 'value'>(byName, 'value', true);
    expect(byValue).toEqual({ key: 'value', isDescending: true });
    expect(nextSortOrder(byValue, 'value', true)).toEqual({ key: 'value', isDescending: false });
  });

  it('names the direction for screen readers', () => {
    expect(ariaSort({ key: 'name', isDescending: false }, 'name')).toBe('ascending');
    expect(ariaSort({ key: 'name', isDescending: true }, 'name')).toBe('descending');
    expect(ariaSort({ key: 'name', isDescending: true }, 'value')).toBe('none');
  });
});
