import { describe, expect, it } from 'vitest';
import { checkCorners } from './check-corners.ts';
import type { Corner } from './corner.ts';
import { prepareProblem } from './problem.ts';

const problem = prepareProblem({
  expectedReturns: [-0.05, 0.04],
  covariance: [
    [0.01, 0],
    [0, 0.04],
  ],
  lowerBounds: [-20, -20],
  upperBounds: [21, 21],
  groups: [
    { weights: [0, 10], lower: 2, upper: 5 },
    { weights: [1, 0], lower: -20, upper: 21 },
  ],
});

const none = { budget: 0, rows: [0, 0] };

/** A corner with weight w of the second asset and made-up moments. */
const corner = (w: number, expectedReturn: number, variance: number, first = 1 - w): Corner => ({
  lambda: 0,
  weights: Float64Array.of(first, w),
  expectedReturn,
  variance,
  isRiskless: false,
  line: { from: none, to: none },
});
const check = (...corners: Corner[]) => checkCorners(problem, corners);
const isRefused = (...corners: Corner[]) => {
  try {
    check(...corners);
    return false;
  } catch (error) {
    expect(error).toMatchObject({
      code: 'NOT_CONVERGED',
      message: 'the frontier failed its own check of rows and monotony',
    });
    return true;
  }
};

describe('the self-check of a frontier', () => {
  it('accepts corners that grow, also without any growth', () => {
    expect(isRefused(corner(0.3, 0.01, 0.01), corner(0.3, 0.01, 0.01), corner(0.4, 0.02, 0.03))).toBe(false);
  });

  it('refuses a sum beside 1, on either side and as NaN', () => {
    expect(isRefused(corner(0.3, 0.01, 0.01, 0.7 + 2e-8))).toBe(true);
    expect(isRefused(corner(0.3, 0.01, 0.01, 0.7 - 2e-8))).toBe(true);
    expect(isRefused(corner(0.3, 0.01, 0.01, Number.NaN))).toBe(true);
    expect(isRefused(corner(0.3, 0.01, 0.01, 0.7 + 5e-9))).toBe(false);
  });

  it('refuses a group row outside its limits, measured by the size of its terms', () => {
    // The row is ten times the weight: limits 0.2 and 0.5 with a slack of 1e-8 times the largest term of at least 1.
    expect(isRefused(corner(0.2, 0.01, 0.01))).toBe(false);
    expect(isRefused(corner(0.5, 0.01, 0.01))).toBe(false);
    expect(isRefused(corner(0.2 - 1e-8, 0.01, 0.01))).toBe(true);
    expect(isRefused(corner(0.5 + 1e-8, 0.01, 0.01))).toBe(true);
    expect(isRefused(corner(0.2 - 1e-9, 0.01, 0.01))).toBe(false);
    expect(isRefused(corner(0.5 + 4e-9, 0.01, 0.01))).toBe(false);
  });

  it('measures the slack of a row by its terms, not by their sum', () => {
    // 1000 x - 1000 y in 0 ± 1e-5: at x = y = 0.5 the terms of 500 leave 5e-6.
    const wide = prepareProblem({
      expectedReturns: [0.01, 0.02],
      covariance: [
        [0.01, 0],
        [0, 0.04],
      ],
      lowerBounds: [0, 0],
      upperBounds: [1, 1],
      groups: [{ weights: [1000, -1000], lower: 0, upper: 0.1 }],
    });
    const at = (w: number) => () => checkCorners(wide, [corner(w, 0.01, 0.01)]);
    expect(at(0.5 + 1e-9)).not.toThrow();
    expect(at(0.5 + 4e-9)).toThrow('failed its own check');
    expect(at(0.49995 - 1e-9)).not.toThrow();
    expect(at(0.49995 - 4e-9)).toThrow('failed its own check');
  });

  it('refuses a return or a variance that falls by more than rounding', () => {
    expect(isRefused(corner(0.3, 0.02, 0.01), corner(0.3, 0.01, 0.02))).toBe(true);
    expect(isRefused(corner(0.3, 0.01, 0.02), corner(0.3, 0.02, 0.01))).toBe(true);
    // Largest return in size 0.05: 5e-11 is rounding; variances: 1e-8 of the corner before.
    expect(isRefused(corner(0.3, 0.02, 0.01), corner(0.3, 0.02 - 4e-11, 0.01))).toBe(false);
    expect(isRefused(corner(0.3, 0.02, 0.01), corner(0.3, 0.02 - 6e-11, 0.01))).toBe(true);
    expect(isRefused(corner(0.3, 0.02, 0.01), corner(0.3, 0.02, 0.01 - 0.9e-10))).toBe(false);
    expect(isRefused(corner(0.3, 0.02, 0.01), corner(0.3, 0.02, 0.01 - 1.1e-10))).toBe(true);
    // Beside a corner of variance 100 a riskless one may miss its zero by 1e-10.
    const last = corner(0.3, 0.03, 100);
    expect(isRefused(corner(0.3, 0.02, 9e-11), corner(0.3, 0.02, 0), last)).toBe(false);
    expect(isRefused(corner(0.3, 0.02, 1.1e-10), corner(0.3, 0.02, 0), last)).toBe(true);
  });

  it('compares every corner with the one before it', () => {
    expect(isRefused(corner(0.3, 0.01, 0.01), corner(0.3, 0.03, 0.03), corner(0.3, 0.02, 0.03))).toBe(true);
  });
});
