import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RatedRow, rateColumn, riskContributionsOf } from './rate-column.ts';

/** Equity 20 %, bonds 5 % (correlation 0.2), and one nobody has data of. */
const rows: readonly RatedRow[] = [
  { place: 0, equityQuota: 1, expectedReturn: 0.07 },
  { place: 1, equityQuota: 0, expectedReturn: 0.03 },
  { place: null, equityQuota: 0.5, expectedReturn: null },
];
const covariance = [
  [0.04, 0.002],
  [0.002, 0.0025],
];
const target = { target: 10, range: 2 };
const rate = (weights: number[]) => rateColumn(rows, covariance, weights, 'VOLATILITY', target);
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('rating of a column', () => {
  it('is the measure of what it holds, in its band', () => {
    // sqrt(0.25 * 0.04 + 0.25 * 0.0025 + 0.5 * 0.002) = sqrt(0.011625)
    expect(rate([0.5, 0.5, 0])).toEqual({
      riskRating: 10.78,
      equityQuota: 0.5,
      status: 'in',
      volatility: Math.sqrt(0.011625),
      expectedReturn: 0.05,
    });
    expect(rateColumn(rows, null, [0.5, 0.4, 0.1], 'EQUITY_QUOTA', target).riskRating).toBe(55);
    expect(rate([0.5, 0.4, 0.1])).toMatchObject({
      riskRating: null,
      status: 'unknown',
      expectedReturn: null,
    });
    expect(rateColumn(rows, covariance, [1], 'VOLATILITY', { target: null, range: null }).status).toBe(
      'unknown',
    );
  });

  it('asks neither for the order of the rows nor for rows without a share', () => {
    fc.assert(
      fc.property(share, share, (equity, bonds) => {
        const one = rate([equity, bonds, 0]);
        const other = rateColumn(
          [rows[2], rows[1], rows[0]].flatMap((row) => row ?? []),
          covariance,
          [0, bonds, equity],
          'VOLATILITY',
          target,
        );
        expect(other.riskRating).toBeCloseTo(one.riskRating ?? Number.NaN, 1);
        expect(other.volatility).toBeCloseTo(one.volatility ?? Number.NaN, 12);
        expect(other.expectedReturn).toBeCloseTo(one.expectedReturn ?? Number.NaN, 12);
        expect(other.equityQuota).toBeCloseTo(one.equityQuota, 12);
      }),
    );
  });

  it('splits into contributions that sum to one', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), share, (equity, bonds) => {
        const parts = riskContributionsOf(rows, covariance, [equity, bonds, 0]) ?? [];
        expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1, 9);
      }),
    );
    expect(riskContributionsOf(rows, covariance, [0.5, 0.4, 0.1])).toBeNull();
  });
});
