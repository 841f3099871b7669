import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { performanceEffects, shownComparison, shownDifference } from './performance-effects.ts';

const units = (fraction: number) => Math.round(fraction * 10_000) + 0;

describe('a comparison as it is shown', () => {
  it('does not say 9,28 less 6,18 is 3,11', () => {
    const shown = shownComparison(
      0.092846,
      {
        timeWeighted: 0.061764,
        allocation: 0.006422,
        selection: 0.020447,
        fundCosts: -0.001644,
        contractCosts: 0,
        other: 0.005857,
      },
      [],
    );
    expect(shown).toMatchObject({ own: 0.0928, target: 0.0618, difference: 0.031 });
    expect(performanceEffects.map((effect) => units(shown.effects[effect] ?? Number.NaN))).toEqual([
      64, 204, -17, 0, 59,
    ]);
  });

  const part = fc.double({ min: -0.2, max: 0.2, noNaN: true });
  const group = fc.record({ allocation: part, selection: part, fundCosts: part });

  it('is the difference a reader finds between two returns as they stand', () => {
    expect(shownDifference(0.05004, 0.03006)).toBe(0.0199);
    expect(shownDifference(0.02, 0.03)).toBe(-0.01);
  });

  it('adds up in every direction, and no figure is moved by more than rounding lacks', () => {
    fc.assert(
      fc.property(
        part,
        fc.array(group, { minLength: 1, maxLength: 12 }),
        part,
        part,
        (target, groups, contractCosts, other) => {
          const sumOf = (key: keyof (typeof groups)[number]) =>
            groups.reduce((sum, one) => sum + one[key], 0);
          const effects = {
            allocation: sumOf('allocation'),
            selection: sumOf('selection'),
            fundCosts: sumOf('fundCosts'),
            contractCosts,
            other,
          };
          const difference = performanceEffects.reduce((sum, effect) => sum + effects[effect], 0);
          const shown = shownComparison(target + difference, { timeWeighted: target, ...effects }, groups);
          expect(units(shown.difference)).toBe(units(shown.own) - units(shown.target));
          const total = performanceEffects.reduce(
            (sum, effect) => sum + units(shown.effects[effect] ?? Number.NaN),
            0,
          );
          // Where there is no effect at all, no figure is invented for the rounding of the returns.
          const hasEffect = performanceEffects.some((effect) => effects[effect] !== 0);
          expect(total).toBe(hasEffect ? units(shown.difference) : 0);
          for (const effect of performanceEffects)
            expect(Math.abs((shown.effects[effect] ?? Number.NaN) - effects[effect])).toBeLessThan(2.1e-4);
          for (const key of ['allocation', 'selection', 'fundCosts'] as const) {
            const ofGroups = shown.groups.reduce((sum, one) => sum + units(one[key]), 0);
            expect(ofGroups).toBe(groups.some((one) => one[key] !== 0) ? units(shown.effects[key]) : 0);
            for (const [k, one] of groups.entries())
              expect(Math.abs((shown.groups[k]?.[key] ?? 9) - one[key])).toBeLessThan(2.1e-4);
          }
          for (const one of shown.groups)
            expect(units(one.sum)).toBe(units(one.allocation) + units(one.selection) + units(one.fundCosts));
        },
      ),
    );
  });
});
