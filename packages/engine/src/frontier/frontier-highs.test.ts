import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { orInfeasible, problems } from '../fixtures/frontier-fixture.ts';
import { type IndependentSolver, independentSolver } from '../fixtures/independent-solver.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { flatten, multiply } from '../linear-algebra/matrix.ts';
import type { Frontier } from './efficient-frontier.ts';
import type { FrontierInput } from './problem.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility } from './read-off.ts';

let solveIndependently: IndependentSolver;
beforeAll(async () => {
  solveIndependently = await independentSolver();
});

const objective = (input: FrontierInput, weights: readonly number[], lambda: number) => {
  const n = weights.length;
  const sw = multiply(flatten(input.covariance), weights, n);
  return weights.reduce((sum, w, i) => sum + w * (sw[i]! / 2 - lambda * input.expectedReturns[i]!), 0);
};

/**
 * HiGHS regularises its QP by 1e-7 and stops at 1e-7: ours must never be worse, and not far better either. `price` is what
 * a missing unit of return is worth: HiGHS may miss its row by 1e-7.
 */
const isEqual = (ours: number, theirs: number, price: number) =>
  ours - theirs < 1e-8 + 1e-7 * price && ours - theirs > -1e-5;

const riskFree = -0.02;

/** Every read-off of a frontier as our objective and the question an independent solver answers with the same one. */
function readOffs(input: FrontierInput, frontier: Frontier, t: number, lambda: number) {
  const first = frontier.corners[0]!;
  const last = frontier.corners.at(-1)!;
  const between = (a: number, b: number) => a + t * (b - a);
  const byLambda = (weights: readonly number[], at: number) => ({
    ours: objective(input, weights, at),
    question: { risk: 1, lambda: at } as const,
    price: 0,
  });
  const volatility = atVolatility(frontier, between(Math.sqrt(first.variance), Math.sqrt(last.variance)));
  const leastReturn = between(first.expectedReturn, last.expectedReturn);
  const wanted = atReturn(frontier, leastReturn);
  const sharpest = atMaximumSharpe(frontier, riskFree);
  return {
    riskTolerance: byLambda(atLambda(frontier, lambda).weights, lambda),
    minimumVariance: byLambda(Array.from(first.weights), 0),
    maximumReturn: { ours: -last.expectedReturn, question: { risk: 0, lambda: 1 } as const, price: 0 },
    // The most return at this risk: optimal for its own lambda.
    targetVolatility: byLambda(volatility.weights, volatility.lambda),
    // A hair below the target, so that rounding does not make the top infeasible.
    targetReturn: {
      ours: objective(input, wanted.weights, 0),
      question: { risk: 1, lambda: 0, leastReturn: leastReturn - 1e-9 } as const,
      price: wanted.lambda,
    },
    // The best ratio is the optimum for lambda = variance / excess return, whatever lambda the trace had there.
    maximumSharpe: byLambda(
      sharpest.weights,
      sharpest.volatility ** 2 / (sharpest.expectedReturn - riskFree),
    ),
  };
}

describe('the frontier', () => {
  it('agrees with an independent solver in every read-off, also about infeasibility', {
    timeout: 240_000,
  }, () => {
    const compared: Record<string, number> = { infeasible: 0 };
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(problems(12), unit, fc.double({ min: 0, max: 0.3, noNaN: true }), (input, t, lambda) => {
        const frontier = orInfeasible(input);
        if (!frontier) {
          const reference = solveIndependently(input, { risk: 1, lambda });
          compared['infeasible']! += 1;
          return (reference ?? null) === null;
        }
        for (const [name, { ours, question, price }] of Object.entries(
          readOffs(input, frontier, t, lambda),
        )) {
          const reference = solveIndependently(input, question);
          if (reference === undefined) continue;
          compared[name] = (compared[name] ?? 0) + 1;
          if (reference === null || !isEqual(ours, reference, price)) return false;
        }
        return true;
      }),
      { numRuns: randomCases(2600), seed: 3 },
    );
    const { infeasible = 0, ...counts } = compared;
    expect(infeasible).toBeGreaterThan(randomCases(50));
    expect(Object.keys(counts)).toHaveLength(6);
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(randomCases(1500));
  });
});
