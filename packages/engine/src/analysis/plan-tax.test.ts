import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlannedSale, partialExemption, planTax, type TaxedHolding } from './plan-tax.ts';

const held = (fundId: number, costValue: number | null, equityQuota: number | null): TaxedHolding => ({
  fundId,
  quantity: 100,
  costValue,
  equityQuota,
});
const sale = (fundId: number, quantity: number, amount: number): PlannedSale => ({
  fundId,
  quantity,
  amount,
});

describe('tax of a plan', () => {
  it('is what a calculator says', () => {
    // Equity: 10,000 for 6,000, 30 % free of 4,000 = 2,800. Half of a bond fund: 2,500 for 2,000, all of 500.
    const tax = planTax(
      [sale(1, 100, 10_000), sale(2, 50, 2500)],
      [held(1, 6000, 0.9), held(2, 4000, 0)],
      1000,
    );
    expect(tax.sales).toMatchObject([
      { gain: 4000, exemption: 0.3, taxable: 2800 },
      { gain: 500, exemption: 0, taxable: 500 },
    ]);
    // (3,300 - 1,000) x 26.375 %.
    expect(tax).toMatchObject({
      gain: 4500,
      taxable: 3300,
      allowanceUsed: 1000,
      tax: 606.63,
      unknownAmount: 0,
    });
  });

  it('lets losses count against gains, and never asks for less than nothing', () => {
    const holdings = [held(1, 6000, 0.9), held(2, 9000, 0.3)];
    expect(planTax([sale(1, 100, 7000), sale(2, 100, 8500)], holdings, 0)).toMatchObject({
      taxable: 275,
      tax: 72.53,
    });
    expect(planTax([sale(2, 100, 8000)], holdings, 500)).toMatchObject({
      gain: -1000,
      taxable: -850,
      allowanceUsed: 0,
      tax: 0,
    });
  });

  it('says what it does not know', () => {
    const holdings = [held(1, null, 0.9), held(2, 1000, null)];
    expect(planTax([sale(1, 1, 10), sale(2, 1, 20), sale(3, 1, 30)], holdings, 0)).toMatchObject({
      gain: null,
      taxable: null,
      tax: null,
      unknownAmount: 60,
    });
    expect(planTax([sale(1, 1, 10), sale(4, 100, 20)], [...holdings, held(4, 10, 0)], 0)).toMatchObject({
      gain: 10,
      unknownAmount: 10,
    });
  });

  it.each([
    [0.24, 0],
    [0.25, 0.15],
    [0.5, 0.15],
    [0.51, 0.3],
  ])('frees of a share of equity of %d the part %d', (quota, exemption) => {
    expect(partialExemption(quota)).toBe(exemption);
  });

  it('equals first in, first out wherever all is sold, whatever the purchases', () => {
    const lot = fc.record({
      quantity: fc.integer({ min: 1, max: 100 }),
      price: fc.double({ min: 1, max: 500, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(lot, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 1, max: 500, noNaN: true }),
        (lots, price) => {
          let gain = 0;
          for (const { quantity, price: paid } of lots) gain += quantity * (price - paid);
          const quantity = lots.reduce((sum, one) => sum + one.quantity, 0);
          const costValue = lots.reduce((sum, one) => sum + one.quantity * one.price, 0);
          const tax = planTax(
            [sale(1, quantity, quantity * price)],
            [{ fundId: 1, quantity, costValue, equityQuota: 0 }],
            0,
          );
          expect(tax.gain).toBeCloseTo(gain, 1);
          expect(tax.tax).toBeCloseTo(Math.max(0, gain) * 0.26375, 1);
        },
      ),
    );
  });
});
