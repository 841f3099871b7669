import type { MovementKind } from '@depotwerk/domain/contracts/fund-movements';
import { describe, expect, it } from 'vitest';
import cases from '../fixtures/recomputed-taxes.json' with { type: 'json' };
import type { FundMovement } from './fund-lots.ts';
import { planTax, type TaxedHolding } from './plan-tax.ts';

/*
 * Sales of plans of the demo with what is recorded of their funds. Gain, exemption and tax were worked out beside the engine in exact
 * fractions by a program of its own, purchase by purchase: over 36 plans with 182 sales both agreed to the cent.
 */
const holdingsOf = ({ holdings }: (typeof cases)[number]): TaxedHolding[] =>
  holdings.map(({ movements, ...held }) => ({
    ...held,
    movements: movements.map(
      ([kind, day, quantity, amount]): FundMovement => ({
        // The file holds purchases and sales only.
        kind: kind as MovementKind,
        day: String(day),
        acquiredDay: null,
        quantity: Number(quantity),
        factor: null,
        amount: Number(amount),
      }),
    ),
  }));

describe('gain and tax of sales against figures worked out beside the engine', () => {
  it.each(cases)('$name', (one) => {
    for (const [terms, expected] of Object.entries(one.taxes)) {
      const [allowance = 0, churchTaxRate = 0] = terms.split('/').map(Number);
      const found = planTax(one.sales, holdingsOf(one), { allowance, churchTaxRate });
      expect(found.sales.map(({ basis, exemption }) => [basis, exemption])).toEqual(
        one.sales.map(({ basis, exemption }) => [basis, exemption]),
      );
      // Every sale is rounded to the cent, and what is split of a purchase as well.
      found.sales.forEach(({ gain }, k) => expect(gain).toBeCloseTo(one.sales[k]?.gain ?? Number.NaN, 1));
      const cents = 0.005 * (one.sales.length + 2);
      expect(Math.abs((found.gain ?? Number.NaN) - one.gain)).toBeLessThan(cents);
      expect(Math.abs((found.taxable ?? Number.NaN) - one.taxable)).toBeLessThan(cents);
      expect(Math.abs((found.tax ?? Number.NaN) - expected)).toBeLessThan(cents);
    }
  });
});
