import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import { describe, expect, it } from 'vitest';
import { riskPathOf, riskPlaceOf, withPastedBlock } from './risk-class-block.ts';

const draft = {
  ...emptyComponent('risk'),
  tariffRiskItemsNumber: 3,
  tariffRiskItemsTargets: [1, 2, 3],
  tariffRiskItemsRanges: [0.1, 0.2, 0.3],
};
const first = { column: 0, index: 0 };

describe('a block pasted into the risk classes', () => {
  it('fills targets and ranges with decimal commas', () => {
    const pasted = withPastedBlock(draft, first, '5\t1,5\r\n12,5 %\t2\r\n20\t3\r\n');
    expect(pasted?.tariffRiskItemsTargets).toEqual([5, 12.5, 20]);
    expect(pasted?.tariffRiskItemsRanges).toEqual([1.5, 2, 3]);
  });

  it('begins where it is pasted and leaves out what lies beyond', () => {
    const pasted = withPastedBlock(draft, { column: 1, index: 1 }, '7\t9\n8\t9\n9\t9');
    expect(pasted?.tariffRiskItemsTargets).toEqual([1, 2, 3]);
    expect(pasted?.tariffRiskItemsRanges).toEqual([0.1, 7, 8]);
  });

  it('empties what is empty in the sheet', () => {
    expect(withPastedBlock(draft, first, '4\n\n6')?.tariffRiskItemsTargets).toEqual([4, null, 6]);
  });

  it.each(['7', '1\tx', '1,55\t2', '1\n2\nzwei'])('leaves %j to the field or changes nothing', (text) => {
    expect(withPastedBlock(draft, first, text)).toBeNull();
  });
});

describe('places of fields', () => {
  it('come from paths and lead back to them', () => {
    expect(riskPlaceOf('tariffRiskItemsRanges.2')).toEqual({ column: 1, index: 2 });
    expect(riskPathOf({ column: 0, index: 6 })).toBe('tariffRiskItemsTargets.6');
    expect(riskPlaceOf('tariffRiskType')).toBeUndefined();
    expect(riskPlaceOf(undefined)).toBeUndefined();
  });
});
