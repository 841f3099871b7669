import { expect, test } from 'vitest';
import {
  marketRiskMeasure,
  returnMoments,
  srriClass,
  valueAtRiskEquivalentVolatility,
} from './risk-indicator.ts';

test('SRRI classes at the published borders', () => {
  const volatilities = [
    0, 0.0049999, 0.005, 0.0199, 0.02, 0.0499, 0.05, 0.0999, 0.1, 0.1499, 0.15, 0.2499, 0.25, 0.9,
  ];
  expect(volatilities.map(srriClass)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
});

test('market risk classes at the published borders', () => {
  const vevs = [0, 0.004999, 0.005, 0.0499, 0.05, 0.1199, 0.12, 0.1999, 0.2, 0.2999, 0.3, 0.7999, 0.8, 1.5];
  expect(vevs.map(marketRiskMeasure)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
});

test('the VEV a fund company published is met within 6e-4', () => {
  const moments = {
    observations: 1238,
    standardDeviation: 0.00363937,
    skew: -1.74169645,
    excessKurtosis: 23.34691797,
  };
  expect(Math.abs((valueAtRiskEquivalentVolatility(moments, 3) ?? 0) - 0.05821582)).toBeLessThan(6e-4);
});

test('the VEV of returns without skew and kurtosis is their volatility a year, however many there are', () => {
  const flat = { standardDeviation: 0.01, skew: 0, excessKurtosis: 0 };
  // Two years of daily, four of weekly and three of monthly returns of 16 % a year.
  for (const [observations, periodsPerYear] of [
    [512, 256],
    [208, 52],
    [36, 12],
    [1280, 256],
  ] as const) {
    const moments = { ...flat, observations, standardDeviation: 0.16 / Math.sqrt(periodsPerYear) };
    for (const years of [1, 3, 5])
      expect(valueAtRiskEquivalentVolatility(moments, years, periodsPerYear)).toBeCloseTo(0.16, 3);
  }
  // Without the number of periods they count as five years.
  const five = { ...flat, observations: 1280 };
  expect(valueAtRiskEquivalentVolatility(five, 5)).toBe(valueAtRiskEquivalentVolatility(five, 5, 256));
});

test('where the series of Cornish and Fisher has no meaning there is no VEV, and no low class', () => {
  const wild = { observations: 60, standardDeviation: 0.05, skew: 3, excessKurtosis: 5 };
  expect(valueAtRiskEquivalentVolatility(wild, 0.01)).toBeNull();
  expect(valueAtRiskEquivalentVolatility({ ...wild, standardDeviation: 2, skew: 7 }, 0.01)).toBeNull();
  expect(valueAtRiskEquivalentVolatility(wild, 5)).toBeGreaterThan(0.1);
});

test('moments of a small series', () => {
  const moments = returnMoments([1, 2, 3, 4]);
  expect(moments.standardDeviation).toBeCloseTo(Math.sqrt(1.25), 12);
  expect(moments.skew).toBeCloseTo(0, 12);
  expect(moments.excessKurtosis).toBeCloseTo(-1.36, 12);
});
