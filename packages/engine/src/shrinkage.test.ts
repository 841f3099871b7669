import { expect, test } from 'vitest';
import { shrunkCovariance } from './shrinkage.ts';

test("the authors' published example", () => {
  const series = [
    [1, 2, -1, -2],
    [2, 4, 6, 2],
    [3, 5, 9, 17],
  ];
  const expected = [
    [2.5, -0.7147951569608585, -3.8283673413445896],
    [-0.7147951569608585, 2.75, -2.6768525072041105],
    [-3.8283673413445896, -2.6768525072041105, 28.75],
  ];
  const covariance = shrunkCovariance(series, 1);
  for (const [i, row] of expected.entries())
    for (const [j, value] of row.entries()) expect(covariance[i]?.[j]).toBeCloseTo(value, 9);
});

test('annualising multiplies, and the diagonal is the plain variance', () => {
  const series = [
    [0.01, -0.02, 0.03, 0.01],
    [0.02, 0.01, -0.01, 0.005],
  ];
  const once = shrunkCovariance(series, 1);
  const yearly = shrunkCovariance(series, 52);
  expect(yearly[0]?.[1]).toBeCloseTo(52 * (once[0]?.[1] ?? Number.NaN), 12);
  expect(once[0]?.[0]).toBeCloseTo(0.00031875, 10);
});
