import { expect, it } from 'vitest';
import type { AllocationGroup, AllocationInput } from './allocation-input.ts';
import {
  columnFrontier,
  equityRow,
  pointsOfVolatility,
  startColumn,
  volatilityOfMeasure,
} from './column-problem.ts';

const group = (id: string, expectedReturn: number, equityQuota: number, upper = 1): AllocationGroup => ({
  id,
  expectedReturn,
  equityQuota,
  lower: 0,
  upper,
  isMoneyMarket: false,
});
// The second may not be held: the frontier is one of the others, in their places.
const groups = [group('shares', 0.08, 1), group('closed', 0.5, 0.5, 0), group('bonds', 0.02, 0)];

it('a value of a measure and the volatility it stands for lead to each other', () => {
  expect(volatilityOfMeasure('VOLATILITY', 12)).toBeCloseTo(0.12, 12);
  expect(volatilityOfMeasure('VALUE_AT_RISK', pointsOfVolatility('VALUE_AT_RISK', 0.12))).toBeCloseTo(
    0.12,
    12,
  );
  // The more certain a loss has to be borne, the larger: a volatility stands for more points of it.
  expect(pointsOfVolatility('VALUE_AT_RISK', 0.12)).toBeGreaterThan(pointsOfVolatility('VOLATILITY', 0.12));
});

it('an equity quota between two percentages is a row of fractions', () => {
  expect(equityRow(groups, 20, 60)).toMatchObject({ weights: [1, 0.5, 0], lower: 0.2, upper: 0.6 });
});

it('the frontier of a column leaves out what may not be held, keeps to rows, and leads back to all groups', () => {
  const input: AllocationInput = {
    classes: [],
    type: 'MAX_RETURN',
    units: 100,
    minPosition: 0,
    riskFreeRate: 0,
    groups,
    covariance: [
      [0.04, 0.01, 0],
      [0.01, 0.09, 0.01],
      [0, 0.01, 0.0025],
    ],
    rows: [{ weights: [1, 1, 0], lower: 0, upper: 0.7, name: 'at most seven tenths' }],
    measure: 'VOLATILITY',
  };
  const problem = startColumn(input, { id: 'c', target: 10, range: 2 });
  const most = (extra = columnFrontier(problem)) => {
    const points = extra.frontier.corners.map(({ weights }) => Array.from(extra.expand(weights)));
    return points.toSorted((a, b) => b[0]! - a[0]!)[0];
  };
  expect(most()).toEqual([0.7, 0, 0.3].map((weight) => expect.closeTo(weight, 9)));
  const narrower = columnFrontier(problem, [equityRow(groups, 0, 40)]);
  expect(most(narrower)).toEqual([0.4, 0, 0.6].map((weight) => expect.closeTo(weight, 9)));
  // The least risk of both without correlation: shares by 0.0025 of 0.0425.
  const least = narrower.frontier.corners
    .map(({ weights }) => narrower.expand(weights)[0]!)
    .toSorted((a, b) => a - b)[0];
  expect(least).toBeCloseTo(0.0025 / 0.0425, 9);
});
