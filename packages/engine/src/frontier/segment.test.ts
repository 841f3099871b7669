import { describe, expect, it } from 'vitest';
import { atLower, atUpper, free } from './active-set.ts';
import { prepareProblem } from './problem.ts';
import { computeSegment } from './segment.ts';
import { createSegment } from './segment-memory.ts';

const row = { weights: [1, 0, 0], lower: 0.2, upper: 0.8 };
const problem = prepareProblem({
  expectedReturns: [0.02, 0.04, 0.06],
  covariance: [
    [0.01, 0, 0],
    [0, 0.02, 0],
    [0, 0, 0.03],
  ],
  lowerBounds: [0, 0, 0],
  upperBounds: [1, 1, 1],
  groups: [row, row],
});
const isSolved = (assets: number[], rows: number[], weights: number[], given = problem) =>
  computeSegment(
    given,
    Int8Array.from(assets),
    Int8Array.from(rows),
    Float64Array.from(weights),
    createSegment(given),
  );

describe('the line of an active set', () => {
  it('exists while there are at least as many free assets as rows', () => {
    expect(isSolved([free, free, free], [free, free], [0, 0, 0])).toBe(true);
    expect(isSolved([free, free, atLower], [atLower, free], [0, 0, 0])).toBe(true);
    expect(isSolved([atLower, atLower, free], [free, free], [0, 0, 0])).toBe(true);
    expect(isSolved([atLower, atLower, free], [atUpper, free], [0, 0, 0])).toBe(false);
    expect(isSolved([atLower, atLower, atUpper], [free, free], [0, 0, 1])).toBe(false);
  });

  it('does not exist for rows that say the same, or for a covariance that is not definite', () => {
    expect(isSolved([free, free, free], [atLower, atLower], [0, 0, 0])).toBe(false);
    const flat = { ...problem, covariance: new Float64Array(9).fill(1) };
    expect(isSolved([free, free, free], [free, free], [0, 0, 0], flat)).toBe(false);
    expect(isSolved([atLower, atLower, free], [free, free], [0, 0, 0], flat)).toBe(true);
  });
});
