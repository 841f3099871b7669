import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frontierFixture } from '../fixtures/frontier-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { buildFrontier } from '../frontier/efficient-frontier.ts';
import { atMaximumSharpe } from '../frontier/read-off.ts';
import { flatten, toRows } from '../linear-algebra/matrix.ts';
import { hierarchicalRiskParity, quasiDiagonalOrder } from './hierarchical-risk-parity.ts';
import { boundedRiskBudgetWeights, riskBudgetWeights, riskShares } from './risk-budget.ts';
import {
  equalWeights,
  inverseVolatilityWeights,
  maximumDiversificationWeights,
  tangencyWeights,
} from './simple-weights.ts';

const problem = fc
  .tuple(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 2, max: 15 }))
  .map(([seed, n]) => ({ n, covariance: flatten(frontierFixture(randomSource(seed), n, 0).covariance) }));

describe('risk budgets', { timeout: 60_000 }, () => {
  it('are met to ten digits', () => {
    fc.assert(
      fc.property(problem, ({ n, covariance }) => {
        const budgets = Array.from({ length: n }, (_, i) => i + 1);
        const sum = (n * (n + 1)) / 2;
        const shares = riskShares(covariance, riskBudgetWeights(covariance, budgets));
        return shares.every((share, i) => Math.abs(share - (i + 1) / sum) < 1e-10);
      }),
      { numRuns: 500, seed: 31 },
    );
  });

  it('do not depend on where the method begins', () => {
    fc.assert(
      fc.property(problem, ({ n, covariance }) => {
        const budgets = Array.from({ length: n }, (_, i) => 1 + (i % 3));
        const weights = riskBudgetWeights(covariance, budgets);
        const near = riskBudgetWeights(covariance, equalWeights(n));
        const far = Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 1e-6));
        for (const start of [near, far, equalWeights(n), new Float64Array(n)]) {
          const again = riskBudgetWeights(covariance, budgets, start);
          expect(Math.max(...again.map((w, i) => Math.abs(w / weights[i]! - 1)))).toBeLessThan(1e-9);
        }
        const early = riskBudgetWeights(covariance, budgets, near, 1e-5);
        expect(Math.max(...early.map((w, i) => Math.abs(w / weights[i]! - 1)))).toBeLessThan(1e-8);
      }),
      { numRuns: 200, seed: 35 },
    );
  });

  it('stay inside bounds, sum to 1, and keep the budgets of those that are free', () => {
    fc.assert(
      fc.property(problem, ({ n, covariance }) => {
        const cap = 1.3 / n;
        const weights = boundedRiskBudgetWeights(
          covariance,
          equalWeights(n),
          Array.from({ length: n }, () => 0.2 / n),
          Array.from({ length: n }, () => cap),
        );
        const shares = riskShares(covariance, weights);
        const free = shares.filter((_, i) => weights[i]! < cap - 1e-9 && weights[i]! > 0.2 / n + 1e-9);
        const isEqual = free.every((share) => Math.abs(share - free[0]!) < 1e-7);
        return (
          isEqual &&
          Math.abs(weights.reduce((sum, w) => sum + w, 0) - 1) < 1e-9 &&
          weights.every((w) => w <= cap + 1e-12)
        );
      }),
      { numRuns: 300, seed: 32 },
    );
  });

  it('refuse what cannot be', () => {
    expect(() => riskBudgetWeights(flatten([[0]]), [1])).toThrow(
      expect.objectContaining({ path: 'covariance[0][0]' }),
    );
    const s = flatten([
      [1, 0],
      [0, 1],
    ]);
    expect(() => boundedRiskBudgetWeights(s, [1, 1], [0.6, 0.6], [1, 1])).toThrow(
      expect.objectContaining({ path: 'lowerBounds' }),
    );
    expect(() => boundedRiskBudgetWeights(s, [1, 1], [0, 0], [0.4, 0.4])).toThrow(
      expect.objectContaining({ path: 'upperBounds' }),
    );
    expect(() => boundedRiskBudgetWeights(s, [1, 1], [0.5, 0], [0.4, 1])).toThrow(
      expect.objectContaining({ path: 'lowerBounds[0]' }),
    );
  });
});

describe('heuristics', () => {
  it('inverse volatility and maximum diversification agree with a calculation by hand', () => {
    expect(
      inverseVolatilityWeights(
        flatten([
          [0.01, 0],
          [0, 0.04],
        ]),
        2,
      ),
    ).toEqual([2 / 3, 1 / 3]);
    maximumDiversificationWeights(
      flatten([
        [0.01, 0],
        [0, 0.04],
      ]),
      [0, 0],
      [1, 1],
    ).forEach((weight, i) => {
      expect(weight).toBeCloseTo([2 / 3, 1 / 3][i] ?? 0, 12);
    });
    expect(() => inverseVolatilityWeights(flatten([[0]]), 1)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });

  it('HRP puts relatives together and splits by variance', () => {
    const correlation = [
      [1, 0, 0.9],
      [0, 1, 0],
      [0.9, 0, 1],
    ];
    expect(quasiDiagonalOrder(correlation)).toEqual([1, 0, 2]);
    const { weights } = hierarchicalRiskParity(
      [
        [0.01, 0],
        [0, 0.04],
      ],
      [
        [1, 0],
        [0, 1],
      ],
    );
    expect(weights.map((weight) => Number(weight.toFixed(12)))).toEqual([0.8, 0.2]);
    expect(hierarchicalRiskParity([[1]], [[1]]).weights).toEqual([1]);
  });
});

describe('the long-only portfolio of the highest ratio', { timeout: 60_000 }, () => {
  it('is the maximum-Sharpe point of the frontier, wherever the search begins', () => {
    fc.assert(
      fc.property(problem, fc.integer({ min: 1, max: 2 ** 31 }), ({ n, covariance }, seed) => {
        const random = randomSource(seed);
        const returns = Array.from({ length: n }, () => 0.001 + random() * 0.1);
        const frontier = buildFrontier({
          expectedReturns: returns,
          covariance: toRows(covariance, n, n),
          lowerBounds: Array.from({ length: n }, () => 0),
          upperBounds: Array.from({ length: n }, () => 1),
        });
        const expected = atMaximumSharpe(frontier, 0).weights;
        const some = returns.flatMap((_, i) => (random() < 0.5 ? [i] : []));
        for (const start of [[], some, returns.map((_, i) => i)]) {
          const weights = tangencyWeights(covariance, returns, start);
          expect(Math.max(...weights.map((w, i) => Math.abs(w - expected[i]!)))).toBeLessThan(1e-7);
        }
      }),
      { numRuns: 300, seed: 36 },
    );
  });
});
