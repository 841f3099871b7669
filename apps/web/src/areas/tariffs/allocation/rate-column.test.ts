import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RatingBasis, rateColumn, riskContributions } from './rate-column.ts';

/** Three groups: equity 20 %, bonds 5 % (correlation 0.2), and one nobody has data of. */
const basis: RatingBasis = {
  measure: 'VOLATILITY',
  classes: [{ riskClassId: 1, target: 10, range: 2 }],
  rows: new Map([
    [11, { place: 0, equityQuota: 1, expectedReturn: 0.07 }],
    [12, { place: 1, equityQuota: 0, expectedReturn: 0.03 }],
    [13, { place: null, equityQuota: 0.5, expectedReturn: null }],
  ]),
  covariance: [
    [0.04, 0.002],
    [0.002, 0.0025],
  ],
};
const ids = [11, 12, 13];
const rate = (tenths: number[], other: Partial<RatingBasis> = {}) =>
  rateColumn({ ...basis, ...other }, basis.classes[0], ids, tenths);

describe('rating of a column', () => {
  it('is the volatility of what it holds, in percent', () => {
    // sqrt(0.25 * 0.04 + 0.25 * 0.0025 + 0.5 * 0.002) = sqrt(0.011625)
    expect(rate([500, 500, 0])).toEqual({
      riskRating: 10.78,
      equityQuota: 0.5,
      status: 'in',
      volatility: Math.sqrt(0.011625),
      expectedReturn: 0.05,
    });
  });

  it('is the value at risk or the quota where those are measured', () => {
    expect(rate([500, 500, 0], { measure: 'VALUE_AT_RISK' }).riskRating).toBe(21.13);
    expect(rate([500, 500, 0], { measure: 'EQUITY_QUOTA' })).toMatchObject({
      riskRating: 50,
      status: 'above',
    });
  });

  it('is not known with a share of a group without data, and not spoiled by one that is not used', () => {
    expect(rate([500, 400, 100])).toMatchObject({
      riskRating: null,
      status: 'unknown',
      volatility: null,
      expectedReturn: null,
    });
    expect(rate([500, 400, 100], { measure: 'EQUITY_QUOTA' }).riskRating).toBe(55);
    expect(rate([0, 0, 0])).toMatchObject({ riskRating: 0, status: 'below' });
  });

  it('has no band without a target', () => {
    expect(rateColumn(basis, undefined, ids, [1000, 0, 0]).status).toBe('unknown');
  });

  it('splits into contributions that sum to one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 1000 }), (equity, bonds) => {
        const parts = riskContributions(basis, ids, [equity, bonds, 0]) ?? [];
        expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
        expect(parts.every(({ share }, index) => share <= (parts[index - 1]?.share ?? 1))).toBe(true);
      }),
    );
    expect(riskContributions(basis, ids, [500, 400, 100])).toBeNull();
    expect(riskContributions(basis, ids, [0, 0, 0])).toBeNull();
  });
});
