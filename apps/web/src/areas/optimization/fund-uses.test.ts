import { costsOnce } from '@depotwerk/engine/advice/recommended-advice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthsToBreakEven } from './figure-texts.ts';
import { asItIs, fundUse, isAsItIs, planChoicesOf, whatIfOf, withUse } from './fund-uses.ts';

describe('what an adviser asks for', () => {
  it('leaves out what stays as it is', () => {
    expect(planChoicesOf(asItIs)).toEqual({});
    expect(planChoicesOf({ ...asItIs, cash: 0 })).toEqual({});
    expect(isAsItIs(withUse(withUse(asItIs, 7, 'locked'), 7, 'free'))).toBe(true);
  });

  it('names locked and excluded funds in order', () => {
    const choices = withUse(withUse(withUse(asItIs, 9, 'excluded'), 3, 'locked'), 1, 'excluded');
    expect(planChoicesOf({ ...choices, cash: 500, riskClassId: 4 })).toEqual({
      riskClassId: 4,
      cashAmount: 500,
      lockedFundIds: [3],
      excludedFundIds: [1, 9],
    });
    expect([fundUse(choices, 9), fundUse(choices, 2)]).toEqual(['excluded', 'free']);
  });

  it('comes back from a stored plan unchanged', () => {
    const use = fc.constantFrom<'locked' | 'excluded'>('locked', 'excluded');
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 7 })),
        fc.option(fc.integer({ min: 1, max: 10_000 })),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), use)),
        (riskClassId, cash, uses) => {
          const choices = planChoicesOf({ riskClassId, cash, uses: new Map(uses) });
          expect(planChoicesOf(whatIfOf(choices))).toEqual(choices);
        },
      ),
    );
  });
});

describe('figures', () => {
  it('add costs in cents and say when they have paid off', () => {
    expect(costsOnce({ entry: 0.1, transaction: 0.2, switchFee: 0 })).toBe(0.3);
    expect(monthsToBreakEven(50, 100)).toBe(6);
    expect(monthsToBreakEven(50, 0)).toBeNull();
    expect(monthsToBreakEven(0, 100)).toBeNull();
  });
});
