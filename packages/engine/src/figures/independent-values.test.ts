import { describe, expect, it } from 'vitest';
import {
  dayNumber,
  isEmptyPeriod,
  modifiedDietz,
  moneyWeightedReturn,
  periodGrowth,
  periodicReturn,
} from './cash-flow-returns.ts';
import {
  earning,
  performanceOf,
  periodsBetween,
  sinceBeginning,
  type Valuation,
} from './contract-performance.ts';
import { drawdowns, equityCurve, largestDrawdown } from './drawdown.ts';
import { findRoot } from './find-root.ts';
import { performanceFigures, relativeFigures, sampleDeviation } from './performance-figures.ts';
import { performanceScenarios } from './performance-scenarios.ts';
import { revisedSrri, summaryRiskIndicator } from './risk-classes.ts';
import { ratioKey, realDeviation, riskRatio } from './risk-ratio.ts';
import { yearlyRate } from './yearly-rate.ts';

// What is not counted by hand in these examples was computed with NumPy 2.4 and SciPy 1.17, not with this engine.

const day = (date: string) => dayNumber(date) ?? Number.NaN;
const close = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expect.closeTo(value, 12)]));

describe('figures of a series', () => {
  const returns = [0.03, -0.02, 0.015, -0.045, 0.06, 0.01, -0.005, 0.025];
  const riskFree = [0.001, 0.002, 0.001, 0.0015, 0.001, 0.002, 0.0005, 0.001];
  const target = [0.005, 0.004, 0, 0.01, 0.005, 0.002, 0.001, 0.003];
  const benchmark = [0.02, -0.01, 0.02, -0.03, 0.04, 0, 0.005, 0.015];

  it('with rates that change, all of them (Bacon 2008; Sharpe 1994; Morningstar)', () => {
    expect(performanceFigures(returns, riskFree, target, 4)).toEqual({
      observations: 8,
      ...close({
        meanReturn: 0.00875,
        standardDeviation: 0.0322656385117578,
        cumulativeReturn: 0.06833362921450448,
        annualReturn: 0.03360225871197886,
        volatility: 0.0645312770235156,
        sharpePerPeriod: 0.23091371904436664,
        sharpe: 0.4618274380887333,
        sortinoPerPeriod: 0.23450027011515417,
        sortino: 0.46900054023030835,
        excessOverDownsidePerPeriod: 0.3517504051727313,
        downsideDeviation: 0.021321937060220397,
        downsidePotential: 0.010625,
        upsideRisk: 0.02351329411205499,
        upsidePotential: 0.015625,
        maxDrawdown: 0.05006150000000009,
        calmar: 0.6712195741633551,
        mrar0: 0.028450870045003684,
        mrar2: 0.024686796478779804,
        mrarRisk: 0.00376407356622388,
      }),
    });
  });

  it('against a benchmark', () => {
    expect(relativeFigures(returns, benchmark, riskFree, 4)).toEqual(
      close({
        trackingErrorPerPeriod: 0.01274754878398196,
        trackingError: 0.02549509756796392,
        informationRatioPerPeriod: 0.09805806756909198,
        informationRatio: 0.19611613513818396,
        mSquaredPerPeriod: 0.006219892199375495,
        mSquared: 0.023956348524038076,
        benchmarkSharpePerPeriod: 0.28842253213453384,
        benchmarkSharpe: 0.5768450642690677,
      }),
    );
    // One that does not move has no ratio, and a portfolio without risk none at its risk.
    expect(relativeFigures([0.01, 0.02], [0.01, 0.01], [0, 0], 4).benchmarkSharpe).toBeNull();
    expect(relativeFigures([0.01, 0.01], [0.01, 0.02], [0, 0], 4).mSquaredPerPeriod).toBeNull();
  });

  it('of one return has no deviation', () => {
    expect([sampleDeviation([0.1]), sampleDeviation([])]).toEqual([0, 0]);
    expect(sampleDeviation([0.1, 0.3])).toBeCloseTo(Math.sqrt(0.02), 14);
  });
});

describe('falls', () => {
  it('are measured from the highest value so far', () => {
    expect(equityCurve([0.5, -0.2])).toEqual([1, 1.5, expect.closeTo(1.2, 14)]);
    expect(drawdowns([100, 80, 120, 90, 60, 130])).toEqual([
      0,
      expect.closeTo(0.2, 14),
      0,
      expect.closeTo(0.25, 14),
      0.5,
      0,
    ]);
    expect(largestDrawdown([100, 80, 120, 90, 60, 130])).toBe(0.5);
    // Nothing falls from nothing.
    expect(drawdowns([0, -1, 2, 1])).toEqual([0, 0, 0, 0.5]);
    expect(largestDrawdown([])).toBe(0);
  });
});

describe('ratios', () => {
  it('need more risk than rounding leaves', () => {
    expect([riskRatio(0.5, 0.25), riskRatio(-0.5, 0.25)]).toEqual([2, -2]);
    expect([riskRatio(0.02, 0), riskRatio(0, 1e-14), riskRatio(100, 5e-11)]).toEqual([null, null, null]);
    expect([riskRatio(0, 2e-14), riskRatio(-100, 5e-11)]).toEqual([0, null]);
    expect(riskRatio(1, 2e-12)).toBeCloseTo(5e11, 0);
    expect([realDeviation(1e-14), realDeviation(2e-14), realDeviation(0.1)]).toEqual([0, 2e-14, 0.1]);
  });

  it('are ordered by what they reward', () => {
    // A negative one by its reward, without risk above all, neither at nothing.
    expect([ratioKey(0.5, 0.02), ratioKey(-0.5, -0.02), ratioKey(null, -0.03), ratioKey(null, 0)]).toEqual([
      0.5, -0.02, -0.03, 0,
    ]);
    expect(ratioKey(0, 0.02)).toBe(0);
    expect(ratioKey(null, 1e-14)).toBe(0);
    expect(ratioKey(null, 0.02)).toBeGreaterThan(ratioKey(null, 0.01));
    expect(ratioKey(null, 0.01)).toBe(1.01e12);
  });
});

describe('PRIIPs', () => {
  it('scenarios of category 2 (Delegated Regulation (EU) 2017/653, annex IV)', () => {
    const moments = { observations: 260, standardDeviation: 0.012, skew: -0.4, excessKurtosis: 1.5 };
    expect(performanceScenarios(moments, 0.0004, 5)).toEqual(
      close({
        unfavourable: 0.849733411367784,
        moderate: 1.0898935162988663,
        favourable: 1.3942622361151382,
      }),
    );
    expect(performanceScenarios(moments, 0.0004, 3, 52)).toEqual(
      close({
        unfavourable: 0.8684050797165157,
        moderate: 1.0533420350289269,
        favourable: 1.2743111925403883,
      }),
    );
  });

  it('summary risk indicator, every market and credit risk (annex II, part 3)', () => {
    const rows = ([1, 2, 3, 4, 5, 6] as const).map((credit) =>
      [1, 2, 3, 4, 5, 6, 7].map((market) => summaryRiskIndicator(market, credit)).join(''),
    );
    expect(rows).toEqual(['1234567', '1234567', '3334567', '5555567', '5555567', '6666667']);
    expect(summaryRiskIndicator(4)).toBe(4);
  });

  it('published class: the majority of four months, of equals the latest', () => {
    // Buckets of CESR/10-673: 10 to 15 % are class 5, 15 to 25 % class 6, 5 to 10 % class 4.
    expect(revisedSrri(4, [0.16, 0.12, 0.12])).toBe(5);
    expect(revisedSrri(4, [0.12, 0.16, 0.12, 0.16])).toBe(6);
    expect(revisedSrri(4, [0.16, 0.12, 0.16, 0.12])).toBe(5);
    expect(revisedSrri(4, [0.16, 0.16, 0.12])).toBe(6);
    expect(revisedSrri(4, [0.16, 0.16, 0.07])).toBe(4);
  });
});

describe('rates of cash flows', () => {
  it('count days over leap years', () => {
    const flows = [
      { day: day('2020-02-29'), amount: -1000 },
      { day: day('2020-08-31'), amount: -500 },
      { day: day('2021-03-01'), amount: 300 },
      { day: day('2023-12-31'), amount: 1500 },
    ];
    expect(moneyWeightedReturn(flows)).toBeCloseTo(0.0592777157864017, 12);
    expect(yearlyRate(flows)).toBeCloseTo(0.0592777157864017, 12);
  });

  it('has an example everybody can repeat: that of the spreadsheet function XIRR', () => {
    const flows = (
      [
        ['2008-01-01', -10_000],
        ['2008-03-01', 2750],
        ['2008-10-30', 4250],
        ['2009-02-15', 3250],
        ['2009-04-01', 2750],
      ] as const
    ).map(([date, amount]) => ({ day: day(date), amount }));
    expect(moneyWeightedReturn(flows)).toBeCloseTo(0.373362535, 8);
  });

  it('of two rates is the one nearer to 0, on both sides of it', () => {
    expect(periodicReturn([-100, 230, -132])).toBeCloseTo(0.1, 8);
    // (x - 0.9)(x - 1.3): -10 % and 30 %.
    expect(periodicReturn([-100, 220, -117])).toBeCloseTo(-0.1, 8);
    // (x - 0.7)(x - 1.1).
    expect(periodicReturn([-100, 180, -77])).toBeCloseTo(0.1, 8);
  });

  it('are told from 52 weeks on, and not where there is none', () => {
    const over = (days: number) => [
      { day: 0, amount: -100 },
      { day: days, amount: 110 },
    ];
    expect(yearlyRate(over(363))).toBeNull();
    expect(yearlyRate(over(364))).toBeCloseTo(1.1 ** (365 / 364) - 1, 12);
    expect(yearlyRate(over(364).toReversed())).toBeCloseTo(1.1 ** (365 / 364) - 1, 12);
    expect(yearlyRate([])).toBeNull();
    expect(
      yearlyRate([
        { day: 0, amount: 1 },
        { day: 400, amount: 1 },
      ]),
    ).toBeNull();
  });

  it('of Dietz, each flow for the days it was there', () => {
    const flows = [
      { day: 10, amount: 100 },
      { day: 25, amount: -40 },
    ];
    // (1200 - 1000 - 60) / (1000 + 100 * 21/31 - 40 * 6/31)
    expect(modifiedDietz(1000, 1200, flows, 31)).toBeCloseTo(0.1320754716981132, 12);
    expect(modifiedDietz(0, 60, [{ day: 15, amount: 50 }], 30)).toBeCloseTo(10 / 25, 12);
  });

  it('grow with what was there, not with what was not', () => {
    expect(periodGrowth({ start: 100, flow: 50, end: 165 })).toBeCloseTo(1.1, 14);
    expect(periodGrowth({ start: 100, flow: -100, end: 0 })).toBe(1);
    expect(periodGrowth({ start: 100, flow: -100.000_000_01, end: 0 })).toBe(1);
    expect(periodGrowth({ start: 100, flow: -150, end: 0 })).toBeNull();
    expect(periodGrowth({ start: 100, flow: 0, end: 0 })).toBe(0);
    expect(periodGrowth({ start: Number.POSITIVE_INFINITY, flow: 0, end: 1 })).toBeNull();
    expect(isEmptyPeriod({ start: 0, flow: 0, end: 0 })).toBe(true);
    expect(isEmptyPeriod({ start: 100, flow: -100, end: 1 })).toBe(false);
  });
});

describe('roots', () => {
  it('are found however a function bends', () => {
    const functions: readonly (readonly [(x: number) => number, number, number, number])[] = [
      [(x) => Math.cos(x) - x, 0, 1, 0.7390851332151607],
      [(x) => x ** 3 - 2 * x - 5, 2, 3, 2.0945514815423265],
      [(x) => Math.exp(x) - 1e6, 0, 100, Math.log(1e6)],
      [(x) => 1e6 - Math.exp(x), 0, 100, Math.log(1e6)],
      [(x) => (x - 1) ** 9, 0, 3, 1],
      [(x) => Math.atan(50 * (x - 0.3)), -10, 20, 0.3],
      [(x) => 1 / (x - 0.5) - 4, 0.6, 5, 0.75],
    ];
    for (const [f, from, to, root] of functions) {
      let looks = 0;
      const counted = (x: number) => {
        looks += 1;
        return f(x);
      };
      expect(Math.abs(findRoot(counted, from, to) - root)).toBeLessThan(1e-3 * 0.02);
      // Bisection alone would need about 53 of a smooth one.
      expect(f(1) === 0 || looks < 30).toBe(true);
    }
    for (const [f, from, to, root] of functions.slice(0, 4))
      expect(Math.abs(findRoot(f, from, to) - root)).toBeLessThan(1e-13);
  });
});

describe('figures of a contract', () => {
  const of = (...lines: readonly [string, number, number][]): Valuation[] =>
    lines.map(([date, value, paidIn]) => ({ date, value, paidIn }));

  it('between its first and its last value', () => {
    // 1,000 grow by 10 %, 500 come in, 1,600 fall by 25 % to 1,200; two years.
    const found = performanceOf(
      of(['2023-01-01', 1000, 1000], ['2024-01-01', 1100, 1000], ['2025-01-01', 1200, 1500]),
    );
    expect(found).toMatchObject({
      paid: 500,
      gain: -300,
      timeWeighted: expect.closeTo(1.1 * 0.75 - 1, 12),
      timeWeightedYearly: expect.closeTo(0.825 ** (365 / 731) - 1, 12),
      drawdown: expect.closeTo(-0.25, 12),
    });
    // 1,000 (1 + x)^(731/365) + 500 (1 + x)^(366/365) = 1,200.
    const x = found?.moneyWeighted ?? Number.NaN;
    expect(1000 * (1 + x) ** (731 / 365) + 500 * (1 + x) ** (366 / 365)).toBeCloseTo(1200, 8);
  });

  it('is told nothing of a single value, of none, and of money from nowhere', () => {
    expect(performanceOf(of(['2023-01-01', 1000, 1000]))).toBeNull();
    expect(performanceOf([])).toBeNull();
    expect(performanceOf(of(['2023-01-01', 0, 0], ['2024-01-01', 0, 0]))).toBeNull();
    expect(
      performanceOf(of(['2023-01-01', 100, 0], ['2023-06-01', 0, -100], ['2024-01-01', 50, -100])),
    ).toBeNull();
    expect(
      performanceOf(of(['2023-01-01', 100, 100], ['2023-12-31', 110, 100]))?.timeWeightedYearly,
    ).toBeCloseTo(1.1 ** (365 / 364) - 1, 12);
    expect(
      performanceOf(of(['2023-01-01', 100, 100], ['2023-12-30', 110, 100]))?.timeWeightedYearly,
    ).toBeNull();
  });

  it('begins with the empty day before its first value where money came in between', () => {
    const before = of(
      ['2023-01-01', 0, 0],
      ['2023-02-01', 0, 0],
      ['2023-03-01', 105, 100],
      ['2024-03-01', 110, 100],
    );
    expect(sinceBeginning(before).map(({ date }) => date)).toEqual([
      '2023-02-01',
      '2023-03-01',
      '2024-03-01',
    ]);
    expect(sinceBeginning(before.map((one) => ({ ...one, paidIn: 0 }))).map(({ date }) => date)).toEqual([
      '2023-03-01',
      '2024-03-01',
    ]);
    expect(sinceBeginning(of(['2023-01-01', 0, 0]))).toEqual([]);
    expect(performanceOf(before)?.timeWeighted).toBeCloseTo(0.1, 12);
  });

  it('has periods of what was there, what came and what became of it', () => {
    expect(periodsBetween(of(['2023-01-01', 100, 100], ['2024-01-01', 160, 150]))).toEqual([
      { start: 100, flow: 50, end: 160, date: '2023-01-01' },
    ]);
    expect(earning({ start: 100, flow: -120, end: 0 })).toEqual({ start: 100, flow: 0, end: 120 });
    expect(earning({ start: 100, flow: -20, end: 90 })).toEqual({ start: 100, flow: -20, end: 90 });
    expect(earning({ start: 100, flow: 0, end: 0 })).toEqual({ start: 100, flow: 0, end: 0 });
  });
});
