import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldScenarios, type ScenarioHolding } from './held-scenarios.ts';

const fund = (
  value: number,
  rates: readonly (number | null)[],
  years: number | null = 5,
): ScenarioHolding => {
  const [returnStress = null, returnUnfavourable = null, returnModerate = null, returnFavourable = null] =
    rates;
  return {
    value,
    recommendedHoldingYears: years,
    returnStress,
    returnUnfavourable,
    returnModerate,
    returnFavourable,
  };
};

describe('scenarios of the funds held', () => {
  it('are weighted by value over the mean holding period, and say what they cover', () => {
    // The Captor Dahlia fund of the published EPT: -9.7 %, -9.7 %, 0.6 %, 3 %.
    const found = heldScenarios([
      fund(3000, [-0.097, -0.097, 0.006, 0.03], 3),
      fund(1000, [-0.5, -0.2, 0.04, 0.1], 5),
      fund(1000, [null, -0.2, 0.04, 0.1], 40),
    ]);
    expect(found).toMatchObject({ value: 4000, coverage: 0.8, years: 4 });
    expect(found?.values.stress).toBeCloseTo(3000 * 0.903 ** 4 + 1000 * 0.5 ** 4, 8);
    expect(found?.values.moderate).toBeCloseTo(3000 * 1.006 ** 4 + 1000 * 1.04 ** 4, 8);
    expect(found?.yearly.favourable).toBeCloseTo(
      ((3000 * 1.03 ** 4 + 1000 * 1.1 ** 4) / 4000) ** 0.25 - 1,
      12,
    );
  });

  it('are unknown where nobody states them or how long to hold', () => {
    expect(heldScenarios([])).toBeNull();
    expect(heldScenarios([fund(100, [0, 0, 0, null])])).toBeNull();
    expect(heldScenarios([fund(100, [0, 0, 0, 0], null)])).toBeNull();
    expect(heldScenarios([fund(100, [-1, 0, 0, 0], 0.2)])).toMatchObject({
      years: 1,
      values: { stress: 0, moderate: 100 },
      yearly: { stress: -1, moderate: 0 },
    });
  });

  it('lie between the funds, in the order of the scenarios', () => {
    const rate = fc.double({ min: -0.9, max: 0.5, noNaN: true });
    const held = fc
      .tuple(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.array(rate, { minLength: 4, maxLength: 4 }))
      .map(([value, rates]) =>
        fund(
          value,
          rates.toSorted((a, b) => a - b),
        ),
      );
    fc.assert(
      fc.property(fc.array(held, { minLength: 1, maxLength: 6 }), (holdings) => {
        const {
          stress = 0,
          unfavourable = 0,
          moderate = 0,
          favourable = 0,
        } = heldScenarios(holdings)?.yearly ?? {};
        const ordered = [stress, unfavourable, moderate, favourable];
        ordered.slice(1).forEach((one, k) => expect(one).toBeGreaterThanOrEqual((ordered[k] ?? 0) - 1e-9));
        const rates = holdings.map(({ returnModerate }) => returnModerate ?? 0);
        expect(moderate).toBeGreaterThanOrEqual(Math.min(...rates) - 1e-9);
        expect(moderate).toBeLessThanOrEqual(Math.max(...rates) + 1e-9);
      }),
    );
  });
});
