import fc from 'fast-check';
import highsLoader from 'highs';
import { beforeAll, describe, expect, it } from 'vitest';
import { orInfeasible, problems } from '../fixtures/frontier-fixture.ts';
import { flatten, multiply } from '../linear-algebra/matrix.ts';
import type { FrontierInput } from './problem.ts';
import { atLambda } from './read-off.ts';

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
});
