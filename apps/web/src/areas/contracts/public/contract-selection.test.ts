import { describe, expect, it } from 'vitest';
import { nothingChosen, selectionOf, toggled } from './contract-selection.ts';

describe('the choice of contracts', () => {
  it('takes a contract in and out', () => {
    const one = toggled(nothingChosen, 'a');
    const two = toggled(one, 'b');
    expect(two).toEqual({ kind: 'ids', ids: new Set(['a', 'b']) });
    expect(toggled(two, 'a')).toEqual({ kind: 'ids', ids: new Set(['b']) });
    expect(nothingChosen).toEqual({ kind: 'ids', ids: new Set() });
  });

  it('is told to the server as ids, or as the filter with every member a text', () => {
    expect(selectionOf({ kind: 'ids', ids: new Set(['a', 'b']) }, { search: 'x' })).toEqual({
      contractIds: ['a', 'b'],
    });
    expect(selectionOf({ kind: 'whole' }, { search: 'x', scoreFrom: 3, useETF: false })).toEqual({
      filter: { search: 'x', scoreFrom: '3', useETF: 'false' },
    });
  });

  it('keeps everything chosen as a whole', () => {
    expect(toggled({ kind: 'whole' }, 'a')).toEqual({ kind: 'whole' });
  });
});
