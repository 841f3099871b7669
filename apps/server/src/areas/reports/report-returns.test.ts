import { performanceOf } from '@depotwerk/engine/figures/contract-performance';
import { describe, expect, it } from 'vitest';
import { performanceByYear, valueNote } from './report/build-performance.ts';

describe('returns', () => {
  it('takes contributions out of the time-weighted return', () => {
    const figures = performanceOf([
      { date: '2024-01-01', value: 1000, paidIn: 1000 },
      { date: '2024-07-01', value: 2200, paidIn: 2000 },
      { date: '2025-01-01', value: 1980, paidIn: 2000 },
    ]);
    // 2200/2000 and 1980/2200: +10 % and -10 %.
    expect(figures?.timeWeighted).toBeCloseTo(1.1 * 0.9 - 1, 12);
    expect(figures?.gain).toBe(-20);
    expect(figures?.paid).toBe(1000);
    expect(figures?.drawdown).toBeCloseTo(-0.1, 12);
    expect(figures?.timeWeightedYearly).toBeCloseTo(0.99 ** (365 / 366) - 1, 12);
  });

  it('gives the money-weighted return a year that brings the flows to the end value', () => {
    const figures = performanceOf([
      { date: '2024-01-01', value: 1000, paidIn: 1000 },
      { date: '2025-01-01', value: 1100, paidIn: 1000 },
    ]);
    expect((1 + (figures?.moneyWeighted ?? 0)) ** (366 / 365)).toBeCloseTo(1.1, 9);
  });

  it('has none without two valuations, without value, or below a year for the yearly ones', () => {
    expect(performanceOf([])).toBeNull();
    expect(performanceOf([{ date: '2024-01-01', value: 5, paidIn: 5 }])).toBeNull();
    const short = performanceOf([
      { date: '2024-01-01', value: 0, paidIn: 0 },
      { date: '2024-02-01', value: 100, paidIn: 100 },
      { date: '2024-05-01', value: 105, paidIn: 100 },
    ]);
    expect(short?.from.date).toBe('2024-01-01');
    expect(short?.timeWeightedYearly).toBeNull();
    expect(short?.moneyWeighted).toBeNull();
  });

  it('counts withdrawals, up to the last that leaves nothing', () => {
    const valuations = [
      { date: '2022-12-31', value: 1000, paidIn: 1000 },
      { date: '2023-12-31', value: 550, paidIn: 500 },
      { date: '2024-12-31', value: 0, paidIn: -94 },
      { date: '2025-12-31', value: 0, paidIn: -94 },
    ];
    const figures = performanceOf(valuations);
    // 550/500 after 500 were taken out, then 594 for what had been 550, then nothing.
    expect(figures?.timeWeighted).toBeCloseTo(1.1 * 1.08 - 1, 12);
    expect(figures?.drawdown).toBe(0);
    expect([figures?.paid, figures?.gain]).toEqual([-1094, 94]);
    // 500 at once count from the earlier valuation on, the last 594 when they leave nothing: between 8 and 10 %, as both years earned.
    expect(1000 - 500).toBeCloseTo(594 / (1 + (figures?.moneyWeighted ?? 0)) ** (731 / 365), 6);
    expect(valueNote(valuations)).toBe('leer seit dem 31.12.2024');
    expect(valueNote(valuations.slice(0, 2))).toBe('zum 31.12.2023');
    expect(performanceByYear(valuations).map(([year]) => year)).toEqual(['2024', '2023']);
    // A value out of nothing has no return.
    expect(performanceOf([...valuations, { date: '2026-12-31', value: 9, paidIn: -94 }])).toBeNull();
  });

  it('years multiply to the whole', () => {
    const valuations = [
      { date: '2023-12-31', value: 100, paidIn: 100 },
      { date: '2024-12-31', value: 121, paidIn: 110 },
      { date: '2025-12-31', value: 118, paidIn: 120 },
    ];
    const product = performanceByYear(valuations).reduce((all, [, one]) => all * (1 + one.timeWeighted), 1);
    expect(product - 1).toBeCloseTo(performanceOf(valuations)?.timeWeighted ?? 0, 12);
  });

  it('years of a contract that was empty in between add up: value, payments and gain', () => {
    const valuations = [
      { date: '2024-12-31', value: 1000, paidIn: 800 },
      { date: '2025-06-30', value: 0, paidIn: -300 },
      { date: '2026-01-31', value: 510, paidIn: 200 },
      { date: '2026-12-31', value: 561, paidIn: 200 },
    ];
    const years = performanceByYear(valuations);
    expect(years.map(([year, { paid, gain }]) => [year, paid, gain])).toEqual([
      ['2026', 500, 61],
      ['2025', -1100, 100],
    ]);
    const whole = performanceOf(valuations);
    const product = years.reduce((all, [, one]) => all * (1 + one.timeWeighted), 1);
    expect(product - 1).toBeCloseTo(whole?.timeWeighted ?? 0, 12);
    // One valuation is enough for the year in which money came back.
    const early = performanceByYear(valuations.slice(0, 3));
    expect(early.map(([year, { paid, gain }]) => [year, paid, gain])).toEqual([
      ['2026', 500, 10],
      ['2025', -1100, 100],
    ]);
    expect(early[0]?.[1].timeWeighted).toBeCloseTo(510 / 500 - 1, 12);
  });

  it('a year in which money came back begins at nothing, so that its value, payments and gain add up', () => {
    const valuations = [
      { date: '2024-12-31', value: 1000, paidIn: 800 },
      { date: '2025-06-30', value: 0, paidIn: -300 },
      { date: '2026-01-31', value: 450, paidIn: 200 },
      { date: '2026-06-30', value: 560, paidIn: 300 },
      { date: '2026-12-31', value: 561, paidIn: 300 },
    ];
    const [refilled] = performanceByYear(valuations)[0]?.slice(1) ?? [];
    if (typeof refilled !== 'object') throw new Error('2026 has figures.');
    const { from, to, paid, gain, timeWeighted, drawdown } = refilled;
    expect([from.date, from.value, paid, gain, to.value]).toEqual(['2025-06-30', 0, 600, -39, 561]);
    // 500 were 450 at the first valuation: this fall belongs to the year as well.
    expect(timeWeighted).toBeCloseTo((450 / 500) * (560 / 550) * (561 / 560) - 1, 12);
    expect(drawdown).toBeCloseTo(-0.1, 12);
  });

  it('a history that begins empty begins there in its year and as a whole, where money came in', () => {
    const valuations = [
      { date: '2025-03-31', value: 0, paidIn: 0 },
      { date: '2025-04-30', value: 0, paidIn: 0 },
      { date: '2025-05-31', value: 1030, paidIn: 1000 },
      { date: '2025-12-31', value: 1133, paidIn: 1000 },
    ];
    const whole = performanceOf(valuations);
    expect(whole).toMatchObject({ from: { date: '2025-04-30', value: 0 }, paid: 1000, gain: 133 });
    expect(whole?.timeWeighted).toBeCloseTo(0.133, 12);
    expect(performanceByYear(valuations)).toEqual([['2025', whole]]);
    // The year after the empty valuation says the same of the same time.
    const later = valuations.with(1, { date: '2024-12-31', value: 0, paidIn: 0 }).slice(1);
    expect(performanceByYear(later)).toEqual([['2025', performanceOf(later)]]);
    // Nobody said that anything came in: what it was worth first is where it begins.
    const unsaid = performanceOf(valuations.map((each) => ({ ...each, paidIn: 0 })));
    expect(unsaid).toMatchObject({ from: { date: '2025-05-31' }, paid: 0, gain: 103 });
  });

  it('a year counts payments on their known days', () => {
    const valuations = [
      { date: '2024-12-31', value: 1000, paidIn: 1000 },
      { date: '2025-12-31', value: 2100, paidIn: 2000 },
    ];
    const payments = [{ date: '2025-12-31', amount: 1000 }];
    expect(performanceByYear(valuations, payments)[0]?.[1].moneyWeighted).toBeCloseTo(0.1, 9);
    expect(performanceByYear(valuations)[0]?.[1].moneyWeighted).toBeCloseTo(0.05, 9);
  });
});
