import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { performanceOf, type Valuation } from '../figures/contract-performance.ts';
import {
  addCompositeSums,
  addMember,
  type CompositePerformance,
  type CompositeSums,
  compositePerformance,
  noCompositeSums,
} from './composite-attribution.ts';
import { type MemberMonth, memberOf } from './composite-member.ts';
import { type AttributedPeriod, attributeContract, targetReturnOf } from './contract-attribution.ts';

const lastDayOf = (month: number) => new Date(Date.UTC(2023, month + 1, 0)).toISOString().slice(0, 10);

/** A month as the market saw it: returns of two groups and of the funds held. */
interface Market {
  readonly groups: readonly [number, number];
  readonly funds: readonly [number, number];
}
interface Contract {
  readonly valuations: readonly Valuation[];
  readonly periods: readonly AttributedPeriod[];
}

const rate = fc.integer({ min: -90, max: 110 }).map((value) => value / 1000);
const market = fc.array(
  fc.record({ groups: fc.tuple(rate, rate), funds: fc.tuple(rate, rate) }) satisfies fc.Arbitrary<Market>,
  { minLength: 13, maxLength: 18 },
);
interface Holding {
  readonly start: number;
  readonly value: number;
  readonly shares: number;
  readonly aim: number;
  readonly payments: readonly number[];
}
const holding: fc.Arbitrary<Holding> = fc.record({
  start: fc.integer({ min: 0, max: 4 }),
  value: fc.integer({ min: 100, max: 90_000 }),
  shares: fc.integer({ min: 0, max: 100 }),
  aim: fc.integer({ min: 0, max: 100 }),
  payments: fc.array(fc.constantFrom(0, 0, 25, 500, -10), { minLength: 18, maxLength: 18 }),
});

/** A contract of two funds in the market; it loses a tenth of a percent a month to costs. */
function contractIn(
  months: readonly Market[],
  { start, value: first, shares, aim, payments }: Holding,
): Contract {
  let [value, paidIn] = [first, first];
  const valuations: Valuation[] = [{ date: lastDayOf(start), value, paidIn }];
  const periods = months.slice(start).map(({ groups, funds }, k): AttributedPeriod => {
    const paid = value > 100 ? (payments[k] ?? 0) : 0;
    const share = shares / 100;
    const gained = 0.98 * (share * funds[0] + (1 - share) * funds[1]) - 0.001;
    const before = value;
    value = (value + paid) * (1 + gained);
    paidIn += paid;
    valuations.push({ date: lastDayOf(start + k + 1), value, paidIn });
    return {
      from: lastDayOf(start + k),
      to: lastDayOf(start + k + 1),
      years: 1 / 12,
      portfolioReturn: gained,
      contractFee: 0.0008,
      paidEarly: before + paid > 0 ? paid / (before + paid) : 0,
      funds: [
        { groupId: 1, weight: 0.98 * share, return: funds[0], fee: 0.02 },
        { groupId: 2, weight: 0.98 * (1 - share), return: funds[1], fee: 0.005 },
      ],
      groups: new Map([
        [1, { return: groups[0], fee: 0.01 }],
        [2, { return: groups[1], fee: 0.006 }],
      ]),
      target: new Map([
        [1, aim / 100],
        [2, 1 - aim / 100],
      ]),
    };
  });
  return { valuations, periods };
}

const added = (sums: CompositeSums, { valuations, periods }: Contract) => {
  const member = memberOf(valuations);
  if (!member) throw new Error('The history is whole.');
  addMember(sums, member, ({ end }) => periods.find(({ to }) => to === end.date) ?? null);
};
function together(contracts: readonly Contract[]): CompositePerformance {
  const sums = noCompositeSums();
  for (const contract of contracts) added(sums, contract);
  const result = compositePerformance(sums);
  if (!result) throw new Error('Some contract is counted.');
  return result;
}
const explained = ({ attribution }: CompositePerformance) => {
  if (!attribution || 'reason' in attribution) throw new Error('It is explained.');
  return attribution;
};
/** A rate to eight places; null stays unknown. */
const rounded = (value: number | null | undefined) => (value == null ? null : Math.round(value * 1e8) / 1e8);

describe('contracts of a tariff against their targets', () => {
  it('of one contract are what the contract itself is told, group by group', () => {
    fc.assert(
      fc.property(market, holding, (months, of) => {
        const contract = contractIn(months, of);
        const one = together([contract]);
        const own = performanceOf(contract.valuations);
        expect(one.own.timeWeighted).toBeCloseTo(own?.timeWeighted ?? Number.NaN, 9);
        expect(rounded(one.own.moneyWeighted)).toBe(rounded(own?.moneyWeighted));
        const alone = attributeContract(contract.periods);
        if ('reason' in alone) throw new Error('It is explained.');
        const found = explained(one);
        for (const key of [
          'targetReturn',
          'allocation',
          'selection',
          'fundCosts',
          'contractCosts',
          'other',
        ] as const)
          expect(found[key]).toBeCloseTo(alone[key] ?? Number.NaN, 9);
        expect(new Set(found.groups.map(({ groupId }) => groupId))).toEqual(
          new Set(alone.groups.map(({ groupId }) => groupId)),
        );
        for (const group of alone.groups) {
          const same = found.groups.find(({ groupId }) => groupId === group.groupId);
          for (const key of ['weight', 'targetWeight', 'allocation', 'selection', 'fundCosts'] as const)
            expect(same?.[key]).toBeCloseTo(group[key], 9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('have the money of one that is emptied work until then, in its target as well', () => {
    const payments = Array.from({ length: 18 }, () => 0);
    const months = Array.from({ length: 14 }, () => ({ groups: [0.01, 0.02], funds: [0.01, 0.02] }) as const);
    const whole = contractIn(months, { start: 0, value: 10_000, shares: 40, aim: 50, payments });
    const taken = 12_000;
    const valuations = whole.valuations.map((valuation, k) =>
      k === 14 ? { ...valuation, value: 0, paidIn: valuation.paidIn - taken } : valuation,
    );
    const { own, target } = together([{ ...whole, valuations }]);
    expect(rounded(own.moneyWeighted)).toBe(rounded(performanceOf(valuations)?.moneyWeighted));
    const years = 365 / ((Date.parse(lastDayOf(14)) - Date.parse(lastDayOf(0))) / 86_400_000);
    expect(own.moneyWeighted).toBeCloseTo(1.2 ** years - 1, 9);
    // What was taken out and what would be left of the target on the same day are what it grew to.
    expect(target?.moneyWeighted).toBeCloseTo((1.015 ** 14) ** years - 1, 9);
  });

  it('of several are counted again month by month, and the effects add up to the difference', () => {
    fc.assert(
      fc.property(market, fc.array(holding, { minLength: 2, maxLength: 5 }), (months, some) => {
        const contracts = some.map((of) => contractIn(months, of));
        const result = together(contracts);
        const counted = new Map<string, { invested: number; grown: number; aimed: number }>();
        for (const { valuations, periods } of contracts)
          periods.forEach((period, k) => {
            const [before, next] = [valuations[k], valuations[k + 1]];
            const invested = (before?.value ?? 0) + (next?.paidIn ?? 0) - (before?.paidIn ?? 0);
            const sum = counted.get(period.to) ?? { invested: 0, grown: 0, aimed: 0 };
            sum.invested += invested;
            sum.grown += next?.value ?? 0;
            sum.aimed += invested * (1 + (targetReturnOf(period) ?? Number.NaN));
            counted.set(period.to, sum);
          });
        const product = (of: (sum: { invested: number; grown: number; aimed: number }) => number) =>
          [...counted.values()].reduce((all, sum) => all * of(sum), 1) - 1;
        const own = product(({ grown, invested }) => grown / invested);
        const aimed = product((sum) => sum.aimed / sum.invested);
        expect(result.own.timeWeighted).toBeCloseTo(own, 9);
        expect(result.target?.timeWeighted).toBeCloseTo(aimed, 9);
        const { allocation, selection, fundCosts, contractCosts, other, groups } = explained(result);
        expect(allocation + selection + fundCosts + (contractCosts ?? Number.NaN) + other).toBeCloseTo(
          own - aimed,
          9,
        );
        // Nothing, where payments that came late explain all that is lacking.
        expect(contractCosts).toBeLessThanOrEqual(0);
        expect(groups.reduce((sum, group) => sum + group.weight, 0)).toBeCloseTo(1, 9);
        expect(groups.reduce((sum, group) => sum + group.targetWeight, 0)).toBeCloseTo(1, 9);
      }),
      { numRuns: 60 },
    );
  });

  it('of several take what nothing else explains for costs where nothing was paid', () => {
    fc.assert(
      fc.property(market, fc.array(holding, { minLength: 2, maxLength: 5 }), (months, some) => {
        const result = together(some.map((of) => contractIn(months, { ...of, payments: [] })));
        expect(explained(result).contractCosts).toBeLessThan(0);
      }),
      { numRuns: 60 },
    );
  });

  it('do not depend on who counted what: parts stored and added up say the same', () => {
    fc.assert(
      fc.property(
        market,
        fc.array(holding, { minLength: 2, maxLength: 6 }),
        fc.nat({ max: 5 }),
        (months, some, cut) => {
          const contracts = some.map((of) => contractIn(months, of));
          const whole = together(contracts);
          const sums = noCompositeSums();
          for (const part of [contracts.slice(0, cut), contracts.slice(cut)]) {
            const own = noCompositeSums();
            for (const contract of part) added(own, contract);
            addCompositeSums(sums, JSON.parse(JSON.stringify(own)) as CompositeSums);
          }
          const parts = compositePerformance(sums);
          expect(parts?.from).toBe(whole.from);
          expect(parts?.to).toBe(whole.to);
          expect(parts?.own.timeWeighted).toBeCloseTo(whole.own.timeWeighted, 10);
          expect(rounded(parts?.target?.moneyWeighted)).toBe(rounded(whole.target?.moneyWeighted));
          expect(parts && explained(parts).selection).toBeCloseTo(explained(whole).selection, 10);
        },
      ),
      { numRuns: 40 },
    );
  });

  const still: Market = { groups: [0.01, 0.02], funds: [0.03, 0.01] };
  const plain = { start: 0, value: 10_000, shares: 50, aim: 50, payments: [] };
  const year = Array.from({ length: 13 }, () => still);

  it('counts those whose costs nobody knows, and has none where that are all', () => {
    const unpriced = (of: Contract): Contract => ({
      ...of,
      periods: of.periods.map((period) => ({ ...period, contractFee: null })),
    });
    const priced = contractIn(year, plain);
    const sums = noCompositeSums();
    for (const one of [unpriced(priced), priced]) added(sums, one);
    expect(sums.unknownCosts).toBe(1);
    expect(compositePerformance(sums)?.attribution).toMatchObject({
      contractCosts: expect.any(Number) as number,
    });
    expect(explained(together([unpriced(priced)])).contractCosts).toBeNull();
    const whole = noCompositeSums();
    for (const unknownPayments of [2, undefined, 3])
      addCompositeSums(whole, { ...sums, ...(unknownPayments !== undefined && { unknownPayments }) });
    expect(whole).toMatchObject({ unknownCosts: 3, unknownPayments: 5 });
  });

  it('the money in the target is what the payments would have become there', () => {
    // 1.5 % a month in the target, from the first valuation on and for each payment.
    const { target } = together([contractIn(year, { ...plain, payments: [0, 1000, 0, 500] })]);
    const days = (Date.parse(lastDayOf(13)) - Date.parse(lastDayOf(0))) / 86_400_000;
    expect(target?.timeWeightedYearly).toBeCloseTo(1.015 ** ((13 * 365) / days) - 1, 9);
    expect(target?.moneyWeighted).toBeGreaterThan(0.19);
    expect(target?.moneyWeighted).toBeLessThan(0.2);
  });

  it('what is not explained of little money is left over; of more than 5 % nothing is explained, with month and reason', () => {
    const silent = (value: number) => {
      const { valuations, periods } = contractIn(year, { ...plain, value });
      return {
        valuations,
        periods: periods.map((period, k) => (k === 2 ? { ...period, funds: null } : period)),
      };
    };
    const little = together([contractIn(year, plain), silent(400)]);
    const found = explained(little);
    expect(
      found.allocation +
        found.selection +
        found.fundCosts +
        (found.contractCosts ?? Number.NaN) +
        found.other,
    ).toBeCloseTo(little.own.timeWeighted - (little.target?.timeWeighted ?? Number.NaN), 12);
    expect(together([contractIn(year, plain), silent(800)]).attribution).toEqual({
      reason: 'holdings',
      from: lastDayOf(2),
      to: lastDayOf(3),
    });
  });

  it('a target without prices leaves the target unknown, its returns stay', () => {
    const contract = contractIn(year, plain);
    const blind = {
      ...contract,
      periods: contract.periods.map((period, k) => (k === 4 ? { ...period, groups: new Map() } : period)),
    };
    const result = together([contract, blind]);
    expect(result).toMatchObject({ target: null, attribution: null, targetUnknownIn: lastDayOf(5) });
    expect(result.own.timeWeighted).toBeCloseTo(performanceOf(contract.valuations)?.timeWeighted ?? 0, 9);
  });
});

describe('the history of a contract', () => {
  const months = (...values: (number | null)[]): Valuation[] =>
    values.flatMap((value, k) => (value === null ? [] : [{ date: lastDayOf(k), value, paidIn: 100 }]));
  it('is not whole with a month without valuation, without two ends of months, or with value out of nothing', () => {
    expect(memberOf(months(100, 101, 102))?.months).toHaveLength(2);
    expect(memberOf(months(0, 0, 101, 102))?.months).toHaveLength(1);
    expect(memberOf(months(100, null, 102))).toBeNull();
    expect(memberOf(months(100))).toBeNull();
    expect(memberOf([])).toBeNull();
    expect(memberOf(months(0, 0))).toBeNull();
    expect(
      memberOf([
        { date: lastDayOf(0), value: 100, paidIn: 100 },
        { date: lastDayOf(1), value: 0, paidIn: 0 },
        { date: lastDayOf(2), value: 50, paidIn: 0 },
      ]),
    ).toBeNull();
  });

  it('begins with the last valuation of its first month and keeps valuations within months', () => {
    const valuations = [
      { date: '2023-01-10', value: 50, paidIn: 50 },
      { date: '2023-01-31', value: 100, paidIn: 100 },
      { date: '2023-02-14', value: 110, paidIn: 100 },
      { date: '2023-02-28', value: 242, paidIn: 210 },
    ];
    const [month, ...others] = memberOf(valuations)?.months ?? ([] as MemberMonth<Valuation>[]);
    expect(others).toEqual([]);
    expect(month).toMatchObject({ month: '2023-02', invested: 100 });
    expect(month?.growth).toBeCloseTo(1.1 * 1.1, 12);
  });
});
