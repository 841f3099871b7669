import { checkAllocationMatrix } from '@depotwerk/domain/tariff/check-allocation-component';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOfItems, itemsOfContent, marked, needsComputation } from './allocation-content.ts';

const item = fc.record({ share: fc.integer({ min: 0, max: 1000 }), isUsed: fc.boolean() });

describe('items as a matrix', () => {
  it('come back as they went in, with every cell', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 6, maxLength: 6 }), (cells) => {
        const items = cells.map(({ share, isUsed }, index) => ({
          riskClassId: (index % 3) + 1,
          peergroupId: index < 3 ? 40 : 7,
          fraction: isUsed ? share / 1000 : 0,
          isUsed,
        }));
        expect(itemsOfContent(contentOfItems(items, [40, 7], 3))).toEqual(items);
      }),
    );
  });

  it('are used and 0 where nobody has touched them', () => {
    expect(itemsOfContent(contentOfItems([], [5], 1))).toEqual([
      { riskClassId: 1, peergroupId: 5, fraction: 0, isUsed: true },
    ]);
  });
});

describe('automatic matrix', () => {
  const whole = {
    ...emptyComponent('allocation'),
    isManual: false,
    peergroupIds: [5],
    riskComponent: 'r',
    allocationType: 1,
    allocationItems: [{ riskClassId: 1, peergroupId: 5, fraction: 1, isUsed: true }],
  };

  it('needs computation when a group is new, a class is, or it was emptied', () => {
    expect(needsComputation(whole, 1)).toBe(false);
    expect(needsComputation({ ...whole, peergroupIds: [5, 6] }, 1)).toBe(true);
    expect(needsComputation(whole, 3)).toBe(true);
    expect(needsComputation(marked(whole), 1)).toBe(true);
  });

  it('cannot be saved while it is marked; a manual one is never marked', () => {
    expect(checkAllocationMatrix(whole, 1)).toEqual([]);
    expect(checkAllocationMatrix(marked(whole), 1).map(({ code }) => code)).toEqual(['columnSum']);
    const manual = { ...whole, isManual: true };
    expect(marked(manual)).toBe(manual);
  });
});
