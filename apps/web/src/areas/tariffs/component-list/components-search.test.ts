import { describe, expect, it } from 'vitest';
import { componentKindOf, componentSortOf, validateComponentsSearch } from './components-search.ts';

describe('the address of the component list', () => {
  it('keeps kind, search, state and order', () => {
    expect(
      validateComponentsSearch({
        kind: 'universe',
        search: ' Welt ',
        isInactive: 'true',
        sort: '-usedByCount',
      }),
    ).toEqual({ kind: 'universe', search: 'Welt', isInactive: true, sort: '-usedByCount' });
  });

  it('begins with the first tab and drops what the list does not take', () => {
    expect(
      validateComponentsSearch({
        kind: 'risk',
        search: 'a',
        isInactive: 'maybe',
        sort: 'summary',
        page: '3',
      }),
    ).toEqual({ kind: 'risk' });
    expect(validateComponentsSearch({ kind: 'bonds' })).toEqual({ kind: 'risk' });
  });

  it('sorts by name unless told otherwise', () => {
    expect(componentSortOf({})).toEqual({ key: 'name', isDescending: false });
    expect(componentSortOf({ sort: '-updatedAt' })).toEqual({ key: 'updatedAt', isDescending: true });
  });

  it('knows the four kinds of an address', () => {
    expect(componentKindOf('allocation')).toBe('allocation');
    expect(componentKindOf('tariff')).toBeUndefined();
    expect(componentKindOf(undefined)).toBeUndefined();
  });
});
