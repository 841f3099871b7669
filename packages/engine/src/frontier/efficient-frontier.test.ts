import { describe, expect, it } from 'vitest';
import { EngineError } from '../engine-error.ts';
import { buildFrontier } from './efficient-frontier.ts';
import type { FrontierInput, GroupRow } from './problem.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility } from './read-off.ts';

const diagonal = (variances: readonly number[]) =>
  variances.map((variance, i) => variances.map((_, j) => (i === j ? variance : 0)));

const longOnly = (
  expectedReturns: readonly number[],
  covariance: readonly (readonly number[])[],
  rest: Partial<FrontierInput> = {},
): FrontierInput => ({
  expectedReturns,
  covariance,
  lowerBounds: expectedReturns.map(() => 0),
  upperBounds: expectedReturns.map(() => 1),
  ...rest,
});

const weightsOf = (input: FrontierInput, at: number) =>
  Array.from(buildFrontier(input).corners.at(at)?.weights ?? []);
/** Largest difference of two vectors. */
const distance = (actual: readonly number[], expected: readonly number[]) =>
  actual.length === expected.length
    ? Math.max(...actual.map((value, i) => Math.abs(value - (expected[i] ?? Number.NaN))))
    : Number.NaN;

describe('degenerate frontiers', () => {
  it('is one point if all expected returns are equal', () => {
    const frontier = buildFrontier(longOnly([0.05, 0.05], diagonal([0.01, 0.03])));
    expect(frontier.corners).toHaveLength(1);
    expect(distance(Array.from(frontier.corners[0]?.weights ?? []), [0.75, 0.25])).toBeLessThan(1e-10);
  });

  it('ends at the minimum variance among tied maximum returns', () => {
    expect(
      distance(weightsOf(longOnly([0.02, 0.08, 0.08], diagonal([0.01, 0.02, 0.06])), -1), [0, 0.75, 0.25]),
    ).toBeLessThan(1e-10);
  });

  it('shows what happens at one lambda as one corner', () => {
    // Two equal assets leave together; the third is alone at the end.
    const frontier = buildFrontier(longOnly([0.02, 0.02, 0.08], diagonal([0.02, 0.02, 0.06])));
    expect(frontier.corners).toHaveLength(2);
    expect(distance(Array.from(frontier.corners[1]?.weights ?? []), [0, 0, 1])).toBeLessThan(1e-15);
  });

  it('reaches the only top portfolio when four caps sum to one', () => {
    const input = longOnly([0.01, 0.02, 0.03, 0.04, 0.05, 0.06], diagonal([1, 2, 3, 4, 5, 6]), {
      upperBounds: [0.25, 0.25, 0.25, 0.25, 0.25, 0.25],
    });
    expect(distance(weightsOf(input, -1), [0, 0, 0.25, 0.25, 0.25, 0.25])).toBeLessThan(1e-10);
  });

  it('keeps fixed weights fixed and may have nothing else to decide', () => {
    const base = longOnly([0.01, 0.05, 0.1], diagonal([0.01, 0.02, 0.03]));
    const partly = { ...base, lowerBounds: [0.2, 0, 0], upperBounds: [0.2, 1, 1] };
    for (const corner of buildFrontier(partly).corners) expect(corner.weights[0]).toBe(0.2);
    const wholly = { ...base, lowerBounds: [0.2, 0.3, 0.5], upperBounds: [0.2, 0.3, 0.5] };
    expect(weightsOf(wholly, 0)).toEqual([0.2, 0.3, 0.5]);
    expect(buildFrontier(wholly).corners).toHaveLength(1);
  });

  it('treats a riskless asset exactly', () => {
    const frontier = buildFrontier(longOnly([0, 0.1], diagonal([0, 0.04])));
    expect(frontier.ridge).toBe(0);
    expect(distance(Array.from(frontier.corners[0]?.weights ?? []), [1, 0])).toBeLessThan(1e-10);
    expect(distance(atVolatility(frontier, 0.1).weights, [0.5, 0.5])).toBeLessThan(1e-10);
  });

  it('splits duplicates evenly', () => {
    const s = 0.04;
    const frontier = buildFrontier(
      longOnly(
        [0.05, 0.05, 0.02],
        [
          [s, s, 0],
          [s, s, 0],
          [0, 0, 0.01],
        ],
      ),
    );
    expect(frontier.ridge).toBe(1e-10);
    expect(distance(Array.from(frontier.corners[0]?.weights ?? []), [0.1, 0.1, 0.8])).toBeLessThan(1e-5);
    expect(distance(Array.from(frontier.corners.at(-1)?.weights ?? []), [0.5, 0.5, 0])).toBeLessThan(1e-5);
  });

  it('shows a tie that only the ridge splits as corners that hardly differ', () => {
    const [a, b, c] = [0.04, 0.01, 0.09];
    const pairs = longOnly(
      [0.05, 0.05, 0.08, 0.08],
      [
        [a, a, b, b],
        [a, a, b, b],
        [b, b, c, c],
        [b, b, c, c],
      ],
      { upperBounds: [0.5, 0.5, 0.5, 0.5] },
    );
    const frontier = buildFrontier(pairs);
    expect(frontier.ridge).toBe(1e-10);
    // Minimum variance 8 : 3; then the caps of the second pair, met nearly and then exactly.
    const [near, exact, top] = frontier.corners.slice(-3);
    const weightsOf = (corner: typeof top) => Array.from(corner?.weights ?? []);
    for (const [corner, slack] of [
      [near, 2e-5],
      [exact, 2e-5],
      [top, 1e-14],
    ] as const)
      expect(distance(weightsOf(corner), [0, 0, 0.5, 0.5])).toBeLessThan(slack);
    expect(
      distance(Array.from(frontier.corners[0]?.weights ?? []), [4 / 11, 4 / 11, 3 / 22, 3 / 22]),
    ).toBeLessThan(1e-5);
    expect(distance(Array.from(frontier.corners.at(-1)?.weights ?? []), [0, 0, 0.5, 0.5])).toBeLessThan(1e-6);
  });

  it('has one answer for a single asset', () => {
    expect(weightsOf(longOnly([0.05], [[0.01]]), 0)).toEqual([1]);
    expect(weightsOf(longOnly([0.05], [[0]]), 0)).toEqual([1]);
  });
});

describe('group rows', () => {
  const mu = [0.02, 0.04, 0.06, 0.08];
  const covariance = diagonal([0.01, 0.02, 0.04, 0.08]);
  const withRows = (...groups: GroupRow[]) => longOnly(mu, covariance, { groups });

  it('holds a cap where it binds', () => {
    const frontier = buildFrontier(withRows({ weights: [0, 0, 1, 1], lower: 0, upper: 0.3 }));
    expect(distance(Array.from(frontier.corners.at(-1)?.weights ?? []), [0, 0.7, 0, 0.3])).toBeLessThan(
      1e-10,
    );
    for (const { weights } of frontier.corners)
      expect((weights[2] ?? 0) + (weights[3] ?? 0)).toBeLessThan(0.3 + 1e-12);
  });

  it('holds an equality row and one that the budget already implies', () => {
    const frontier = buildFrontier(
      withRows(
        { weights: [1, 1, 1, 1], lower: 1, upper: 1 },
        { weights: [0, 0, 1, 1], lower: 0.5, upper: 0.5 },
      ),
    );
    for (const { weights } of frontier.corners)
      expect((weights[2] ?? 0) + (weights[3] ?? 0)).toBeCloseTo(0.5, 12);
  });

  it('names the row that cannot be met', () => {
    const renten = { weights: [1, 1, 0, 0], lower: 0.6, upper: 1, name: 'Renten' };
    const aktien = { weights: [0, 0, 1, 1], lower: 0.5, upper: 1 };
    const atMost = (upper: number) => ({ lower: 0, upper });
    const refusal = (...rows: GroupRow[]) => {
      try {
        buildFrontier(withRows(...rows));
      } catch (error) {
        if (error instanceof EngineError && error.code === 'INFEASIBLE')
          return `${error.path}: ${error.message}`;
        throw error;
      }
      return 'feasible';
    };
    const together = 'together with the other rows';
    expect(refusal(renten, aktien)).toBe(
      `groups[0].lower: no weights satisfy group row Renten (at least 0.6) ${together}`,
    );
    expect(refusal(aktien, renten)).toBe(
      `groups[1].lower: no weights satisfy group row Renten (at least 0.6) ${together}`,
    );
    expect(refusal({ ...renten, ...atMost(0.3) }, { ...aktien, ...atMost(0.4) })).toBe(
      `groups[1].upper: no weights satisfy group row 1 (at most 0.4) ${together}`,
    );
    expect(refusal({ ...renten, ...atMost(0.4) }, { ...aktien, ...atMost(0.3) })).toBe(
      `groups[1].upper: no weights satisfy group row 1 (at most 0.3) ${together}`,
    );
    expect(refusal({ ...renten, lower: 0.4, upper: 0.4 }, { ...renten, lower: 0.3, upper: 0.3 })).toBe(
      `groups[1].lower: no weights satisfy group row Renten (at least 0.3) ${together}`,
    );
    expect(refusal({ ...aktien, ...atMost(0.3) }, { ...renten, ...atMost(0.4) })).toBe(
      `groups[0].upper: no weights satisfy group row 0 (at most 0.3) ${together}`,
    );
    const loose = { weights: [1, 0, 0, 0], lower: 0, upper: 1 };
    expect(refusal(loose, { ...renten, ...atMost(0.4) }, { ...aktien, ...atMost(0.3) })).toBe(
      `groups[2].upper: no weights satisfy group row 2 (at most 0.3) ${together}`,
    );
    expect(refusal({ weights: [1, 1, 1, 1], lower: 0.4, upper: 0.4 })).toBe(
      `groups[0].lower: no weights satisfy group row 0 (at least 0.4) ${together}`,
    );
    // A weight of 1.5 in the first asset; a negative one in the first and in the third.
    expect(refusal({ weights: [3, 0, 0, 0], lower: 4.5, upper: 9 })).toBe(
      `upperBounds[0]: no weights satisfy upperBounds[0] ${together}`,
    );
    expect(refusal({ weights: [1, 0, 0, 0], lower: -3, upper: -0.1 })).toBe(
      `lowerBounds[0]: no weights satisfy lowerBounds[0] ${together}`,
    );
    expect(refusal({ weights: [0, 0, 1, 0], lower: -3, upper: -0.1 })).toBe(
      `lowerBounds[2]: no weights satisfy lowerBounds[2] ${together}`,
    );
    expect(refusal({ weights: [0, 0, 1, 0], lower: 1.5, upper: 3 })).toBe(
      `upperBounds[2]: no weights satisfy upperBounds[2] ${together}`,
    );
  });
});

describe('refusals', () => {
  it.each([
    [{ lowerBounds: [0.6, 0.6] }, 'lowerBounds'],
    [{ upperBounds: [0.4, 0.5] }, 'upperBounds'],
    [{ lowerBounds: [0.5, 0], upperBounds: [0.4, 1] }, 'lowerBounds[0]'],
  ])('names infeasible bounds %j', (bounds, path) => {
    expect(() => buildFrontier({ ...longOnly([0.1, 0.2], diagonal([1, 1])), ...bounds })).toThrow(
      expect.objectContaining({ code: 'INFEASIBLE', path }),
    );
  });

  it('refuses an indefinite covariance and an asymmetric one', () => {
    const mu = [0.1, 0.2];
    expect(() =>
      buildFrontier(
        longOnly(mu, [
          [1, 2],
          [2, 1],
        ]),
      ),
    ).toThrow(expect.objectContaining({ code: 'COV_NOT_PSD' }));
    expect(() =>
      buildFrontier(
        longOnly(mu, [
          [1, 0.5],
          [0.4, 1],
        ]),
      ),
    ).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', path: 'covariance[1][0]' }));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %s and names the place', (value) => {
    expect(() => buildFrontier(longOnly([0.1, value], diagonal([1, 1])))).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', path: 'expectedReturns[1]' }),
    );
    expect(() => buildFrontier(longOnly([0.1, 0.2], diagonal([1, value])))).toThrow(
      expect.objectContaining({ path: 'covariance[1][1]' }),
    );
  });

  it('refuses an empty problem', () => {
    expect(() => buildFrontier(longOnly([], []))).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});

describe('restart', () => {
  const input = longOnly(
    [0.02, 0.04, 0.06, 0.08, 0.05],
    [
      [0.01, 0.002, 0.001, 0.003, 0],
      [0.002, 0.03, 0.01, 0.01, 0.004],
      [0.001, 0.01, 0.05, 0.02, 0.003],
      [0.003, 0.01, 0.02, 0.09, 0.01],
      [0, 0.004, 0.003, 0.01, 0.02],
    ],
  );

  it.each([[[0]], [[1]], [[0, 1, 2]], [[2, 3]]])(
    'finds the same frontier when forced at steps %j',
    (steps) => {
      const calm = buildFrontier(input);
      const forced = buildFrontier(input, { forceRestartAtSteps: steps });
      expect(forced.restarts).toBe(steps.length);
      for (const corner of calm.corners) {
        expect(distance(atLambda(forced, corner.lambda).weights, Array.from(corner.weights))).toBeLessThan(
          1e-7,
        );
      }
    },
  );
});

describe('read-off', () => {
  const frontier = buildFrontier(longOnly([0.02, 0.06], diagonal([0.01, 0.04])));

  it('finds volatility, return, utility and Sharpe in closed form', () => {
    expect(atVolatility(frontier, 0.15).volatility).toBeCloseTo(0.15, 14);
    expect(atReturn(frontier, 0.04).expectedReturn).toBeCloseTo(0.04, 14);
    // w1 = (S(2,2) + lambda (mu1 - mu2)) / (S(1,1) + S(2,2)) for two uncorrelated assets
    expect(
      distance(atLambda(frontier, 0.25).weights, [(0.04 - 0.25 * 0.04) / 0.05, (0.01 + 0.25 * 0.04) / 0.05]),
    ).toBeLessThan(1e-10);
    // tangency proportional to S^-1 (mu - rf) = (1, 1.25) for rf = 0.01
    expect(distance(atMaximumSharpe(frontier, 0.01).weights, [1 / 2.25, 1.25 / 2.25])).toBeLessThan(1e-10);
  });

  it('gives the nearest end and says so', () => {
    expect(atVolatility(frontier, 0.01)).toMatchObject({ reached: false, weights: [0.8, 0.2] });
    expect(atVolatility(frontier, 0.9)).toMatchObject({ reached: false, weights: [0, 1] });
    expect(atReturn(frontier, 0.2)).toMatchObject({ reached: false, weights: [0, 1] });
    expect(atReturn(frontier, 0.001).reached).toBe(false);
    expect(atLambda(frontier, 99).weights).toEqual([0, 1]);
  });
});
