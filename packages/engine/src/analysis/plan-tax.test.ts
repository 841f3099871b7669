import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FundMovement } from './fund-lots.ts';
import { type PlannedSale, partialExemption, planTax, type TaxedHolding, taxRate } from './plan-tax.ts';

const held = (fundId: number, costValue: number | null, equityQuota: number | null): TaxedHolding => ({
  fundId,
  quantity: 100,
  costValue,
  equityQuota,
  isRealEstate: false,
  movements: [],
});
const bought = (day: string, quantity: number, amount: number | null): FundMovement => ({
  kind: 'purchase',
  day,
  acquiredDay: null,
  quantity,
  factor: null,
  amount,
});
const free = (allowance: number) => ({ allowance, churchTaxRate: 0 });
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
      free(1000),
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

  it('rounds half a cent away from zero, whatever its binary fraction is', () => {
    // 70 % of 427.65 are 299.355 exactly.
    const gained = (gain: number) =>
      planTax([sale(1, 100, 1000 + gain)], [held(1, 1000, 0.9)], free(0)).taxable;
    expect(gained(427.65)).toBe(299.36);
    expect(gained(-427.65)).toBe(-299.36);
    expect(gained(427.64)).toBe(299.35);
  });

  it('lets losses count against gains, and never asks for less than nothing', () => {
    const holdings = [held(1, 6000, 0.9), held(2, 9000, 0.3)];
    expect(planTax([sale(1, 100, 7000), sale(2, 100, 8500)], holdings, free(0))).toMatchObject({
      taxable: 275,
      tax: 72.53,
    });
    expect(planTax([sale(2, 100, 8000)], holdings, free(500))).toMatchObject({
      gain: -1000,
      taxable: -850,
      allowanceUsed: 0,
      tax: 0,
    });
  });

  it('says what it does not know', () => {
    const holdings = [held(1, null, 0.9), held(2, 1000, null)];
    expect(planTax([sale(1, 1, 10), sale(2, 1, 20), sale(3, 1, 30)], holdings, free(0))).toMatchObject({
      gain: null,
      taxable: null,
      tax: null,
      unknownAmount: 60,
    });
    expect(planTax([sale(1, 1, 10), sale(4, 100, 20)], [...holdings, held(4, 10, 0)], free(0))).toMatchObject(
      {
        gain: 10,
        unknownAmount: 10,
      },
    );
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
            [{ ...held(1, costValue, 0), quantity }],
            free(0),
          );
          expect(tax.gain).toBeCloseTo(gain, 1);
          expect(tax.tax).toBeCloseTo(Math.max(0, gain) * 0.26375, 1);
        },
      ),
    );
  });

  it('sells what was bought first where the purchases are known, and says so', () => {
    // 100 units: 40 for 10 € in 2019, 60 for 20 € in 2022. 50 are sold for 30 €: 40 × 20 + 10 × 10 = 900; the average says 700.
    const movements = [bought('2022-05-02', 60, 1200), bought('2019-05-02', 40, 400)];
    const holding = { ...held(1, 1600, 0), movements };
    expect(planTax([sale(1, 50, 1500)], [holding], free(0)).sales).toMatchObject([
      { basis: 'lots', gain: 900, taxable: 900, unknownAmount: 0, isBeforeReform: false },
    ]);
    expect(planTax([sale(1, 50, 1500)], [{ ...holding, movements: [] }], free(0)).sales).toMatchObject([
      { basis: 'average', gain: 700 },
    ]);
    // The second sale meets what the first one left.
    const twice = planTax([sale(1, 40, 1200), sale(1, 10, 300)], [holding], free(0));
    expect(twice.sales).toMatchObject([{ gain: 800 }, { gain: 100 }]);
  });

  it('says of which part of a sale nothing is known, and never takes it for 0', () => {
    // 30 of 100 units have no purchase; they are the oldest and go first: of 50 sold 20 are known, with 20 × 12 − 200.
    const movements = [bought('2020-01-02', 70, 700)];
    const partly = planTax([sale(1, 50, 600)], [{ ...held(1, null, 0), movements }], free(0));
    expect(partly).toMatchObject({
      sales: [{ basis: 'partly', gain: 40, unknownQuantity: 30, unknownAmount: 360 }],
      gain: 40,
      unknownAmount: 360,
    });
    expect(planTax([sale(1, 30, 360)], [{ ...held(1, null, 0), movements }], free(0)).sales).toMatchObject([
      { basis: 'unknown', gain: null, unknownAmount: 360 },
    ]);
    expect(planTax([sale(1, 50, 600)], [{ ...held(1, 1000, 0), movements }], free(0)).sales).toMatchObject([
      { basis: 'average', gain: 100, unknownAmount: 0 },
    ]);
    const unpriced = [bought('2020-01-02', 50, null), bought('2021-01-02', 50, 500)];
    expect(
      planTax([sale(1, 60, 600)], [{ ...held(1, null, 0), movements: unpriced }], free(0)).sales,
    ).toMatchObject([{ basis: 'partly', gain: 0, unknownQuantity: 50, unknownAmount: 500 }]);
  });

  it('marks what was bought before the reform of 2018', () => {
    const holding = {
      ...held(1, null, 0.9),
      movements: [bought('2017-12-29', 50, 500), bought('2018-01-02', 50, 500)],
    };
    const isOld = (quantity: number) =>
      planTax([sale(1, quantity, 600)], [{ ...holding, quantity: 100 }], free(0)).sales[0]?.isBeforeReform;
    expect(isOld(10)).toBe(true);
    expect(
      planTax(
        [sale(1, 10, 600)],
        [{ ...holding, movements: holding.movements.slice(1), quantity: 50 }],
        free(0),
      ).sales[0]?.isBeforeReform,
    ).toBe(false);
  });

  it('marks what may have been bought before the reform, whatever its cost is taken from', () => {
    const recent = [bought('2020-01-02', 70, 700)];
    const marks = (costValue: number | null, movements: FundMovement[], quantity: number) =>
      planTax([sale(1, quantity, 600)], [{ ...held(1, costValue, 0.9), movements }], free(0)).sales.map(
        ({ basis, isBeforeReform }) => [basis, isBeforeReform],
      );
    // No purchase is recorded, or not of the oldest units.
    expect(marks(1000, [], 50)).toEqual([['average', true]]);
    expect(marks(1000, recent, 50)).toEqual([['average', true]]);
    expect(marks(null, recent, 50)).toEqual([['partly', true]]);
    expect(marks(null, [], 50)).toEqual([['unknown', true]]);
    expect(planTax([sale(2, 1, 10)], [], free(0)).sales).toMatchObject([{ isBeforeReform: true }]);
    // Days are known of all that is sold, prices are not.
    const unpriced = [bought('2020-01-02', 100, null)];
    expect(marks(1000, unpriced, 50)).toEqual([['average', false]]);
    expect(marks(null, unpriced, 50)).toEqual([['unknown', false]]);
    expect(marks(1000, [bought('2017-12-29', 100, null)], 50)).toEqual([['average', true]]);
  });

  it.each([
    // Published: 26.375 %, 27.8186 % (8 %) and 27.9951 % (9 %).
    [0, 0.26375],
    [0.08, 0.278186],
    [0.09, 0.279951],
  ])('takes with a church tax of %d the rate %d', (churchTaxRate, rate) => {
    expect(taxRate(churchTaxRate)).toBeCloseTo(rate, 6);
    const { tax } = planTax([sale(1, 100, 2000)], [held(1, 1000, 0)], { allowance: 0, churchTaxRate });
    expect(tax).toBeCloseTo(1000 * rate, 1);
  });

  it('knows funds of real estate, not shares of real estate companies', () => {
    expect(partialExemption(0, true)).toBe(0.6);
    expect(partialExemption(1, true)).toBe(0.3);
  });

  it('leaves nothing of a sale out: known and unknown part are its amount', () => {
    const movement = fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      quantity: fc.integer({ min: 1, max: 100 }),
      amount: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: null }),
    });
    fc.assert(
      fc.property(
        fc.array(movement, { maxLength: 6 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        (list, quantity, wanted) => {
          const movements = list.map((each) =>
            bought(`2021-03-${String(each.day).padStart(2, '0')}`, each.quantity, each.amount),
          );
          const sold = Math.min(wanted, quantity);
          const [judged] = planTax(
            [sale(1, sold, sold * 10)],
            [{ ...held(1, null, 0), quantity, movements }],
            free(0),
          ).sales;
          const cost = judged?.taken.reduce((sum, lot) => sum + (lot.cost ?? 0), 0) ?? 0;
          // Where no gain is known, nothing of the sale is.
          const known = judged?.gain === null ? 0 : (judged?.gain ?? 0) + cost;
          expect(known + (judged?.unknownAmount ?? 0)).toBeCloseTo(sold * 10, 6);
        },
      ),
    );
  });
});
