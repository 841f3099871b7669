import { describe, expect, it } from 'vitest';
import { valueOfTicks } from './holdings.ts';
import { feeOf, toCents } from './plan-input.ts';

describe('money', () => {
  it('rounds half away from zero and caps fees', () => {
    expect([toCents(0.005), toCents(-0.005), toCents(1.004), toCents(1.005), toCents(2.675)]).toEqual([
      1, -1, 100, 101, 268,
    ]);
    const fee = { fixed: 1, percent: 0.01, cap: 5 };
    expect([
      feeOf(fee, 0),
      feeOf(fee, 10_000),
      feeOf(fee, 100_000),
      feeOf({ ...fee, cap: null }, 100_000),
    ]).toEqual([0, 200, 500, 1100]);
    expect(valueOfTicks(1234, 10, 3)).toBe(1234);
  });
});
