import { describe, expect, it } from 'vitest';
import { type FrontierInput, prepareProblem } from './problem.ts';

const two: FrontierInput = {
  expectedReturns: [0.03, 0.09],
  covariance: [
    [0.01, 0.002],
    [0.002, 0.03],
  ],
  lowerBounds: [0, 0],
  upperBounds: [1, 1],
};
const row = { weights: [1, 0], lower: 0, upper: 1 };

describe('a frontier problem', () => {
  it('is scaled by mean variance and largest distance from the mean return', () => {
    const problem = prepareProblem({ ...two, groups: [row, { ...row, name: 'Aktien' }] });
    expect(Array.from(problem.returns)).toEqual([-1, 1]);
    expect(problem.covariance[0]).toBeCloseTo(0.5, 15);
    expect(problem.covariance[1]).toBeCloseTo(0.1, 15);
    expect(problem.covariance[3]).toBeCloseTo(1.5, 15);
    expect(problem.lambdaScale).toBeCloseTo(0.02 / 0.03, 14);
    expect(problem).toMatchObject({ isFlat: false, ridge: 0, groupCount: 2, rowNames: ['0', 'Aktien'] });
    expect(Array.from(problem.rows)).toEqual([1, 0, 1, 0]);
  });

  it('is flat only if the returns differ by no more than the rounding of their mean', () => {
    const isFlat = (...expectedReturns: number[]) => prepareProblem({ ...two, expectedReturns }).isFlat;
    expect(isFlat(0, 0)).toBe(true);
    expect(isFlat(0.1, 0.1)).toBe(true);
    expect(isFlat(1000, 1000 + 1e-10)).toBe(false);
    expect(isFlat(1e-5, 1e-5 + 1e-18)).toBe(false);
    expect(isFlat(1000, 1000 + 2e-12)).toBe(true);
    expect(isFlat(0, 1e-13)).toBe(false);
  });

  it('averages what an almost symmetric matrix says twice', () => {
    const covariance = [
      [0.01, 0.002],
      [0.002 + 4e-15, 0.03],
    ];
    const { originalCovariance } = prepareProblem({ ...two, covariance });
    expect(originalCovariance[1]).toBe(originalCovariance[2]);
    expect(originalCovariance[1]).toBeCloseTo(0.002 + 2e-15, 17);
  });

  it.each<[string, Partial<FrontierInput>]>([
    ['covariance[1]', { covariance: [[1, 0], [0]] }],
    ['expectedReturns', { expectedReturns: [0.1] }],
    ['lowerBounds', { lowerBounds: [0, 0, 0] }],
    ['upperBounds', { upperBounds: [1] }],
    ['groups[1].weights', { groups: [row, { ...row, weights: [1] }] }],
  ])('refuses a wrong number of elements: %s', (path, change) => {
    expect(() => prepareProblem({ ...two, ...change })).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        path,
        message: expect.stringContaining('expected 2'),
      }),
    );
  });

  it.each<[string, Partial<FrontierInput>]>([
    ['expectedReturns[0]', { expectedReturns: [Number.NaN, 0.1] }],
    ['lowerBounds[1]', { lowerBounds: [0, Number.NEGATIVE_INFINITY] }],
    ['upperBounds[0]', { upperBounds: [Number.POSITIVE_INFINITY, 1] }],
    ['groups[0].weights[1]', { groups: [{ ...row, weights: [1, Number.NaN] }] }],
    ['groups[0].lower', { groups: [{ ...row, lower: Number.NEGATIVE_INFINITY }] }],
    ['groups[0].upper', { groups: [{ ...row, upper: Number.NaN }] }],
  ])('refuses what is no finite number: %s', (path, change) => {
    expect(() => prepareProblem({ ...two, ...change })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', path }),
    );
  });

  it.each<[string, string, Partial<FrontierInput>]>([
    [
      'lowerBounds[0]',
      'lower bound 0.5 of asset 0 is above its upper bound 0.4',
      { lowerBounds: [0.5, 0], upperBounds: [0.4, 1] },
    ],
    [
      'lowerBounds[1]',
      'lower bound 0.7 of asset 1 is above its upper bound 0.6',
      { lowerBounds: [0, 0.7], upperBounds: [1, 0.6] },
    ],
    ['lowerBounds', 'the lower bounds sum to 1.25, more than 1', { lowerBounds: [0.75, 0.5] }],
    ['upperBounds', 'the upper bounds sum to 0.75, less than 1', { upperBounds: [0.25, 0.5] }],
    [
      'groups[0]',
      'group row 0: lower 0.5 is above upper 0.4',
      { groups: [{ ...row, lower: 0.5, upper: 0.4 }] },
    ],
    [
      'groups[1]',
      'group row Renten: lower 0.5 is above upper 0.4',
      { groups: [row, { ...row, lower: 0.5, upper: 0.4, name: 'Renten' }] },
    ],
  ])('refuses bounds without any weights: %s', (path, message, change) => {
    expect(() => prepareProblem({ ...two, ...change })).toThrow(
      expect.objectContaining({ code: 'INFEASIBLE', path, message }),
    );
  });

  it('lets bounds miss the budget by rounding', () => {
    expect(() => prepareProblem({ ...two, lowerBounds: [0.5, 0.5 + 5e-10] })).not.toThrow();
    expect(() => prepareProblem({ ...two, upperBounds: [0.5, 0.5 - 5e-10] })).not.toThrow();
    expect(() => prepareProblem({ ...two, lowerBounds: [0.5, 0.5 + 2e-9] })).toThrow('bounds sum to');
    expect(() => prepareProblem({ ...two, upperBounds: [0.5, 0.5 - 2e-9] })).toThrow('bounds sum to');
  });
});
