import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frontierFixture, orInfeasible, problems } from '../fixtures/frontier-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { flatten, multiply } from '../linear-algebra/matrix.ts';
import { buildFrontier } from './efficient-frontier.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility } from './read-off.ts';

describe('the frontier', () => {
  it('keeps rows and bounds, and risk and return grow along the corners', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(problems(30), (input) => {
        const frontier = orInfeasible(input);
        if (!frontier) return;
        let broken = 0;
        frontier.corners.forEach(({ weights, expectedReturn, variance, lambda }, k) => {
          broken = Math.max(broken, Math.abs(weights.reduce((sum, w) => sum + w, 0) - 1));
          weights.forEach((w, i) => {
            broken = Math.max(broken, input.lowerBounds[i]! - w, w - input.upperBounds[i]!);
          });
          for (const group of input.groups ?? []) {
            const value = group.weights.reduce((sum, c, i) => sum + c * weights[i]!, 0);
            broken = Math.max(broken, group.lower - value, value - group.upper);
          }
          const before = frontier.corners[k - 1];
          if (!before) return;
          broken = Math.max(
            broken,
            before.lambda - lambda,
            before.expectedReturn - expectedReturn,
            before.variance - variance,
          );
        });
        expect(broken).toBeLessThan(1e-9);
      }),
      { numRuns: 3000, seed: 4 },
    );
  });

  it('satisfies the optimality conditions at every corner (box problems)', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 2, max: 30 }), (seed, n) => {
        const input = frontierFixture(randomSource(seed), n, 0);
        const s = flatten(input.covariance);
        let residual = 0;
        for (const { weights, lambda } of buildFrontier(input).corners) {
          const sw = multiply(s, weights, n);
          const gradient = input.expectedReturns.map((mu, i) => sw[i]! - lambda * mu);
          const scale = Math.max(...gradient.map(Math.abs), 1e-6);
          const inner = gradient.filter((_, i) => weights[i]! > 0 && weights[i]! < 1);
          const ends = inner.length > 0 ? inner : gradient.filter((_, i) => weights[i] === 1);
          const multiplier = ends.reduce((a, b) => a + b, 0) / ends.length;
          for (const value of inner) residual = Math.max(residual, Math.abs(value - multiplier) / scale);
          gradient.forEach((value, i) => {
            if (weights[i] === 0) residual = Math.max(residual, (multiplier - value) / scale);
          });
        }
        expect(residual).toBeLessThan(1e-8);
      }),
      { numRuns: 1500, seed: 5 },
    );
  });

  it('does not depend on the order of the assets', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(problems(16), fc.integer(), (input, seed) => {
        const frontier = orInfeasible(input);
        const random = randomSource(seed);
        const order = input.expectedReturns
          .map((_, i) => ({ i, key: random() }))
          .sort((a, b) => a.key - b.key)
          .map(({ i }) => i);
        const pick = <T>(values: readonly T[]) => order.map((i) => values[i]!);
        const other = orInfeasible({
          expectedReturns: pick(input.expectedReturns),
          covariance: pick(input.covariance).map(pick),
          lowerBounds: pick(input.lowerBounds),
          upperBounds: pick(input.upperBounds),
          groups: (input.groups ?? []).map((group) => ({ ...group, weights: pick(group.weights) })),
        });
        expect(other === null).toBe(frontier === null);
        if (!frontier || !other) return;
        for (const { lambda, weights } of frontier.corners) {
          const permuted = atLambda(other, lambda).weights;
          expect(Math.max(...order.map((i, k) => Math.abs(permuted[k]! - weights[i]!)))).toBeLessThan(1e-6);
        }
      }),
      { numRuns: 800, seed: 6 },
    );
  });

  it('reads off what was asked for', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(problems(20), fc.double({ min: 0, max: 1, noNaN: true }), (input, t) => {
        const frontier = orInfeasible(input);
        if (!frontier) return;
        const first = frontier.corners[0]!;
        const last = frontier.corners.at(-1)!;
        const sigma = Math.sqrt(first.variance) + t * (Math.sqrt(last.variance) - Math.sqrt(first.variance));
        expect(Math.abs(atVolatility(frontier, sigma).volatility - sigma)).toBeLessThan(1e-9);
        const mu = first.expectedReturn + t * (last.expectedReturn - first.expectedReturn);
        expect(Math.abs(atReturn(frontier, mu).expectedReturn - mu)).toBeLessThan(1e-12);
        const best = atMaximumSharpe(frontier, 0.01);
        for (let k = 0; k <= 20; k++) {
          const volatility =
            Math.sqrt(first.variance) + (k / 20) * (Math.sqrt(last.variance) - Math.sqrt(first.variance));
          const point = atVolatility(frontier, volatility);
          expect(best.sharpe).toBeGreaterThan((point.expectedReturn - 0.01) / point.volatility - 1e-9);
        }
      }),
      { numRuns: 1000, seed: 7 },
    );
  });
});
