import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlationClusters, heldRisk, type RiskGroup, type RiskHolding } from './held-risk.ts';

const groups: RiskGroup[] = [
  { peergroupId: 1, expectedReturn: 0.02, covariance: [0.01, 0.006] },
  { peergroupId: 2, expectedReturn: 0.06, covariance: [0.006, 0.04] },
];
const held = (
  fundId: number,
  value: number,
  peergroupId: number | null,
  trackingError: number | null = 0,
) => ({
  fundId,
  value,
  peergroupId,
  trackingError,
});

describe('risk of what is held', () => {
  it('is what a calculator says', () => {
    // 60 % at 10 %, 40 % at 20 %, covariance 0.006: 0.0036 + 0.0064 + 2 x 0.24 x 0.006 = 0.01288.
    const risk = heldRisk([held(1, 600, 1), held(2, 400, 2)], groups, 0);
    expect(risk.volatility).toBeCloseTo(Math.sqrt(0.01288), 12);
    expect(risk.expectedReturn).toBeCloseTo(0.6 * 0.02 + 0.4 * 0.06, 12);
    // 0.6 x (0.006 + 0.0024) and 0.4 x (0.0036 + 0.016), over the volatility.
    expect(risk.parts.map(({ share }) => share)).toEqual([
      expect.closeTo(0.00504 / 0.01288, 12),
      expect.closeTo(0.00784 / 0.01288, 12),
    ]);
  });

  it('counts cash without risk and return', () => {
    const risk = heldRisk([held(1, 500, 1, 0.05)], groups, 500);
    expect(risk.volatility).toBeCloseTo(0.5 * Math.sqrt(0.01 + 0.0025), 12);
    expect(risk.expectedReturn).toBeCloseTo(0.01, 12);
  });

  it('is unknown with more than five percent unknown, and stays known at five', () => {
    const unknown = heldRisk([held(1, 949, 1), held(2, 51, null)], groups, 0);
    expect(unknown).toMatchObject({ volatility: null, expectedReturn: null });
    expect(unknown.parts.every(({ contribution, share }) => contribution === null && share === null)).toBe(
      true,
    );
    const known = heldRisk([held(1, 950, 1), held(2, 50, 2, null)], groups, 0);
    expect(known.volatility).toBeCloseTo(0.095, 12);
    expect(known.expectedReturn).toBeCloseTo(0.02, 12);
    expect(known.parts[1]).toMatchObject({ contribution: null, share: null, volatility: null });
  });

  it('has no expected return where a group has none, and nothing of nothing', () => {
    const silent = groups.map((group) => ({ ...group, expectedReturn: null }));
    expect(heldRisk([held(1, 1, 1)], silent, 0)).toMatchObject({ volatility: 0.1, expectedReturn: null });
    expect(heldRisk([], groups, 0)).toMatchObject({ value: 0, volatility: null, expectedReturn: null });
  });
});

/** Random loadings on three factors make any covariance positive semidefinite. */
const market = fc
  .array(
    fc.tuple(
      fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      fc.double({ min: 0.01, max: 0.3, noNaN: true }),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((loads) =>
    loads.map(
      ([a, b], k): RiskGroup => ({
        peergroupId: k + 1,
        expectedReturn: 0.03,
        covariance: loads.map(([c, d]) => a * c + b * d),
      }),
    ),
  );
const depot = (count: number) =>
  fc.array(
    fc.tuple(
      fc.double({ min: 1, max: 1e5, noNaN: true }),
      fc.integer({ min: 1, max: count }),
      fc.double({ min: 0, max: 0.2, noNaN: true }),
    ),
    { minLength: 1, maxLength: 8 },
  );
const cases = market.chain((all) =>
  fc.tuple(
    fc.constant(all),
    depot(all.length).map((funds) => funds.map(([value, group, te], k) => held(k + 1, value, group, te))),
    fc.double({ min: 0, max: 1e4, noNaN: true }),
  ),
);
const entry = (all: readonly RiskGroup[], a: RiskHolding, b: RiskHolding): number =>
  (all[(a.peergroupId ?? 0) - 1]?.covariance[(b.peergroupId ?? 0) - 1] ?? 0) +
  (a === b ? (a.trackingError ?? 0) ** 2 : 0);
/** Volatility of weights by the covariance fund by fund, summed out. */
const sigmaOf = (all: readonly RiskGroup[], funds: readonly RiskHolding[], weights: readonly number[]) =>
  Math.sqrt(
    funds.reduce(
      (sum, a, i) =>
        sum + funds.reduce((row, b, j) => row + (weights[i] ?? 0) * (weights[j] ?? 0) * entry(all, a, b), 0),
      0,
    ),
  );

describe('contributions to the risk', () => {
  it('add up to it and are the slope of the volatility, as measured by moving each weight', () => {
    fc.assert(
      fc.property(cases, ([all, funds, cash]) => {
        const risk = heldRisk(funds, all, cash);
        const weights = risk.parts.map(({ weight }) => weight);
        const sigma = sigmaOf(all, funds, weights);
        expect(risk.volatility).toBeCloseTo(sigma, 9);
        expect(risk.parts.reduce((sum, { contribution }) => sum + (contribution ?? 0), 0)).toBeCloseTo(
          sigma,
          9,
        );
        if (sigma < 1e-3) return;
        risk.parts.forEach(({ weight, contribution }, k) => {
          const at = (step: number) =>
            sigmaOf(
              all,
              funds,
              weights.map((one, j) => (j === k ? one + step : one)),
            );
          expect(contribution).toBeCloseTo((weight * (at(1e-5) - at(-1e-5))) / 2e-5, 5);
        });
      }),
    );
  });
});

describe('clusters', () => {
  it('are chains of close pairs, named with their share', () => {
    const line: RiskGroup[] = [
      { peergroupId: 1, expectedReturn: null, covariance: [1, 0.95, 0.8, 0] },
      { peergroupId: 2, expectedReturn: null, covariance: [0.95, 1, 0.92, 0] },
      { peergroupId: 3, expectedReturn: null, covariance: [0.8, 0.92, 1, 0] },
      { peergroupId: 4, expectedReturn: null, covariance: [0, 0, 0, 1] },
    ];
    const funds = [1, 2, 3, 4].map((k) => held(k, 100, k));
    expect(correlationClusters([...funds, held(9, 50, null)], line, 50)).toEqual([
      { fundIds: [1, 2, 3], weight: 0.6, lowest: 0.92, highest: 0.95 },
    ]);
    expect(correlationClusters(funds, line, 0, 0.96)).toEqual([]);
    // Of nothing no fund is a part.
    const worthless = funds.map((fund) => ({ ...fund, value: 0 }));
    expect(correlationClusters(worthless, line, 0)).toEqual([]);
  });

  it('let no close pair stand apart and bind nobody without one', () => {
    fc.assert(
      fc.property(cases, ([all, funds, cash]) => {
        const clusters = correlationClusters(funds, all, cash);
        const clusterOf = (fundId: number) => clusters.findIndex(({ fundIds }) => fundIds.includes(fundId));
        for (const a of funds) {
          const partners = funds.filter((b) => {
            const scale = Math.sqrt(entry(all, a, a) * entry(all, b, b));
            return a !== b && entry(all, a, b) / scale >= 0.9;
          });
          for (const b of partners) expect(clusterOf(b.fundId)).toBe(clusterOf(a.fundId));
          expect(clusterOf(a.fundId) >= 0).toBe(partners.length > 0);
        }
        expect(clusters.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});
