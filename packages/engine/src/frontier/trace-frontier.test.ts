import { describe, expect, it } from 'vitest';
import { rowFixture } from '../fixtures/frontier-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { atLower, atUpper } from './active-set.ts';
import { buildFrontier } from './efficient-frontier.ts';
import { type FrontierInput, prepareProblem } from './problem.ts';
import { atLambda } from './read-off.ts';
import { solveAtLambda } from './solve-at-lambda.ts';
import { traceFrontier } from './trace-frontier.ts';

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));

/** Problems with group rows of all kinds, the same in every run. */
function rowProblems(count: number): FrontierInput[] {
  return Array.from({ length: count }, (_, seed) => {
    const random = randomSource(seed + 1);
    return rowFixture(random, 2 + (seed % 7), 1 + (seed % 4));
  });
}

describe('trace and dual method', () => {
  it('agree at every corner, between the corners and beyond the last one', () => {
    let corners = 0;
    for (const input of rowProblems(400)) {
      const problem = prepareProblem(input);
      const frontier = buildFrontier(input);
      corners += frontier.corners.length;
      const lambdas = frontier.corners.flatMap(({ lambda }, k) => {
        const next = frontier.corners[k + 1]?.lambda ?? 3 * lambda + 1;
        return [lambda, lambda + (next - lambda) / 3, lambda + (next - lambda) / 1.5];
      });
      for (const lambda of lambdas) {
        const { weights, assets } = solveAtLambda(problem, lambda / problem.lambdaScale);
        expect(distance(atLambda(frontier, lambda).weights, weights)).toBeLessThan(1e-7);
        // What is held at a bound lies there exactly.
        const isOff = (w: number, i: number) =>
          (assets[i] === atLower && w !== problem.lower[i]) ||
          (assets[i] === atUpper && w !== problem.upper[i]);
        expect(Array.from(weights).filter(isOff)).toEqual([]);
      }
      const isOutside = (w: number, i: number) => w < problem.lower[i]! || w > problem.upper[i]!;
      const isNear = (a: number, b: number) => a !== b && Math.abs(a - b) < 1e-10;
      for (const { weights } of frontier.corners) {
        expect(Array.from(weights).filter(isOutside)).toEqual([]);
        expect(
          Array.from(weights).filter((w, i) => isNear(w, problem.lower[i]!) || isNear(w, problem.upper[i]!)),
        ).toEqual([]);
      }
    }
    expect(corners).toBeGreaterThan(1000);
  });
});

describe('a part of the trace', () => {
  const input: FrontierInput = {
    expectedReturns: [0.02, 0.04, 0.06, 0.08, 0.05],
    covariance: [
      [0.01, 0.002, 0.001, 0.003, 0],
      [0.002, 0.03, 0.01, 0.01, 0.004],
      [0.001, 0.01, 0.05, 0.02, 0.003],
      [0.003, 0.01, 0.02, 0.09, 0.01],
      [0, 0.004, 0.003, 0.01, 0.02],
    ],
    lowerBounds: [0, 0, 0, 0, 0],
    upperBounds: [1, 1, 1, 1, 1],
  };
  const problem = prepareProblem(input);
  const whole = traceFrontier(problem).corners;
  const lambdas = (corners: readonly { readonly lambda: number }[]) => corners.map(({ lambda }) => lambda);

  it('begins at a lambda in the units of the caller', () => {
    expect(whole.length).toBeGreaterThan(4);
    const from = (whole[1]!.lambda + whole[2]!.lambda) / 2;
    const { corners } = traceFrontier(problem, { fromLambda: from * problem.lambdaScale });
    expect(corners[0]!.lambda).toBeCloseTo(from, 12);
    expect(distance(corners[0]!.weights, solveAtLambda(problem, from).weights)).toBeLessThan(1e-9);
    expect(distance(lambdas(corners).slice(1), lambdas(whole).slice(2))).toBeLessThan(1e-9);
    expect(corners).toHaveLength(whole.length - 1);
  });

  it('ends at the first corner of at least a variance', () => {
    const { corners: measured } = buildFrontier(input);
    const until = (untilVariance: number) => traceFrontier(problem, { untilVariance }).corners.length;
    expect(until(measured[2]!.variance * (1 - 1e-9))).toBe(3);
    expect(until(measured[2]!.variance * (1 + 1e-9))).toBe(4);
    expect(until(99)).toBe(whole.length);
    // The minimum variance itself is no event: the trace ends at the corner after it.
    expect(until(0)).toBe(2);
  });

  it('counts its steps and restarts', () => {
    expect(traceFrontier(problem)).toMatchObject({ steps: whole.length - 1, restarts: 0 });
    expect(traceFrontier(problem, { forceRestartAtSteps: [1] })).toMatchObject({
      steps: whole.length,
      restarts: 1,
    });
  });

  it('restarts farther on each time it has to at once, and near again after an advance', () => {
    // 1e-9 (1 + 4 + ... + 4^k) = 1e-9 (4^(k+1) - 1) / 3 beyond the start
    const beyond = (k: number) => (1e-9 * (4 ** (k + 1) - 1)) / 3;
    const steps = (count: number) => Array.from({ length: count }, (_, k) => k);
    for (const count of [13, 14, 15, 16, 17]) {
      const { corners, restarts } = traceFrontier(problem, { forceRestartAtSteps: steps(count) });
      expect(restarts).toBe(count);
      // The points of the restarts are corners of the trace; behind them lie those of the whole one.
      const reached = corners[count]!.lambda;
      // Beyond 1 the distance is relative.
      expect(Math.min(1, reached)).toBeCloseTo(Math.min(1, beyond(count - 1)), 12);
      const rest = whole.filter(({ lambda }) => lambda > reached);
      expect(corners).toHaveLength(count + 1 + rest.length);
      expect(distance(lambdas(corners).slice(count + 1), lambdas(rest))).toBeLessThan(1e-9);
    }
    // Every second step: the distance stays 1e-9, nothing is skipped.
    const alternating = traceFrontier(problem, { forceRestartAtSteps: [0, 2, 4, 6] });
    for (const { lambda } of whole)
      expect(Math.min(...alternating.corners.map((corner) => Math.abs(corner.lambda - lambda)))).toBeLessThan(
        1e-7,
      );
  });
});
