import fc from 'fast-check';
import highsLoader from 'highs';
import { beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../engine-error.ts';
import { frontierFixture } from '../fixtures/frontier-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { flatten, multiply } from '../linear-algebra/matrix.ts';
import { buildFrontier, type Frontier } from './efficient-frontier.ts';
import type { FrontierInput } from './problem.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility } from './read-off.ts';

/** The part of HiGHS used here; its own types describe a CommonJS module. */
type Solve = (
  problem: string,
  options: Readonly<Record<string, number>>,
) => { Status: string; ObjectiveValue: number };
let solve: Solve;
beforeAll(async () => {
  const load = highsLoader as unknown as () => Promise<{ solve: Solve }>;
  const highs = await load();
  solve = (problem, options) => highs.solve(problem, options);
});

/** min 1/2 w'Sw - lambda mu'w as text for an independent solver (HiGHS); returns its objective, null if infeasible, undefined if it gave up. */
function solveIndependently(input: FrontierInput, lambda: number): number | null | undefined {
  const { covariance: s, expectedReturns: mu, lowerBounds, upperBounds, groups = [] } = input;
  const number = (value: number) => `${value < 0 ? '-' : '+'} ${Math.abs(value).toFixed(15)}`;
  const linear = mu.map((value, i) => `${number(-lambda * value)} x${i}`).join(' ');
  const quadratic = s
    .flatMap((row, i) =>
      row
        .slice(i)
        .map((value, k) =>
          k === 0 ? `${number(value)} x${i} ^2` : `${number(2 * value)} x${i} * x${i + k}`,
        ),
    )
    .join(' ');
  const rows = groups.flatMap(({ weights, lower, upper }, r) => {
    const sum = weights.map((value, i) => `${number(value)} x${i}`).join(' ');
    return [`u${r}: ${sum} <= ${upper}`, `l${r}: ${sum} >= ${lower}`];
  });
  const text = `Minimize\n obj: ${linear} + [ ${quadratic} ] / 2\nSubject To\n budget: ${mu.map((_, i) => `+ x${i}`).join(' ')} = 1\n${rows.join('\n')}\nBounds\n${lowerBounds.map((low, i) => ` ${low} <= x${i} <= ${upperBounds[i]}`).join('\n')}\nEnd`;
  // It circles on some degenerate problems; those are left out of the comparison and counted.
  const result = solve(text, { time_limit: 0.3, qp_iteration_limit: 500 });
  if (result.Status !== 'Optimal' && result.Status !== 'Infeasible') return undefined;
  return result.Status === 'Optimal' ? result.ObjectiveValue : null;
}

const objective = (input: FrontierInput, weights: readonly number[], lambda: number) => {
  const n = weights.length;
  const sw = multiply(flatten(input.covariance), weights, n);
  return weights.reduce((sum, w, i) => sum + w * (sw[i]! / 2 - lambda * input.expectedReturns[i]!), 0);
};

/** A frontier, or null if the problem has no solution; every other failure is one of ours. */
function orInfeasible(input: FrontierInput): Frontier | null {
  try {
    return buildFrontier(input);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'INFEASIBLE') return null;
    throw error;
  }
}

const problems = (most: number) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.integer({ min: 2, max: most }),
      fc.integer({ min: 0, max: 4 }),
    )
    .map(([seed, n, kind]) => frontierFixture(randomSource(seed), n, kind));

describe('the frontier', () => {
  it('agrees with an independent QP solver, also about infeasibility', { timeout: 120_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(problems(14), fc.double({ min: 0, max: 0.3, noNaN: true }), (input, lambda) => {
        const frontier = orInfeasible(input);
        const reference = solveIndependently(input, lambda);
        if (reference === undefined) return true;
        compared += 1;
        if (!frontier || reference === null) return frontier === null && reference === null;
        const { weights } = atLambda(frontier, lambda);
        // HiGHS regularises its QP by 1e-7 and stops at 1e-7: ours must never be worse, and not far better either.
        const gap = objective(input, weights, lambda) - reference;
        return gap < 1e-8 && gap > -1e-5;
      }),
      { numRuns: 1500, seed: 3 },
    );
    expect(compared).toBeGreaterThan(1000);
  });

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
