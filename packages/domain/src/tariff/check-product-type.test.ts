import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applicableTariff,
  checkProductType,
  enabledGuaranteeFields,
  riskIndicatorLimit,
  withContinuousOptimization,
  withLevelCustomizable,
  withTariffType,
} from './check-product-type.ts';
import { emptyTariff } from './empty-drafts.ts';
import { found, validHybrid, validMatrix, validTariff } from './fixtures/valid-drafts.ts';
import { tariffTypeIds } from './tariff-steps.ts';

const static7 = {
  ...withTariffType(validTariff, 7),
  guaranteedLevel: 0.9,
  guaranteedInterest: 0,
  guaranteeTypeId: 2,
};

describe('product type', () => {
  it('asks for the tariff type first', () => {
    expect(found(checkProductType(emptyTariff()))).toEqual(['tariffTypeId: required']);
    expect(found(checkProductType({ ...validTariff, tariffTypeId: 9 }))).toEqual([
      'tariffTypeId: unknownValue',
    ]);
  });

  it('finds nothing in complete tariffs of every kind', () => {
    expect(checkProductType(validTariff)).toEqual([]);
    expect(checkProductType(static7)).toEqual([]);
    expect(checkProductType(validHybrid)).toEqual([]);
  });

  it('takes a cap of costs up to 5 % with two decimals, or none', () => {
    const capped = (costCap: number | null | undefined) =>
      found(checkProductType({ ...validTariff, costCap }));
    for (const fine of [null, undefined, 0.0001, 0.0125, 0.05]) expect(capped(fine)).toEqual([]);
    expect(capped(0)).toEqual(['costCap: tooSmall']);
    expect(capped(0.0501)).toEqual(['costCap: tooLarge']);
    expect(capped(0.01234)).toEqual(['costCap: precision']);
  });

  it('takes a highest risk indicator of 1 to 7, in old-age provision up to 5', () => {
    const limited = (maximumRiskIndicator: number | null | undefined, tariffTypeId = 1) =>
      found(checkProductType({ ...validTariff, tariffTypeId, maximumRiskIndicator }));
    for (const fine of [null, undefined, 1, 7]) expect(limited(fine)).toEqual([]);
    expect(limited(0)).toEqual(['maximumRiskIndicator: tooSmall']);
    expect(limited(8)).toEqual(['maximumRiskIndicator: tooLarge']);
    expect(limited(3.5)).toEqual(['maximumRiskIndicator: precision']);
    for (const fine of [null, 5]) expect(limited(fine, 5)).toEqual([]);
    expect(limited(6, 5)).toEqual(['maximumRiskIndicator: tooLarge']);
  });

  it('holds funds of old-age provision to a risk indicator of 5 or less, others to what the tariff says', () => {
    const limit = (tariffTypeId: number | null, maximumRiskIndicator?: number | null) =>
      riskIndicatorLimit({ tariffTypeId, maximumRiskIndicator });
    expect([limit(5), limit(5, null), limit(5, 6), limit(5, 3)]).toEqual([5, 5, 5, 3]);
    expect([limit(7), limit(null, null), limit(7, 6), limit(1, 3)]).toEqual([null, null, 6, 3]);
  });

  it('enables the guarantee type for 7 and the guarantee fund for 8', () => {
    for (const id of tariffTypeIds) {
      const isHybrid = id === 7 || id === 8;
      expect(enabledGuaranteeFields(id)).toEqual({
        guaranteedLevel: isHybrid,
        guaranteedInterest: isHybrid,
        isGuaranteedLevelCustomizable: isHybrid,
        guaranteeTypeId: id === 7,
        guaranteeSecurityId: id === 8,
      });
    }
    expect(enabledGuaranteeFields(null).guaranteedLevel).toBe(false);
  });

  it('requires the guarantee fields that are enabled', () => {
    expect(found(checkProductType(withTariffType(validTariff, 7)))).toEqual([
      'guaranteedLevel: required',
      'guaranteedInterest: required',
      'guaranteeTypeId: required',
    ]);
    expect(found(checkProductType(withTariffType(validTariff, 8)))).toEqual([
      'guaranteedLevel: required',
      'guaranteedInterest: required',
      'guaranteeSecurityId: required',
    ]);
  });

  it('takes 0 to 100 percent as level and interest', () => {
    for (const value of [0, 0.0125, 1]) {
      expect(checkProductType({ ...static7, guaranteedLevel: value, guaranteedInterest: value })).toEqual([]);
    }
    expect(found(checkProductType({ ...static7, guaranteedLevel: 1.01, guaranteedInterest: -0.01 }))).toEqual(
      ['guaranteedLevel: tooLarge', 'guaranteedInterest: tooSmall'],
    );
    expect(found(checkProductType({ ...static7, guaranteedInterest: 0.0000001 }))).toEqual([
      'guaranteedInterest: precision',
    ]);
  });

  it('hides the level when contracts choose it, and does not ask for it', () => {
    const chosen = withLevelCustomizable(static7, true);
    expect(chosen.guaranteedLevel).toBeNull();
    expect(enabledGuaranteeFields(7, true).guaranteedLevel).toBe(false);
    expect(checkProductType(chosen)).toEqual([]);
    expect(found(checkProductType(withLevelCustomizable(chosen, false)))).toEqual([
      'guaranteedLevel: required',
    ]);
  });

  it('refuses guarantee fields of another type', () => {
    const { guaranteedLevel, guaranteedInterest, guaranteeSecurityId } = validHybrid;
    const wrong = { guaranteedLevel, guaranteedInterest, guaranteeSecurityId, guaranteeTypeId: 1 };
    expect(
      found(checkProductType({ ...validTariff, ...wrong, isGuaranteedLevelCustomizable: true })),
    ).toEqual([
      'guaranteedLevel: notOfType',
      'guaranteedInterest: notOfType',
      'isGuaranteedLevelCustomizable: notOfType',
      'guaranteeTypeId: notOfType',
      'guaranteeSecurityId: notOfType',
    ]);
  });

  it('clears the guarantee fields with every change of the type, and nothing else', () => {
    const type = fc.constantFrom(null, ...tariffTypeIds);
    fc.assert(
      fc.property(type, type, (from, to) => {
        const before = {
          ...validHybrid,
          tariffTypeId: from,
          guaranteeTypeId: 2,
          isGuaranteedLevelCustomizable: true,
        };
        const after = withTariffType(before, to);
        expect(after).toEqual(
          from === to
            ? before
            : {
                ...before,
                tariffTypeId: to,
                guaranteedLevel: null,
                guaranteedInterest: null,
                isGuaranteedLevelCustomizable: false,
                guaranteeTypeId: null,
                guaranteeSecurityId: null,
              },
        );
      }),
    );
  });

  it('gives a hybrid type a matrix to fill and leaves out what belongs to other types when saving', () => {
    const hybrid = withTariffType(validTariff, 8);
    expect(hybrid.fundMatrix?.riskItems).toEqual([]);
    expect(applicableTariff(hybrid)).toMatchObject({ componentRiskId: null, componentUniverseId: null });
    expect(applicableTariff({ ...validTariff, fundMatrix: validMatrix })).toEqual(validTariff);
    expect(withTariffType(hybrid, 2).componentRiskId).toBe(validTariff.componentRiskId);
  });
});

describe('continuous optimization', () => {
  const on = {
    ...withContinuousOptimization(validTariff, true),
    optimizationInterval: 4,
    optimizationStart: '2026-12-01',
  };

  it('requires interval and start while it is on', () => {
    expect(checkProductType(on)).toEqual([]);
    expect(found(checkProductType(withContinuousOptimization(validTariff, true)))).toEqual([
      'optimizationInterval: required',
      'optimizationStart: required',
    ]);
    expect(found(checkProductType({ ...on, optimizationInterval: 3 }))).toEqual([
      'optimizationInterval: unknownValue',
    ]);
  });

  it.each(['1899-12-31', '2041-01-01'])('refuses %s as start', (day) => {
    expect(found(checkProductType({ ...on, optimizationStart: day }))).toEqual([
      'optimizationStart: dayRange',
    ]);
  });

  it.each(['1900-01-01', '2040-12-31'])('takes %s as start', (day) => {
    expect(checkProductType({ ...on, optimizationStart: day })).toEqual([]);
  });

  it('starts anew whenever it is switched', () => {
    for (const isOn of [true, false]) {
      expect(withContinuousOptimization({ ...on, makePortfolioAdjustmentsNow: true }, isOn)).toMatchObject({
        continuousOptimization: isOn,
        optimizationInterval: null,
        optimizationStart: null,
        makePortfolioAdjustmentsNow: false,
      });
    }
  });

  it('takes none of its fields while it is off', () => {
    expect(
      found(checkProductType({ ...on, continuousOptimization: false, makePortfolioAdjustmentsNow: true })),
    ).toEqual([
      'optimizationInterval: onlyContinuous',
      'optimizationStart: onlyContinuous',
      'makePortfolioAdjustmentsNow: onlyContinuous',
    ]);
  });
});
