import { describe, expect, it } from 'vitest';
import cases from '../fixtures/recomputed-attribution.json' with { type: 'json' };
import { type AttributedPeriod, attributeContract } from './contract-attribution.ts';

/*
 * Three months of contracts of the demo: values, what was paid, funds as [group, value, price before, price after, fee], groups as
 * [group, mean return, mean fee]. The effects were worked out beside the engine by a program of its own from the rows of the
 * database: over twelve contracts and a year both agreed to 1e-15.
 */
const periodsOf = ({ target, periods }: (typeof cases)[number]): AttributedPeriod[] =>
  periods.map(({ days, value: [before = 0, after = 0], paid, funds, groups }, k) => ({
    from: `${k}`,
    to: `${k + 1}`,
    years: days / 365,
    portfolioReturn: after / (before + paid) - 1,
    contractFee: null,
    paidEarly: paid / (before + paid),
    funds: funds.map(([group, worth, priceBefore, priceAfter, fee]) => ({
      groupId: group ?? null,
      weight: (worth ?? 0) / before,
      return: (priceAfter ?? 0) / (priceBefore ?? 1) - 1,
      fee: fee ?? null,
    })),
    groups: new Map(groups.map(([id, gained, fee]) => [id ?? 0, { return: gained ?? 0, fee: fee ?? null }])),
    target: new Map(target.map(([id, weight]) => [id ?? 0, weight ?? 0])),
  }));

describe('the effects of Brinson and Fachler against figures worked out beside the engine', () => {
  it.each(cases)('$name', (one) => {
    const found = attributeContract(periodsOf(one));
    if ('reason' in found) throw new Error(found.reason);
    const { allocation, selection, fundCosts, other, portfolioReturn, targetReturn } = found;
    [allocation, selection, fundCosts, other].forEach((effect, k) =>
      expect(effect).toBeCloseTo(one.effects[k] ?? Number.NaN, 9),
    );
    expect(portfolioReturn).toBeCloseTo(one.own, 9);
    expect(targetReturn).toBeCloseTo(one.aim, 9);
  });
});
