import { describe, expect, it } from 'vitest';
import { buildFrontier, type Frontier } from './efficient-frontier.ts';
import { atLambda, atMaximumSharpe, atReturn, atVolatility } from './read-off.ts';

const diagonal = (...variances: number[]) =>
  variances.map((variance, i) => variances.map((_, j) => (i === j ? variance : 0)));

function longOnly(expectedReturns: readonly number[], covariance: readonly (readonly number[])[]): Frontier {
  return buildFrontier({
    expectedReturns,
    covariance,
    lowerBounds: expectedReturns.map(() => 0),
    upperBounds: expectedReturns.map(() => 1),
  });
}

// Corners: (0.8, 0.2) at lambda 0, (0, 1) at lambda 1 = (S(2,2) - S(1,2)) / (mu2 - mu1).
const two = longOnly([0.02, 0.06], diagonal(0.01, 0.04));
// A riskless asset of 1 % and a risky one: the frontier is a straight line from (1, 0).
const withCash = longOnly([0.01, 0.05], diagonal(0, 0.04));

describe('a point between two corners', () => {
  it('has its own lambda, return and volatility', () => {
    expect(two.corners.map(({ lambda }) => lambda)).toEqual([0, expect.closeTo(1, 12)]);
    const point = atReturn(two, 0.04);
    // t = 3/8 of the way: weights (0.5, 0.5), lambda 0.375, variance (0.01 + 0.04) / 4
    expect(point.reached).toBe(true);
    expect(point.weights).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.5, 12)]);
    expect(point.lambda).toBeCloseTo(0.375, 12);
    expect(point.expectedReturn).toBeCloseTo(0.04, 14);
    expect(point.volatility).toBeCloseTo(Math.sqrt(0.0125), 14);
    expect(point.weights).toHaveLength(2);
    expect(atVolatility(two, Math.sqrt(0.0125))).toMatchObject({
      reached: true,
      lambda: expect.closeTo(0.375, 10),
    });
    expect(atLambda(two, 0.375)).toMatchObject({ reached: true, expectedReturn: expect.closeTo(0.04, 12) });
  });

  it('of three corners lies on the right segment', () => {
    const three = longOnly([0.02, 0.06, 0.12], diagonal(0.01, 0.04, 0.16));
    expect(three.corners.length).toBeGreaterThan(2);
    const [, middle] = three.corners;
    for (const end of [atVolatility(three, 9), atReturn(three, 9)]) expect(end.weights[2]).toBeCloseTo(1, 12);
    const lambda = middle!.lambda;
    for (const at of [lambda / 2, lambda, (lambda + three.corners.at(-1)!.lambda) / 2]) {
      const point = atLambda(three, at);
      expect(point.lambda).toBeCloseTo(at, 12);
      expect(atReturn(three, point.expectedReturn).lambda).toBeCloseTo(at, 10);
      expect(atVolatility(three, point.volatility).lambda).toBeCloseTo(at, 10);
    }
  });
});

describe('the ends', () => {
  it('are reached exactly and to a hair beyond, and not farther', () => {
    const low = Math.sqrt(two.corners[0]!.variance);
    const high = Math.sqrt(two.corners.at(-1)!.variance);
    const reached = (volatility: number) => atVolatility(two, volatility).reached;
    expect([reached(low), reached(low * (1 - 5e-13)), reached(low * (1 - 1e-11))]).toEqual([
      true,
      true,
      false,
    ]);
    expect([reached(high), reached(high * (1 + 5e-13)), reached(high * (1 + 1e-11))]).toEqual([
      true,
      true,
      false,
    ]);
    const top = two.corners.at(-1)!.expectedReturn;
    const reachedReturn = (value: number) => atReturn(two, value).reached;
    expect([reachedReturn(top), reachedReturn(top + 5e-13), reachedReturn(top + 2e-12)]).toEqual([
      true,
      true,
      false,
    ]);
    const bottom = two.corners[0]!.expectedReturn;
    expect([reachedReturn(bottom), reachedReturn(bottom - 5e-13), reachedReturn(bottom - 2e-12)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(atReturn(two, -1)).toMatchObject({ reached: false, weights: [0.8, 0.2] });
  });

  it('allow rounding in proportion to a return far above one', () => {
    const large = longOnly([2, 600], diagonal(0.01, 0.04));
    expect(atReturn(large, 600 + 5e-10).reached).toBe(true);
    expect(atReturn(large, 600 + 7e-10).reached).toBe(false);
  });

  it('of the risk tolerance are always reached', () => {
    expect(atLambda(two, 0)).toMatchObject({ reached: true, weights: [0.8, 0.2], lambda: 0 });
    expect(atLambda(two, 50)).toMatchObject({ reached: true, weights: [0, 1] });
  });

  it('may be one and the same point', () => {
    const flat = longOnly([0.05, 0.05], diagonal(0.01, 0.01));
    expect(atVolatility(flat, Math.sqrt(0.005))).toMatchObject({ reached: true, weights: [0.5, 0.5] });
    expect(atReturn(flat, 0.06).reached).toBe(false);
    expect(atMaximumSharpe(flat, 0.01).sharpe).toBeCloseTo(0.04 / Math.sqrt(0.005), 12);
  });
});

describe('the highest Sharpe ratio', () => {
  it('lies at the tangency, with its ratio', () => {
    // S^-1 (mu - rf) = (1, 1.25) for rf = 0.01: weights 4/9 and 5/9
    const best = atMaximumSharpe(two, 0.01);
    expect(best.weights).toEqual([expect.closeTo(4 / 9, 12), expect.closeTo(5 / 9, 12)]);
    // squared ratio = (mu - rf)' S^-1 (mu - rf) = 0.01 + 0.0625
    expect(best.sharpe).toBeCloseTo(Math.sqrt(0.0725), 12);
    expect(best.sharpe).toBeCloseTo((best.expectedReturn - 0.01) / best.volatility, 12);
  });

  it('lies at an end if the tangency lies beyond it', () => {
    expect(atMaximumSharpe(two, 0.05).weights).toEqual([0, 1]);
    expect(atMaximumSharpe(two, 0.05).sharpe).toBeCloseTo(0.05, 12);
    // just above the return of the first asset the tangency would hold less than nothing of it
    expect(atMaximumSharpe(two, 0.021).weights).toEqual([0, 1]);
    // a rate far below all returns: the minimum variance; with a cap of 0.7 the tangency would lie below the first corner
    const capped = buildFrontier({
      expectedReturns: [0.02, 0.06],
      covariance: diagonal(0.01, 0.04),
      lowerBounds: [0, 0],
      upperBounds: [0.7, 1],
    });
    const lowest = atMaximumSharpe(capped, -100);
    expect(lowest.weights).toEqual([expect.closeTo(0.7, 9), expect.closeTo(0.3, 9)]);
    expect((lowest.sharpe ?? 0) * lowest.volatility).toBeCloseTo(100.032, 9);
    expect(atMaximumSharpe(two, -100).weights).toEqual([expect.closeTo(0.8, 3), expect.closeTo(0.2, 3)]);
  });

  it('on a later segment has the ratio of its own return and volatility', () => {
    const three = longOnly([0.02, 0.06, 0.12], diagonal(0.01, 0.04, 0.16));
    const [, second] = three.corners;
    for (const rate of [0.021, 0.03, 0.04, 0.05]) {
      const best = atMaximumSharpe(three, rate);
      expect(best.lambda).toBeGreaterThan(second!.lambda);
      expect(best.sharpe).toBeCloseTo((best.expectedReturn - rate) / best.volatility, 12);
      for (const near of [0.999, 1.001]) {
        const beside = atLambda(three, best.lambda * near);
        expect(best.sharpe).toBeGreaterThanOrEqual(
          (beside.expectedReturn - rate) / beside.volatility - 1e-15,
        );
      }
    }
  });

  it('is that of the least loss if every excess is negative', () => {
    // -0.04 / 0.2 at the top, (-0.072) / 0.0894 at minimum variance
    const best = atMaximumSharpe(two, 0.1);
    expect(best.weights).toEqual([0, 1]);
    expect(best.sharpe).toBeCloseTo(-0.2, 12);
  });

  it('counts a riskless portfolio by the sign of its excess', () => {
    // With the riskless rate itself the ratio is that of the risky asset on the whole line: 0.04 / 0.2.
    expect(atMaximumSharpe(withCash, 0.01).sharpe).toBeCloseTo(0.2, 9);
    // Below it the riskless asset has an infinite ratio: it wins, and what cannot be said in numbers is null.
    expect(atMaximumSharpe(withCash, 0.005)).toMatchObject({
      sharpe: null,
      weights: [expect.closeTo(1, 14), expect.closeTo(0, 14)],
    });
    // Above all returns the risky asset loses least: -0.01 / 0.2.
    expect(atMaximumSharpe(withCash, 0.06)).toMatchObject({
      weights: [expect.closeTo(0, 14), 1],
      sharpe: expect.closeTo(-0.05, 9),
    });
    // Above it the riskless asset is the worst: 0.03 / 0.2 at the top.
    expect(atMaximumSharpe(withCash, 0.02).weights).toEqual([expect.closeTo(0, 14), 1]);
    expect(atMaximumSharpe(withCash, 0.02).sharpe).toBeCloseTo(0.15, 9);
    expect(atMaximumSharpe(longOnly([0.05], [[0]]), 0.05).sharpe).toBeNull();
  });
});
