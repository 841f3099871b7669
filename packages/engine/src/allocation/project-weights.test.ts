import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomSource } from '../fixtures/random-source.ts';
import { type GroupRow, prepareProblem } from '../frontier/problem.ts';
import { solveAtLambda } from '../frontier/solve-at-lambda.ts';
import { weightProjection } from './project-weights.ts';
import { solveParameter } from './solve-parameter.ts';

const identity = (n: number) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)));

describe('the nearest weights that keep bounds and rows', { timeout: 60_000 }, () => {
  it('are those of the general method', () => {
    let bound = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 2, max: 20 }), (seed, n) => {
        const random = randomSource(seed);
        const upper = Float64Array.from({ length: n }, () => (1 + 2 * random()) / n);
        const lower = upper.map((value) => (random() < 0.2 ? 0.5 * value : 0));
        const share = (k: number) => upper.reduce((sum, value, i) => sum + (i % 3 === k ? value : 0), 0);
        const rows: GroupRow[] = [0, 1].map((k) => ({
          weights: Array.from({ length: n }, (_, i) => (i % 3 === k ? 1 : 0)),
          lower: 0,
          upper: Math.max(0.8 * share(k), 0.3),
        }));
        const wanted = Float64Array.from({ length: n }, () => random());
        const sum = wanted.reduce((total, value) => total + value, 0);
        const weights = wanted.map((value) => value / sum);
        let expected: Float64Array;
        try {
          const problem = prepareProblem({
            expectedReturns: Array.from(weights, (_, i) => i),
            covariance: identity(n),
            lowerBounds: Array.from(lower),
            upperBounds: Array.from(upper),
            groups: rows,
          });
          expected = solveAtLambda({ ...problem, returns: weights }, 1).weights;
        } catch {
          return;
        }
        const actual = weightProjection(lower, upper, rows)(weights);
        bound += rows.some(
          (row) => Math.abs(row.weights.reduce((s, c, i) => s + c * actual[i]!, 0) - row.upper) < 1e-9,
        )
          ? 1
          : 0;
        expect(Math.max(...actual.map((value, i) => Math.abs(value - expected[i]!)))).toBeLessThan(1e-9);
      }),
      { numRuns: 1000, seed: 31 },
    );
    expect(bound).toBeGreaterThan(50);
  });

  it('leave alone what is kept, and find rows on their lower side', () => {
    const kept = new Float64Array([0.5, 0.5]);
    const [zero, one] = [new Float64Array(2), new Float64Array([1, 1])];
    expect(weightProjection(zero, one, [])(kept)).toBe(kept);
    const row = { weights: [1, 0], lower: 0.7, upper: 1 };
    expect(Array.from(weightProjection(zero, one, [row])(kept), (value) => +value.toFixed(12))).toEqual([
      0.7, 0.3,
    ]);
  });

  it('are refused where there are none', () => {
    const row = { weights: [1, 0], lower: 0.7, upper: 1 };
    const project = weightProjection(new Float64Array(2), new Float64Array([0.6, 1]), [row]);
    expect(() => project(new Float64Array([0.5, 0.5]))).toThrow(
      expect.objectContaining({ code: 'INFEASIBLE' }),
    );
  });
});

describe('the parameter that hits an aim', () => {
  const at = (parameter: number) => new Float64Array([parameter]);
  const solve = (
    f: (x: number) => number,
    aim: number,
    before: { parameter: number; slope: number | null } | null = null,
  ) => solveParameter(at, (weights) => f(weights[0]!), aim, 1, before).parameter;

  it.each([null, { parameter: 0.9, slope: 3 }, { parameter: 0, slope: null }, { parameter: 0.3, slope: -1 }])(
    'is found from %j',
    (before) => {
      expect(solve((x) => 10 * x * x, 2.5, before)).toBeCloseTo(0.5, 5);
      expect(solve((x) => (x < 0.7 ? 0.1 * x : 5 * x), 3.6, before)).toBeCloseTo(0.72, 5);
      expect(solve((x) => Math.tanh(40 * (x - 0.6)), 0.5, before)).toBeCloseTo(0.6 + Math.atanh(0.5) / 40, 5);
    },
  );

  it('is an end where the aim lies beyond it, and near a step where the measure jumps', () => {
    expect(solve((x) => x, 2)).toBe(1);
    expect(solve((x) => x + 3, 2, { parameter: 0.5, slope: 1 })).toBe(0);
    expect(solve((x) => (x < 0.4 ? 0 : 1), 0.5)).toBeCloseTo(0.4, 12);
  });
});
