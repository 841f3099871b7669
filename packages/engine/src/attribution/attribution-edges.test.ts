import { describe, expect, it } from 'vitest';
import type { Valuation } from '../figures/contract-performance.ts';
import {
  addCompositeSums,
  addMember,
  type CompositeSums,
  compositePerformance,
  noCompositeSums,
} from './composite-attribution.ts';
import { memberOf } from './composite-member.ts';
import { type AttributedPeriod, attributeContract } from './contract-attribution.ts';
import { linkEffects } from './link-effects.ts';

const of = (...lines: readonly (readonly [string, number, number])[]): Valuation[] =>
  lines.map(([date, value, paidIn]) => ({ date, value, paidIn }));
const fund = (groupId: number, weight: number, gained: number | null = 0.02) => ({
  groupId,
  weight,
  return: gained,
  fee: 0.01,
});
const groups = new Map([1, 2, 9, 10].map((id) => [id, { return: id / 100, fee: 0.01 }]));
const target = new Map([[1, 1]]);
const plain: AttributedPeriod = {
  from: '2023-01-31',
  to: '2023-02-28',
  years: 1 / 12,
  portfolioReturn: 0.02,
  contractFee: 0,
  paidEarly: 0,
  funds: [fund(1, 1)],
  groups,
  target,
};
const memberOfWhole = (valuations: readonly Valuation[]) => {
  const member = memberOf(valuations);
  if (!member) throw new Error('The history is whole.');
  return member;
};
const count = (
  sums: CompositeSums,
  valuations: readonly Valuation[],
  change: (month: string) => Partial<AttributedPeriod> = () => ({}),
) => {
  addMember(sums, memberOfWhole(valuations), ({ month, start, end, growth, paidEarly }) => ({
    ...plain,
    from: start.date,
    to: end.date,
    portfolioReturn: growth - 1,
    paidEarly,
    ...change(month),
  }));
  return sums;
};
const first = of(['2023-01-31', 1000, 1000], ['2023-02-28', 1020, 1000]);
/** Emptied in February, nothing in March, 50 paid in again in April. */
const pausing = of(
  ['2023-01-31', 100, 100],
  ['2023-02-28', 0, -10],
  ['2023-03-31', 0, -10],
  ['2023-04-30', 55, 40],
);

describe('months of a contract', () => {
  it('know what of their money may have come late, each by its own valuations', () => {
    const { months } = memberOfWhole(
      of(
        ['2023-01-31', 1000, 1000],
        ['2023-02-28', 1000, 1000],
        ['2023-03-31', 1250, 1200],
        ['2023-04-30', 1250, 1200],
      ),
    );
    expect(months.map(({ paidEarly }) => paidEarly)).toEqual([0, expect.closeTo(1 / 6, 12), 0]);
  });

  it('begin with the first money in them, and have no payment of nothing', () => {
    const { months, flows } = memberOfWhole(
      of(['2023-01-31', 100, 100], ['2023-02-28', 0, -10], ['2023-03-15', 0, -10], ['2023-03-31', 60, 40]),
    );
    expect(months.map(({ invested, growth }) => [invested, growth])).toEqual([
      [100, expect.closeTo(1.1, 12)],
      [50, expect.closeTo(1.2, 12)],
    ]);
    expect(flows).toEqual([
      { date: '2023-01-31', amount: -100 },
      { date: '2023-02-28', amount: 110 },
      { date: '2023-03-15', amount: -50 },
      { date: '2023-03-31', amount: 60 },
    ]);
    // One that ends empty brings nothing at its end.
    expect(memberOfWhole(pausing.slice(0, 2)).flows).toEqual([
      { date: '2023-01-31', amount: -100 },
      { date: '2023-02-28', amount: 110 },
    ]);
  });
});

describe('contracts together', () => {
  it('leave everything as it was in a month without money', () => {
    const found = compositePerformance(count(noCompositeSums(), pausing));
    expect(found?.months).toEqual([
      { day: '2023-02-28', growth: expect.closeTo(1.1, 12), targetGrowth: expect.closeTo(1.01, 12) },
      { day: '2023-03-31', growth: 1, targetGrowth: 1 },
      { day: '2023-04-30', growth: expect.closeTo(1.1, 12), targetGrowth: expect.closeTo(1.01, 12) },
    ]);
    expect(found?.attribution).toMatchObject({
      portfolioReturn: expect.closeTo(0.21, 12),
      targetReturn: expect.closeTo(0.0201, 12),
      contractCosts: 0,
    });
  });

  it('are told by month whoever was counted first, each month until its last valuation', () => {
    const late = of(['2023-02-27', 500, 500], ['2023-03-30', 510, 500]);
    const early = of(['2023-01-31', 500, 500], ['2023-02-27', 505, 500]);
    for (const contracts of [
      [late, early, first],
      [first, early, late],
    ]) {
      const sums = noCompositeSums();
      for (const one of contracts) count(sums, one);
      const parts = noCompositeSums();
      for (const one of contracts) addCompositeSums(parts, count(noCompositeSums(), one));
      for (const whole of [sums, parts]) {
        const found = compositePerformance(whole);
        expect(found?.months.map(({ day }) => day)).toEqual(['2023-02-28', '2023-03-30']);
        expect(found).toMatchObject({ from: '2023-01-31', to: '2023-03-30' });
      }
    }
  });

  it('have their groups by number, money beside them last', () => {
    const sums = count(noCompositeSums(), of(...first.map(lineOf), ['2023-03-31', 1030, 1000]), (month) => ({
      funds: [fund(month === '2023-02' ? 10 : 9, 0.8)],
      target: new Map([[month === '2023-02' ? 10 : 9, 1]]),
    }));
    const { attribution } = compositePerformance(sums) ?? {};
    expect(attribution).toMatchObject({ groups: [{ groupId: 9 }, { groupId: 10 }, { groupId: null }] });
  });

  it('say that everything was lost where it was, and keep finite sums', () => {
    const lost = count(noCompositeSums(), of(['2023-01-31', 100, 100], ['2023-02-28', 0, 100]));
    const aimless = count(noCompositeSums(), first, () => ({
      groups: new Map([[1, { return: -1, fee: 0.01 }]]),
    }));
    for (const sums of [lost, aimless]) {
      expect(compositePerformance(sums)?.attribution).toEqual({
        reason: 'lost',
        from: '2023-01-31',
        to: '2023-02-28',
      });
      const { contractCosts = Number.NaN, other = Number.NaN } = sums.months['2023-02'] ?? {};
      expect([contractCosts, other].every(Number.isFinite)).toBe(true);
    }
  });

  it('name what most of the money is not explained for', () => {
    const sums = count(noCompositeSums(), of(['2023-01-31', 100, 100], ['2023-02-28', 101, 100]), () => ({
      funds: null,
    }));
    const dark = count(noCompositeSums(), first, () => ({ funds: [fund(1, 1, null)] }));
    addCompositeSums(sums, dark);
    expect(sums.months['2023-02']?.unexplained).toEqual({ holdings: 100, prices: 1000 });
    expect(compositePerformance(sums)?.attribution).toMatchObject({ reason: 'prices' });
    expect(sums.unexplained).toBe(2);
  });

  it('do not know the target any more once one of them has none, in whatever order', () => {
    const unknown = () => count(noCompositeSums(), first, () => ({ groups: new Map() }));
    expect(unknown().unexplained).toBe(0);
    const [after, before] = [count(unknown(), first), count(noCompositeSums(), first)];
    addCompositeSums(before, unknown());
    for (const sums of [after, before]) {
      expect(sums).toMatchObject({ counted: 2, aimedFlows: null });
      expect(sums.months['2023-02']?.aimed).toBeNull();
      expect(compositePerformance(sums)).toMatchObject({ target: null, targetUnknownIn: '2023-02-28' });
    }
  });

  it('count all whose costs nobody knows, and are told a year from 364 days on', () => {
    const sums = noCompositeSums();
    for (let k = 0; k < 2; k++) count(sums, first, () => ({ contractFee: null }));
    expect(sums.unknownCosts).toBe(2);
    const year = Array.from({ length: 12 }, (_, k) => new Date(Date.UTC(2023, k + 1, 0)))
      .map((date) => date.toISOString().slice(0, 10))
      .map((date) => [date, 1000, 1000] as const);
    const yearly = (until: string) =>
      compositePerformance(count(noCompositeSums(), of(...year, [until, 1100, 1000])))?.own
        .timeWeightedYearly;
    expect(yearly('2024-01-30')).toBeCloseTo(1.1 ** (365 / 364) - 1, 12);
    expect(yearly('2024-01-29')).toBeNull();
  });
});

function lineOf({ date, value, paidIn }: Valuation): [string, number, number] {
  return [date, value, paidIn];
}

describe('a contract alone', () => {
  const effectsOf = (...periods: readonly Partial<AttributedPeriod>[]) => {
    const found = attributeContract(periods.map((change) => ({ ...plain, ...change })));
    if ('reason' in found) throw new Error(found.reason);
    return found;
  };

  it('holds groups that are not aimed at, and aims at groups that it does not hold', () => {
    const { groups: told } = effectsOf({
      funds: [fund(2, 1, 0.03)],
      target: new Map([
        [1, 1],
        [9, 0],
      ]),
    });
    // b = 1 %: nothing of the first group, all of the second one at 2 %, whose fund earned 3 %; the third one is in neither.
    expect(told.map(({ groupId, weight, targetWeight }) => [groupId, weight, targetWeight])).toEqual([
      [1, 0, 1],
      [2, 1, 0],
    ]);
    expect(told[1]?.allocation).toBeCloseTo(0.01, 12);
    expect(told[1]?.selection).toBeCloseTo(0.01, 12);
    expect(told[0]?.allocation).toBeCloseTo(0, 12);
    const sums = count(noCompositeSums(), first, () => ({ funds: [fund(2, 1, 0.03)] }));
    expect(Object.keys(sums.months['2023-02']?.groups ?? {})).toEqual(['1', '2', '']);
  });

  it('adds up to the difference where its costs are known of some of the time only', () => {
    const { allocation, selection, fundCosts, contractCosts, other, portfolioReturn, targetReturn } =
      effectsOf(
        { portfolioReturn: 0.015, contractFee: 0.004 },
        { portfolioReturn: 0.018, contractFee: null },
      );
    expect(contractCosts).toBeNull();
    expect(allocation + selection + fundCosts + other).toBeCloseTo(portfolioReturn - targetReturn, 12);
  });

  it('has no effects where it or its target lost everything, or there is no time', () => {
    expect(attributeContract([])).toEqual({ reason: 'lost', from: '', to: '' });
    expect(
      attributeContract([
        { ...plain, portfolioReturn: -1 },
        { ...plain, to: '2023-03-31' },
      ]),
    ).toEqual({
      reason: 'lost',
      from: '2023-01-31',
      to: '2023-03-31',
    });
    expect(linkEffects([{ portfolioReturn: 0, benchmarkReturn: -1, effects: [1] }])).toBeNull();
  });
});
