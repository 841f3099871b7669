import { expect, it } from 'vitest';
import { adverseFrontier } from '../fixtures/adverse-frontier.ts';
import { auditProblem } from '../fixtures/audit-fixture.ts';
import { solveDual } from './dual-active-set.ts';
import { buildFrontier } from './efficient-frontier.ts';
import { prepareProblem, type ScaledProblem } from './problem.ts';
import { solvePrimal } from './solve-primal.ts';
import { traceFrontier } from './trace-frontier.ts';

it('finds what the dual method finds, from feasible weights that know nothing of risk', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { input, random } = auditProblem(seed, seed % 2 === 0 ? 'regular' : 'rows');
    const problem = prepareProblem(input);
    const identity = problem.covariance.map((_, k) => (k % (problem.size + 1) === 0 ? 1 : 0));
    const start = solveDual({ ...problem, covariance: identity }, 0);
    const lambda = random() < 0.3 ? 0 : random() ** 2;
    const found = solvePrimal(problem, lambda, start);
    const wanted = solveDual(problem, lambda).weights;
    found?.weights.forEach((weight, i) => expect(weight).toBeCloseTo(wanted[i]!, 8));
    expect(found).not.toBeNull();
  }
});

it('traces by elimination the same frontier as by factors', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const { input } = auditProblem(seed, seed % 2 === 0 ? 'regular' : 'rows');
    const problem = prepareProblem(input);
    const factored = traceOf(problem);
    const eliminated = traceOf({ ...problem, isEliminated: true, isDelicate: true });
    expect(eliminated.length).toBe(factored.length);
    eliminated.forEach((weights, k) =>
      weights.forEach((weight, i) => expect(weight).toBeCloseTo(factored[k]![i]!, 7)),
    );
  }
});

/** Portfolios of the corners; one that stays the best for a while once. */
function traceOf(problem: ScaledProblem): Float64Array[] {
  const isSame = (a: Float64Array, b: Float64Array | undefined) =>
    b?.every((weight, i) => Math.abs(weight - a[i]!) < 1e-7) === true;
  const all = traceFrontier(problem).corners.map(({ weights }) => weights);
  return all.filter((weights, k) => !isSame(weights, all[k - 1]));
}

/* Refused once: an almost riskless asset in several rows, or rows that the dual method could not come back to. */
it.each([20, 31, 297, 332, 539, 584, 850, 941, 980, 1100, 1256, 1406, 1800, 2458, 2492, 2624, 2948, 4415])(
  'answers problem %i, which there are weights for',
  (seed) => {
    const { corners } = buildFrontier(adverseFrontier(seed).request);
    expect(corners.at(-1)!.expectedReturn).toBeGreaterThanOrEqual(corners[0]!.expectedReturn);
  },
);

/* Refused once: where all returns are alike the one portfolio of a singular covariance was that of the ridge, and no proof held. */
it.each([
  ['fewObservations', [69, 137, 165, 179, 214]],
  ['duplicatedDecades', [242, 294, 459, 478, 664]],
  ['adverse', [12, 85, 133, 202, 236]],
] as const)('proves the calmest portfolio where all returns are alike: %s', (kind, seeds) => {
  for (const seed of seeds) {
    const input = kind === 'adverse' ? adverseFrontier(seed).request : auditProblem(seed, kind).input;
    const alike = { ...input, expectedReturns: input.expectedReturns.map(() => 0.03) };
    const { corners } = buildFrontier(alike);
    expect(corners).toHaveLength(1);
    // No feasible portfolio is calmer, those of the frontier of other returns among them.
    for (const { variance } of buildFrontier(input).corners)
      expect(corners[0]!.variance).toBeLessThanOrEqual(variance * (1 + 1e-9) + 1e-16);
  }
});
