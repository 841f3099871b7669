import { describe, expect, it } from 'vitest';
import { isHybridTariffType, stepsOfComponent, stepsOfTariff, tariffTypeIds } from './tariff-steps.ts';

describe('pages of the wizards', () => {
  it('has settings for usual tariffs and the fund matrix for hybrid ones', () => {
    const usual =
      'product-type info components settings optimization-hints optimization-hints-expert summary';
    for (const id of [null, 1, 2, 3, 4, 5, 6]) expect(stepsOfTariff(id).join(' ')).toBe(usual);
    for (const id of [7, 8])
      expect(stepsOfTariff(id).join(' ')).toBe(usual.replace('settings', 'fund-matrix'));
  });

  it('knows the two hybrid types', () => {
    expect(tariffTypeIds.filter(isHybridTariffType)).toEqual([7, 8]);
    expect(isHybridTariffType(null)).toBe(false);
  });

  it('lists the pages of every component', () => {
    expect(stepsOfComponent('risk')).toEqual(['component-info', 'risk']);
    expect(stepsOfComponent('universe')).toEqual(['component-info', 'fund-universe']);
    expect(stepsOfComponent('selection')).toEqual(['component-info', 'fund-selection']);
    expect(stepsOfComponent('allocation')).toEqual([
      'component-info',
      'allocation-peergroups',
      'allocation-peergroup-relationships',
      'allocation-matrix',
    ]);
  });
});
