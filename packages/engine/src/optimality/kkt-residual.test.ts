import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orInfeasible, problems } from '../fixtures/frontier-fixture.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility } from '../frontier/read-off.ts';
import { checkOptimality } from './kkt-residual.ts';
import { nonNegativeCombination } from './non-negative-combination.ts';

const vector = (...values: number[]) => Float64Array.from(values);

describe('the nearest non-negative combination', () => {
  it('uses what helps and leaves what would need a negative multiplier', () => {
    const { multipliers, rest } = nonNegativeCombination(
      [vector(1, 0), vector(1, 1), vector(0, -1)],
      vector(3, 2),
    );
    expect([...multipliers].map((value) => +value.toFixed(12))).toEqual([1, 2, 0]);
    expect(Math.max(...rest.map(Math.abs))).toBeLessThan(1e-12);
    const none = nonNegativeCombination([vector(-1, 0), vector(-1, -1)], vector(3, 2));
    expect([...none.multipliers, ...none.rest]).toEqual([0, 0, 3, 2]);
  });

  it('takes no harm from vectors that depend on each other', () => {
    const { rest } = nonNegativeCombination(
      [vector(1, 1, 0), vector(1, 1, 0), vector(2, 2, 0), vector(0, 0, 0), vector(0, 0, 1)],
      vector(2, 2, 5),
    );
    expect(Math.max(...rest.map(Math.abs))).toBeLessThan(1e-12);
  });

  it('drops a vector that another makes superfluous', () => {
    const { multipliers, rest } = nonNegativeCombination(
      [vector(1, 0.9), vector(1, 0), vector(-0.2, 1)],
      vector(1, 0),
    );
    expect(Math.max(...rest.map(Math.abs))).toBeLessThan(1e-12);
    expect(multipliers[1]).toBeCloseTo(1, 12);
  });
});

describe('optimality conditions', () => {
  it('hold at every corner and read-off, with bounds, fixed weights, ties and rows', {
    timeout: 120_000,
  }, () => {
    let checked = 0;
    fc.assert(
      fc.property(problems(20), fc.double({ min: 0, max: 1, noNaN: true }), (input, t) => {
        const frontier = orInfeasible(input);
        if (!frontier || frontier.ridge > 0) return;
        const first = frontier.corners[0]!;
        const last = frontier.corners.at(-1)!;
        const share = (a: number, b: number) => a + t * (b - a);
        const points = [
          ...frontier.corners,
          atVolatility(frontier, share(Math.sqrt(first.variance), Math.sqrt(last.variance))),
          atReturn(frontier, share(first.expectedReturn, last.expectedReturn)),
          atLambda(frontier, share(0, last.lambda)),
          atMaximumSharpe(frontier, 0.01),
        ];
        for (const { weights, lambda } of points) {
          const { feasibility, stationarity } = checkOptimality(input, weights, lambda);
          expect(feasibility).toBeLessThan(1e-9);
          expect(stationarity).toBeLessThan(1e-8);
          checked += 1;
        }
      }),
      { numRuns: 1000, seed: 41 },
    );
    expect(checked).toBeGreaterThan(5000);
  });

  it('are broken by weights that are not optimal or not allowed', () => {
    const input = {
      expectedReturns: [0.02, 0.06],
      covariance: [
        [0.01, 0],
        [0, 0.04],
      ],
      lowerBounds: [0, 0],
      upperBounds: [1, 1],
      groups: [{ weights: [0, 1], lower: 0, upper: 0.5 }],
    };
    expect(checkOptimality(input, [0.8, 0.2], 0).stationarity).toBeLessThan(1e-14);
    expect(checkOptimality(input, [0.79, 0.21], 0).stationarity).toBeGreaterThan(0.01);
    expect(checkOptimality(input, [0.5, 0.5], 10).stationarity).toBeLessThan(1e-14);
    expect(checkOptimality(input, [0.5, 0.5], 0).stationarity).toBeGreaterThan(0.1);
    expect(checkOptimality(input, [0.4, 0.6], 10).feasibility).toBeCloseTo(0.1, 12);
    expect(checkOptimality(input, [0.8, 0.3], 0).feasibility).toBeCloseTo(0.1, 12);
    expect(checkOptimality(input, [-0.2, 1.2], 0).feasibility).toBeCloseTo(0.7, 12);
  });
});
