import { describe, expect, it } from 'vitest';
import { nothingChosen, toggled } from './contract-selection.ts';

describe('the choice of contracts', () => {
  it('takes a contract in and out', () => {
    const one = toggled(nothingChosen, 'a');
    const two = toggled(one, 'b');
    expect(two).toEqual({ kind: 'ids', ids: new Set(['a', 'b']) });
    expect(toggled(two, 'a')).toEqual({ kind: 'ids', ids: new Set(['b']) });
    expect(nothingChosen).toEqual({ kind: 'ids', ids: new Set() });
  });

  it('keeps everything chosen as a whole', () => {
    expect(toggled({ kind: 'whole' }, 'a')).toEqual({ kind: 'whole' });
  });
});
