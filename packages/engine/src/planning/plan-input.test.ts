import { describe, expect, it } from 'vitest';
import { toCents } from '../rounding/in-cents.ts';
import { valueOfTicks } from './holdings.ts';
import { defaultOrderRules, feeOf, planFeeOf } from './plan-input.ts';

describe('bills', () => {
  it('rounds half away from zero and caps fees', () => {
    expect([toCents(0.005), toCents(-0.005), toCents(1.004), toCents(1.005), toCents(2.675)]).toEqual([
      1, -1, 100, 101, 268,
    ]);
    // The nudge against binary fractions grows with the amount, but never to a cent.
    expect([toCents(10_000.004), toCents(1_234_567.005), toCents(-1_234_567.004)]).toEqual([
      1_000_000, 123_456_701, -123_456_700,
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

  it('owes the fee of a plan once, and only for a sale', () => {
    const rules = { ...defaultOrderRules, planFee: 25 };
    const [sell, buy] = [{ action: 'sell' }, { action: 'buy' }] as const;
    expect([[sell, buy, sell], [buy], []].map((orders) => planFeeOf(rules, orders))).toEqual([2500, 0, 0]);
    expect(planFeeOf(defaultOrderRules, [sell])).toBe(0);
  });
});
