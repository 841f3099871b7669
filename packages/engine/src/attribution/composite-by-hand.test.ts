import { describe, expect, it } from 'vitest';
import type { Valuation } from '../figures/contract-performance.ts';
import { brinsonFachler } from './brinson-fachler.ts';
import {
  addCompositeSums,
  addMember,
  type CompositeSums,
  compositePerformance,
  noCompositeSums,
} from './composite-attribution.ts';
import { memberOf } from './composite-member.ts';
import { type AttributedFund, type AttributedPeriod, targetReturnOf } from './contract-attribution.ts';
import { logarithmicFactor } from './link-effects.ts';

/*
 * Two contracts and two months, computed in Python from the formulas of docs/analysis.md (Brinson and Fachler 1985, Carino 1999),
 * not with this engine: the first holds both groups and some money beside, and is paid 100 in the second month; the second begins
 * in it, holds one group and takes more costs than its valuations lack.
 */
const of = (...lines: readonly [string, number, number][]): Valuation[] =>
  lines.map(([date, value, paidIn]) => ({ date, value, paidIn }));
const first = of(['2023-01-31', 1000, 1000], ['2023-02-28', 1050, 1000], ['2023-03-31', 1200, 1100]);
const second = of(['2023-02-28', 500, 500], ['2023-03-31', 480, 500]);
const gained: Readonly<Record<string, readonly [number, number]>> = {
  '2023-02': [0.04, -0.01],
  '2023-03': [-0.02, 0.01],
};
const fund = (groupId: number, weight: number, own: number, fee: number): AttributedFund => ({
  groupId,
  weight,
  return: own,
  fee,
});
const heldBy = {
  first: {
    '2023-02': [fund(1, 0.6, 0.05, 0.02), fund(2, 0.3, -0.02, 0.006)],
    '2023-03': [fund(1, 0.5, -0.01, 0.02), fund(2, 0.4, 0.02, 0.004)],
  } as Readonly<Record<string, readonly AttributedFund[]>>,
  second: { '2023-03': [fund(2, 1, -0.02, 0.006)] } as Readonly<Record<string, readonly AttributedFund[]>>,
};

function count(
  sums: CompositeSums,
  valuations: readonly Valuation[],
  change: Partial<AttributedPeriod> & { readonly of: 'first' | 'second' },
): void {
  const { of: name, ...rest } = change;
  const member = memberOf(valuations);
  if (!member) throw new Error('the history is whole');
  addMember(sums, member, ({ month, start, end, growth, paidEarly }) => ({
    from: start.date,
    to: end.date,
    years: 1 / 12,
    portfolioReturn: growth - 1,
    contractFee: name === 'first' ? 0.0004 : 0.002,
    paidEarly,
    funds: heldBy[name][month] ?? null,
    groups: new Map([
      [1, { return: gained[month]?.[0] ?? Number.NaN, fee: 0.012 }],
      [2, { return: gained[month]?.[1] ?? Number.NaN, fee: 0.006 }],
    ]),
    target: new Map(
      name === 'first'
        ? [
            [1, 0.5],
            [2, 0.5],
          ]
        : [[2, 1]],
    ),
    ...rest,
  }));
}
const both = () => {
  const sums = noCompositeSums();
  count(sums, first, { of: 'first' });
  count(sums, second, { of: 'second' });
  return sums;
};
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 10));

describe('two contracts as one', () => {
  it('are summed by the money in them', () => {
    expect(both()).toEqual({
      counted: 2,
      unknownHistory: 0,
      withoutClass: 0,
      unexplained: 0,
      unknownCosts: 0,
      unknownPayments: 0,
      from: '2023-01-31',
      flows: { '2023-01-31': -1000, '2023-02-28': -600, '2023-03-31': 1680 },
      aimedFlows: {
        '2023-01-31': -1000,
        '2023-02-28': -600,
        // 1,015 and 100 lose half a percent, 500 gain one.
        '2023-03-31': expect.closeTo(1115 * 0.995 + 505, 9),
      },
      months: {
        '2023-02': {
          day: '2023-02-28',
          invested: 1000,
          grown: expect.closeTo(1050, 10),
          aimed: expect.closeTo(1015, 10),
          explained: 1000,
          unexplained: { holdings: 0, prices: 0 },
          groups: {
            1: near([600, 500, 2.5, 6.4, -0.4]),
            2: near([300, 500, 5, -3, 0]),
            '': near([100, 0, -1.5, 0, 0]),
          },
          contractCosts: expect.closeTo(0, 10),
          other: expect.closeTo(26, 10),
        },
        '2023-03': {
          day: '2023-03-31',
          invested: 1650,
          grown: expect.closeTo(1680, 10),
          aimed: expect.closeTo(1649.25, 10),
          explained: 1650,
          unexplained: { holdings: 0, prices: 0 },
          groups: {
            1: near([575, 575, 0, 6.133333333333333, -0.3833333333333333]),
            2: near([960, 1075, -1.725, -10.476666666666667, 0.07666666666666667]),
            '': near([115, 0, 0.575, 0, 0]),
          },
          contractCosts: expect.closeTo(-1, 10),
          other: expect.closeTo(37.55, 10),
        },
      },
    });
  });

  it('are told with their returns and causes', () => {
    expect(compositePerformance(both())).toEqual({
      from: '2023-01-31',
      to: '2023-03-31',
      own: {
        timeWeighted: expect.closeTo(0.06909090909090909, 12),
        timeWeightedYearly: null,
        moneyWeighted: null,
      },
      target: {
        timeWeighted: expect.closeTo(0.01453863636363617, 12),
        timeWeightedYearly: null,
        moneyWeighted: null,
      },
      targetUnknownIn: null,
      months: [
        { day: '2023-02-28', growth: expect.closeTo(1.05, 12), targetGrowth: expect.closeTo(1.015, 12) },
        {
          day: '2023-03-31',
          growth: expect.closeTo(1680 / 1650, 12),
          targetGrowth: expect.closeTo(1649.25 / 1650, 12),
        },
      ],
      attribution: {
        portfolioReturn: expect.closeTo(0.06909090909090909, 12),
        targetReturn: expect.closeTo(0.01453863636363617, 12),
        allocation: expect.closeTo(0.002522218991342649 + 0.003965053208258619 - 0.001153536469996697, 12),
        selection: expect.closeTo(0.010294693149132055 - 0.009582230608013232, 12),
        fundCosts: expect.closeTo(-0.0006434183218207532 + 0.00004797265664118588, 12),
        contractCosts: expect.closeTo(-0.0006257303040154679, 12),
        other: expect.closeTo(0.04972725042574438, 12),
        groups: [
          {
            groupId: 1,
            weight: expect.closeTo(0.47424242424242424, 12),
            targetWeight: expect.closeTo(0.42424242424242425, 12),
            allocation: expect.closeTo(0.002522218991342649, 12),
            selection: expect.closeTo(0.010294693149132055, 12),
            fundCosts: expect.closeTo(-0.0006434183218207532, 12),
          },
          {
            groupId: 2,
            weight: expect.closeTo(0.4409090909090909, 12),
            targetWeight: expect.closeTo(0.5757575757575757, 12),
            allocation: expect.closeTo(0.003965053208258619, 12),
            selection: expect.closeTo(-0.009582230608013232, 12),
            fundCosts: expect.closeTo(0.00004797265664118588, 12),
          },
          {
            groupId: null,
            weight: expect.closeTo(0.08484848484848488, 12),
            targetWeight: 0,
            allocation: expect.closeTo(-0.001153536469996697, 12),
            selection: expect.closeTo(0, 12),
            fundCosts: expect.closeTo(0, 12),
          },
        ],
      },
    });
  });

  it('add up from parts, in either order', () => {
    const [one, other] = [noCompositeSums(), noCompositeSums()];
    count(one, first, { of: 'first' });
    count(other, second, { of: 'second' });
    one.unknownHistory = 2;
    other.withoutClass = 3;
    other.unknownPayments = 1;
    for (const [a, b] of [
      [structuredClone(one), other],
      [structuredClone(other), one],
    ] as const) {
      addCompositeSums(a, b);
      const whole = { ...both(), unknownHistory: 2, withoutClass: 3, unknownPayments: 1 };
      expect(compositePerformance(a)?.own.timeWeighted).toBeCloseTo(0.06909090909090909, 12);
      expect({ ...a, months: null, aimedFlows: null }).toEqual({ ...whole, months: null, aimedFlows: null });
      expect(a.aimedFlows?.['2023-03-31']).toBeCloseTo(1115 * 0.995 + 505, 9);
      expect(compositePerformance(a)?.attribution).toMatchObject({
        contractCosts: expect.closeTo(-0.0006257303040154679, 12),
        other: expect.closeTo(0.04972725042574438, 12),
      });
    }
  });

  it('of which nobody knows the holdings, the target or the costs say so', () => {
    const silent = noCompositeSums();
    count(silent, first, { of: 'first', funds: null });
    expect(silent).toMatchObject({ unexplained: 1, unknownCosts: 0 });
    expect(silent.months['2023-02']).toMatchObject({
      explained: 0,
      unexplained: { holdings: 1000, prices: 0 },
      groups: {},
      // 5 % less the target's 1.5 %.
      other: expect.closeTo(35, 10),
    });
    expect(compositePerformance(silent)?.attribution).toEqual({
      reason: 'holdings',
      from: '2023-01-31',
      to: '2023-02-28',
    });
    const unpriced = noCompositeSums();
    count(unpriced, first, {
      of: 'first',
      funds: [fund(1, 0.9, 0.01, 0.01), { ...fund(1, 0.1, 0, 0), return: null }],
    });
    expect(unpriced.months['2023-02']?.unexplained).toEqual({ holdings: 0, prices: 1000 });
    const aimless = noCompositeSums();
    count(aimless, first, { of: 'first', groups: new Map() });
    expect(aimless).toMatchObject({ aimedFlows: null, months: { '2023-02': { aimed: null } } });
    expect(compositePerformance(aimless)).toMatchObject({
      target: null,
      targetUnknownIn: '2023-02-28',
      attribution: null,
      own: { timeWeighted: expect.closeTo((1.05 * 1200) / 1150 - 1, 12) },
    });
    addCompositeSums(aimless, both());
    expect(aimless).toMatchObject({ counted: 3, aimedFlows: null, months: { '2023-03': { aimed: null } } });
    const costless = noCompositeSums();
    count(costless, first, { of: 'first', contractFee: null });
    expect(costless.unknownCosts).toBe(1);
    expect(compositePerformance(costless)?.attribution).toMatchObject({ contractCosts: null });
    expect(compositePerformance(noCompositeSums())).toBeNull();
  });

  it('are told a year from 52 weeks on, with the money-weighted rates of both', () => {
    const sums = noCompositeSums();
    const year = Array.from({ length: 13 }, (_, k) =>
      new Date(Date.UTC(2023, k + 1, 0)).toISOString().slice(0, 10),
    );
    const valuations = of(...year.map((date, k): [string, number, number] => [date, 1000 * 1.01 ** k, 1000]));
    count(sums, valuations, {
      of: 'first',
      groups: new Map([
        [1, { return: 0.02, fee: null }],
        [2, { return: 0, fee: null }],
      ]),
      funds: [fund(1, 1, 0.02, 0.01)],
    });
    const found = compositePerformance(sums);
    const days = 365;
    expect(found?.own.timeWeighted).toBeCloseTo(1.01 ** 12 - 1, 10);
    expect(found?.own.timeWeightedYearly).toBeCloseTo(1.01 ** ((12 * 365) / days) - 1, 10);
    // One payment at the beginning: both rates are one.
    expect(found?.own.moneyWeighted).toBeCloseTo(1.01 ** 12 - 1, 8);
    expect(found?.target?.moneyWeighted).toBeCloseTo(1.01 ** 12 - 1, 8);
  });
});

describe('parts of it', () => {
  it('effects of a segment, worked out', () => {
    const segments = [
      { weight: 0.6, portfolioReturn: 0.05, benchmarkWeight: 0.5, benchmarkReturn: 0.04 },
      { weight: 0.4, portfolioReturn: -0.02, benchmarkWeight: 0.5, benchmarkReturn: -0.01 },
    ];
    // b = 0.015.
    expect(brinsonFachler(segments)).toEqual([
      { allocation: expect.closeTo(0.0025, 14), selection: expect.closeTo(0.006, 14) },
      { allocation: expect.closeTo(0.0025, 14), selection: expect.closeTo(-0.004, 14) },
    ]);
  });

  it('the factor of Carino and its limit', () => {
    expect(logarithmicFactor(0.1, 0.05)).toBeCloseTo((Math.log(1.1) - Math.log(1.05)) / 0.05, 14);
    expect(logarithmicFactor(0.05, 0.1)).toBeCloseTo(logarithmicFactor(0.1, 0.05), 14);
    expect(logarithmicFactor(0.25, 0.25)).toBeCloseTo(0.8, 14);
  });

  it('the target is known as long as no group of it lacks prices that it asks for', () => {
    const groups = new Map([[1, { return: 0.04, fee: null }]]);
    expect(targetReturnOf({ target: new Map([[1, 0.5]]), groups })).toBeCloseTo(0.02, 14);
    expect(
      targetReturnOf({
        target: new Map([
          [1, 1],
          [2, 0],
        ]),
        groups,
      }),
    ).toBeCloseTo(0.04, 14);
    expect(
      targetReturnOf({
        target: new Map([
          [1, 0.9],
          [2, 0.1],
        ]),
        groups,
      }),
    ).toBeNull();
  });
});
