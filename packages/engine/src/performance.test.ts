import { expect, test } from 'vitest';
import {
  annualRatio,
  annualReturn,
  excessReturns,
  maximumDrawdown,
  riskAdjustedReturn,
  sampleDeviation,
  sortinoRatio,
} from './performance.ts';

// Bacon (2008), monthly example
const portfolio = [
  0.003, 0.026, 0.011, -0.01, 0.015, 0.025, 0.016, 0.067, -0.014, 0.04, -0.005, 0.081, 0.04, -0.037, -0.061,
  0.017, -0.049, -0.022, 0.07, 0.058, -0.065, 0.024, -0.005, -0.009,
];

test('the published example: Sharpe, downside deviation and drawdown', () => {
  expect((annualRatio(portfolio) ?? 0) / Math.sqrt(12)).toBeCloseTo(0.22756845566238826, 9);
  const overMinimum = excessReturns(
    portfolio,
    portfolio.map(() => 0.005),
  );
  expect((sortinoRatio(overMinimum) ?? 0) / Math.sqrt(12)).toBeCloseTo((0.009 - 0.005) / 0.0255, 2);
  let level = 1;
  const levels = [1, ...portfolio.map((value) => (level *= 1 + value))];
  expect(maximumDrawdown(levels)).toBeCloseTo(-0.14467295573852484, 9);
});

test('a ratio without risk is unknown, not 0', () => {
  expect([annualRatio([0.01, 0.01, 0.01]), sortinoRatio([0.01, 0, 0.02])]).toEqual([null, null]);
});

test('a steady return is its own risk-adjusted return', () => {
  const steady = Array.from({ length: 36 }, () => 0.01);
  expect(
    riskAdjustedReturn(
      steady,
      steady.map(() => 0),
    ),
  ).toBeCloseTo(1.01 ** 12 - 1, 12);
  expect(annualReturn(steady)).toBeCloseTo(1.01 ** 12 - 1, 12);
  expect(sampleDeviation([1, 2, 3])).toBe(1);
});

test('of two series with one mean the calmer one has the higher risk-adjusted return', () => {
  const calm = [0.01, 0.02, 0.01, 0.02];
  const wild = [-0.05, 0.08, -0.05, 0.08];
  const zero = [0, 0, 0, 0];
  expect(riskAdjustedReturn(calm, zero)).toBeGreaterThan(riskAdjustedReturn(wild, zero));
});
