import { describe, expect, it } from 'vitest';
import { projectValue } from '../projection/project-value.ts';
import { costsOverYears, heldProjection, monthsBetween } from './held-projection.ts';
import type { HeldRisk } from './held-risk.ts';

const risk: HeldRisk = { value: 10_000, volatility: 0.1, expectedReturn: 0.05, unknownShare: 0, parts: [] };
const contract = {
  today: '2026-11-23',
  targetDate: '2036-11-23',
  monthlyContribution: 100,
  contributionGrowth: 0.02,
  ongoingCost: 0.01,
  entryCost: 0.03,
};

describe('projection of what is held', () => {
  it('hands everything on as it is', () => {
    expect(heldProjection(risk, contract)).toEqual({
      obstacle: null,
      input: {
        startValue: 10_000,
        monthlyContribution: 100,
        contributionGrowth: 0.02,
        months: 120,
        expectedReturn: 0.05,
        volatility: 0.1,
        ongoingCost: 0.01,
        entryCost: 0.03,
        percentiles: [0.05, 0.25, 0.5, 0.75, 0.95],
        paths: 0,
        seed: 1,
      },
    });
  });

  it('hands a fixed fee on in euros; as a part of the value only where stages are followed without contributions', () => {
    expect(heldProjection(risk, { ...contract, monthlyFee: 2.5 })).toMatchObject({
      input: { ongoingCost: 0.01, monthlyFee: 2.5 },
    });
    const stages = [{ from: '2029-01-01', expectedReturn: 0.03, volatility: 0.05 }];
    expect(heldProjection(risk, { ...contract, monthlyFee: 2.5, stages })).toMatchObject({
      input: { ongoingCost: 0.01, monthlyFee: 2.5 },
    });
    const resting = heldProjection(risk, { ...contract, monthlyContribution: 0, monthlyFee: 2.5, stages });
    expect(resting).toMatchObject({ input: { ongoingCost: 0.01 + 30 / 10_000 } });
    expect(resting.obstacle === null && 'monthlyFee' in resting.input).toBe(false);
  });

  it('takes over what is aimed at on days to come, by whole months from today', () => {
    const stages = [
      { from: '2029-01-01', expectedReturn: 0.03, volatility: 0.05 },
      { from: '2032-11-30', expectedReturn: 0.02, volatility: 0.01 },
    ];
    expect(heldProjection(risk, { ...contract, stages })).toMatchObject({
      input: {
        stages: [
          {
            afterMonth: monthsBetween(contract.today, '2029-01-01'),
            expectedReturn: 0.03,
            volatility: 0.05,
          },
          {
            afterMonth: monthsBetween(contract.today, '2032-11-30'),
            expectedReturn: 0.02,
            volatility: 0.01,
          },
        ],
      },
    });
  });

  it.each([
    ['noTarget', risk, { targetDate: null }],
    ['targetNear', risk, { targetDate: '2026-12-22' }],
    ['targetNear', risk, { targetDate: '2026-11-24' }],
    ['targetPassed', risk, { targetDate: '2026-11-23' }],
    ['targetPassed', risk, { targetDate: '2020-01-01' }],
    ['nothingHeld', { ...risk, value: 0 }, {}],
    ['unknownRisk', { ...risk, volatility: null }, {}],
    ['unknownReturn', { ...risk, expectedReturn: null }, {}],
  ] as const)('says %s instead of assuming something', (obstacle, known, rest) => {
    expect(heldProjection(known, { ...contract, ...rest })).toEqual({ obstacle });
  });

  it('counts whole months and ends after sixty years', () => {
    expect(monthsBetween('2026-11-23', '2026-12-23')).toBe(1);
    expect(monthsBetween('2026-11-23', '2027-11-22')).toBe(11);
    expect(monthsBetween('2026-11-23', '2026-10-01')).toBe(-2);
    // A month that has no such day ends with its last one.
    expect(monthsBetween('2027-01-31', '2027-02-28')).toBe(1);
    expect(monthsBetween('2027-01-31', '2027-02-27')).toBe(0);
    expect(monthsBetween('2028-01-30', '2028-02-28')).toBe(0);
    expect(monthsBetween('2028-01-30', '2028-02-29')).toBe(1);
    expect(monthsBetween('2027-03-31', '2027-06-30')).toBe(3);
    expect(monthsBetween('2027-02-28', '2027-03-30')).toBe(1);
    expect(heldProjection(risk, { ...contract, targetDate: '2126-11-23' })).toMatchObject({
      input: { months: 720 },
    });
  });
});

describe('costs over the years', () => {
  it('are the rate on the mean of both ends, a part of a year its part, and the entry costs beside', () => {
    const points = [
      { month: 0, mean: 1000, paidIn: 1000 },
      { month: 12, mean: 2200, paidIn: 2000 },
      { month: 18, mean: 2800, paidIn: 2500 },
    ];
    expect(costsOverYears(points, { ongoingCost: 0.01, entryCost: 0.04 })).toEqual([
      { month: 12, ongoing: 16, entry: 40, sum: 56 },
      { month: 18, ongoing: 12.5, entry: 20, sum: 88.5 },
    ]);
    expect(costsOverYears(points, { ongoingCost: 0.01, entryCost: 0, monthlyFee: 2.5 })).toEqual([
      { month: 12, ongoing: 46, entry: 0, sum: 46 },
      { month: 18, ongoing: 27.5, entry: 0, sum: 73.5 },
    ]);
    const emptied = [
      { month: 0, mean: 20, paidIn: 20, emptyShare: 0 },
      { month: 12, mean: 0, paidIn: 20, emptyShare: 1 },
      { month: 24, mean: 0, paidIn: 20, emptyShare: 1 },
    ];
    expect(
      costsOverYears(emptied, { ongoingCost: 0, entryCost: 0, monthlyFee: 2.5 }).map(({ sum }) => sum),
    ).toEqual([15, 15]);
    expect(costsOverYears([], { ongoingCost: 0.01, entryCost: 0 })).toEqual([]);
  });

  it('come close to what is taken month by month', () => {
    const ongoingCost = 0.015;
    const { points } = projectValue({
      startValue: 50_000,
      monthlyContribution: 200,
      contributionGrowth: 0,
      months: 240,
      expectedReturn: 0.05,
      volatility: 0.12,
      ongoingCost,
      entryCost: 0,
      percentiles: [0.5],
      paths: 0,
      seed: 1,
    });
    // A twelfth of the rate on the expected value at the middle of every month, grown by hand.
    let [value, sum] = [50_000, 0];
    for (let month = 0; month < 240; month++) {
      const next = value * (1 + 0.05 - ongoingCost) ** (1 / 12);
      sum += (ongoingCost / 12) * ((value + next) / 2);
      value = next + 200;
    }
    const last = costsOverYears(points, { ongoingCost, entryCost: 0 }).at(-1);
    expect(Math.abs((last?.sum ?? 0) / sum - 1)).toBeLessThan(0.002);
  });
});
