import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benchmarkReturnOf, brinsonFachler } from './brinson-fachler.ts';
import { type AttributedPeriod, attributeContract, targetReturnOf } from './contract-attribution.ts';
import { linkEffects } from './link-effects.ts';

const segment = (
  weight: number,
  portfolioReturn: number,
  benchmarkWeight: number,
  benchmarkReturn: number,
) => ({
  weight,
  portfolioReturn,
  benchmarkWeight,
  benchmarkReturn,
});

describe('the effects of Brinson and Fachler', () => {
  // Bacon, Practical Portfolio Performance Measurement and Attribution, 2nd edition 2008, chapter 5: British, Japanese and
  // American equities; interaction counts to selection.
  const published = [
    segment(0.4, 0.2, 0.4, 0.1),
    segment(0.3, -0.05, 0.2, -0.04),
    segment(0.3, 0.06, 0.4, 0.08),
  ];

  it('are those of the published example', () => {
    expect(benchmarkReturnOf(published)).toBeCloseTo(0.064, 12);
    const effects = brinsonFachler(published);
    const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
    expect(effects.map(({ allocation }) => rounded(allocation))).toEqual([0, -0.0104, -0.0016]);
    expect(effects.map(({ selection }) => rounded(selection))).toEqual([0.04, -0.003, -0.006]);
    const sum = effects.reduce((total, one) => total + one.allocation + one.selection, 0);
    expect(sum).toBeCloseTo(0.083 - 0.064, 12);
  });
});

describe('effects linked by Carino', () => {
  it('of two periods follow his formula, worked out step by step', () => {
    // r = 10 % and 5 %, b = 6 % and 2 %: R = 15.5 %, B = 8.12 %.
    const periods = [
      { portfolioReturn: 0.1, benchmarkReturn: 0.06, effects: [0.03, 0.01] },
      { portfolioReturn: 0.05, benchmarkReturn: 0.02, effects: [0.01, 0.02] },
    ];
    const k1 = (Math.log(1.1) - Math.log(1.06)) / 0.04;
    const k2 = (Math.log(1.05) - Math.log(1.02)) / 0.03;
    const k = (Math.log(1.155) - Math.log(1.0812)) / 0.0738;
    const linked = linkEffects(periods);
    expect(linked?.effects[0]).toBeCloseTo((0.03 * k1 + 0.01 * k2) / k, 12);
    expect(linked?.effects[1]).toBeCloseTo((0.01 * k1 + 0.02 * k2) / k, 12);
    expect((linked?.effects[0] ?? 0) + (linked?.effects[1] ?? 0)).toBeCloseTo(0.0738, 12);
  });

  it('do not jump where both returns are nearly the same, and are unknown where everything is lost', () => {
    const linked = linkEffects([
      { portfolioReturn: 0.1, benchmarkReturn: 0.1, effects: [0.02, -0.02] },
      { portfolioReturn: 0.1 + 1e-10, benchmarkReturn: 0.1, effects: [1e-10, 0] },
    ]);
    expect(linked?.effects[0]).toBeCloseTo(0.022, 8);
    expect(linkEffects([{ portfolioReturn: -1, benchmarkReturn: 0, effects: [-1] }])).toBeNull();
  });
});

const groups = new Map([
  [1, { return: 0.04, fee: 0.015 }],
  [2, { return: -0.01, fee: 0.005 }],
]);
const target = new Map([
  [1, 0.6],
  [2, 0.4],
]);
const fund = (groupId: number | null, weight: number, gained: number | null, fee: number | null = 0.01) => ({
  groupId,
  weight,
  return: gained,
  fee,
});
const period = (change: Partial<AttributedPeriod> = {}): AttributedPeriod => ({
  from: '2026-01-31',
  to: '2026-02-28',
  years: 1 / 12,
  portfolioReturn: 0.02,
  contractFee: 0,
  paidEarly: 0,
  funds: [fund(1, 0.7, 0.05), fund(2, 0.3, -0.02)],
  groups,
  target,
  ...change,
});
const known = (periods: readonly AttributedPeriod[]) => {
  const result = attributeContract(periods);
  if ('reason' in result) throw new Error(`Unknown: ${result.reason}`);
  return result;
};

describe('a contract against its target', () => {
  it('is explained by allocation, selection before and costs of funds, one period by hand', () => {
    const result = known([period({ portfolioReturn: 0.028, contractFee: 0.0005 })]);
    const b = 0.6 * 0.04 - 0.4 * 0.01;
    expect(result.targetReturn).toBeCloseTo(b, 12);
    expect(result.allocation).toBeCloseTo(0.1 * (0.04 - b) - 0.1 * (-0.01 - b), 12);
    // Half a point cheaper in the first group, half a point dearer in the second, for a month.
    expect(result.fundCosts).toBeCloseTo((0.7 * 0.005 - 0.3 * 0.005) / 12, 12);
    expect(result.selection + result.fundCosts).toBeCloseTo(0.7 * 0.01 + 0.3 * -0.01, 12);
    // The funds came to 2.9 %, the contract to 2.8 %: of that its fee explains half.
    expect(result.contractCosts).toBeCloseTo(-0.0005, 12);
    expect(result.other).toBeCloseTo(-0.0005, 12);
  });

  it('takes no costs for granted that its valuations do not show', () => {
    expect(known([period({ portfolioReturn: 0.029, contractFee: 0.0005 })]).contractCosts).toBeCloseTo(0, 12);
    expect(known([period({ portfolioReturn: 0.03, contractFee: 0.0005 })]).other).toBeCloseTo(0.001, 12);
  });

  it('counts costs by what is left of the whole time, not of the months that happen to lack something', () => {
    // The funds came to 2.9 % in each month; what one month lacks the next one has too much.
    const [lacking, more] = [0.0282, 0.0298].map((portfolioReturn) =>
      period({ portfolioReturn, contractFee: 0.0005 }),
    );
    const even = known([lacking!, more!]);
    expect(even.contractCosts).toBeCloseTo(0, 5);
    expect(even.other).toBeCloseTo(0, 5);
    // Where the months together lack less than the costs, all of it are costs, and nothing is left.
    const behind = known([lacking!, period({ portfolioReturn: 0.0292, contractFee: 0.0005 })]);
    expect(behind.contractCosts).toBeCloseTo(-0.0006, 4);
    expect(behind.contractCosts).toBeLessThan(-0.0005);
    expect(behind.other).toBeCloseTo(0, 12);
  });

  it('takes for no costs what payments explain that came at the end of a month instead of its beginning', () => {
    // A tenth of the money came at the end of a month in which the funds came to 2.9 %.
    const late = { paidEarly: 0.1, contractFee: 0.0005 };
    const waiting = known([period({ ...late, portfolioReturn: 0.029 * 0.9 })]);
    expect(waiting.contractCosts).toBeCloseTo(0, 12);
    expect(waiting.other).toBeCloseTo(-0.0029, 12);
    // What is lacking beyond that are costs.
    const costly = known([period({ ...late, portfolioReturn: 0.029 * 0.9 - 0.0003 })]);
    expect(costly.contractCosts).toBeCloseTo(-0.0003, 12);
    // Where the funds lost, money that came late lost less: what is lacking all the same are costs.
    const fallen = { ...late, funds: [fund(1, 1, -0.02)], portfolioReturn: -0.0204 };
    expect(known([period(fallen)]).contractCosts).toBeCloseTo(-0.0004, 12);
    // Over the whole time: money of unknown days in a month that rose and in one that fell explains nothing.
    const even = known([
      period({ ...late, funds: [fund(1, 1, 0.02)], portfolioReturn: 0.0195 }),
      period({ ...late, funds: [fund(1, 1, -0.02)], portfolioReturn: -0.0205 }),
    ]);
    expect(even.contractCosts).toBeCloseTo(-0.001, 4);
  });

  it('leaves costs that nobody knows to the rest instead of counting them as nothing', () => {
    const [costly, unknown] = [0.0005, null].map((contractFee) =>
      known([period({ portfolioReturn: 0.028 }), period({ portfolioReturn: 0.028, contractFee })]),
    );
    expect(costly?.contractCosts).toBeLessThan(0);
    expect(unknown?.contractCosts).toBeNull();
    expect(unknown?.other).toBeCloseTo((costly?.other ?? 0) + (costly?.contractCosts ?? 0), 12);
  });

  it('counts money beside the funds as an allocation without return', () => {
    const result = known([period({ funds: [fund(1, 0.5, 0.04)], portfolioReturn: 0.02 })]);
    const beside = result.groups.find(({ groupId }) => groupId === null);
    expect(beside?.weight).toBeCloseTo(0.5, 12);
    expect(beside?.allocation).toBeCloseTo(0.5 * (0 - 0.02), 12);
  });

  it('says what is not known instead of guessing', () => {
    const reasonOf = (change: Partial<AttributedPeriod>) => {
      const result = attributeContract([
        period(),
        period({ from: '2026-02-28', to: '2026-03-31', ...change }),
      ]);
      return 'reason' in result ? [result.reason, result.from] : null;
    };
    expect(reasonOf({ funds: null })).toEqual(['holdings', '2026-02-28']);
    expect(reasonOf({ funds: [fund(1, 0.9, 0.05), fund(2, 0.1, null)] })).toEqual(['prices', '2026-02-28']);
    expect(reasonOf({ funds: [fund(1, 0.9, 0.05), fund(null, 0.1, 0.01)] })).toEqual([
      'prices',
      '2026-02-28',
    ]);
    expect(reasonOf({ groups: new Map([[1, { return: 0.04, fee: null }]]) })?.[0]).toBe('prices');
    expect(reasonOf({ target: new Map([[3, 1]]) })).toEqual(['groupPrices', '2026-02-28']);
    expect(reasonOf({ portfolioReturn: -1 })?.[0]).toBe('lost');
    // A twentieth of the value without prices still lets the rest speak.
    expect(reasonOf({ funds: [fund(1, 0.95, 0.05), fund(2, 0.05, null)] })).toBeNull();
  });

  it('has effects that add up to the difference, whatever the periods', () => {
    const gained = fc.double({ min: -0.3, max: 0.4, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const anyPeriod = fc
      .record({
        r: gained,
        one: gained,
        two: gained,
        g1: gained,
        g2: gained,
        w: share,
        cash: share,
        W: share,
        fee: share,
      })
      .map(({ r, one, two, g1, g2, w, cash, W, fee }) =>
        period({
          portfolioReturn: r,
          contractFee: fee / 100,
          funds: [fund(1, w * (1 - cash), one, fee / 50), fund(2, (1 - w) * (1 - cash), two, null)],
          groups: new Map([
            [1, { return: g1, fee: 0.01 }],
            [2, { return: g2, fee: null }],
          ]),
          target: new Map([
            [1, W],
            [2, 1 - W],
          ]),
        }),
      );
    fc.assert(
      fc.property(fc.array(anyPeriod, { minLength: 1, maxLength: 24 }), (periods) => {
        const result = known(periods);
        const compounded = (values: readonly number[]) =>
          values.reduce((growth, value) => growth * (1 + value), 1) - 1;
        const portfolio = compounded(periods.map(({ portfolioReturn }) => portfolioReturn));
        const benchmark = compounded(periods.map((one) => targetReturnOf(one) ?? 0));
        expect(result.portfolioReturn).toBeCloseTo(portfolio, 9);
        expect(result.targetReturn).toBeCloseTo(benchmark, 9);
        const { allocation, selection, fundCosts, contractCosts, other } = result;
        const scale = Math.max(1, Math.abs(portfolio), Math.abs(benchmark));
        expect(
          Math.abs(
            allocation +
              selection +
              fundCosts +
              (contractCosts ?? Number.NaN) +
              other -
              (portfolio - benchmark),
          ) / scale,
        ).toBeLessThan(1e-7);
        expect(result.contractCosts).toBeLessThanOrEqual(0);
      }),
    );
  });
});
