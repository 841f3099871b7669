import { describe, expect, it } from 'vitest';
import {
  aContract,
  asTarget,
  aTariff,
  fund,
  hint,
  onTarget,
  position,
  withBond,
  withRules,
} from '../fixtures/check-fixture.ts';

/** Amounts at which binary fractions lie a little beside what people write. */
const odd = Array.from({ length: 400 }, (_, k) => (k + 1) * 12.37);

describe('a hint fires beyond its threshold and not at it, whatever binary fractions make of the amounts', () => {
  it('H17: a position that is worth the smallest order', () => {
    const held = (quantity: number, minimumOrder: number) =>
      hint(
        'H17',
        aContract([position('EQTY', 0, { quantity, price: 100 }), position('CASH', 900)]),
        withBond({}, withRules({ minimumOrder })),
      ).filter(({ subject }) => subject === 'EQTY').length;
    const hundredths = Array.from({ length: 500 }, (_, k) => k + 100);
    expect(hundredths.filter((units) => held(units / 100, units) > 0)).toEqual([]);
    expect(hundredths.filter((units) => held(units / 100, units + 0.01) === 0)).toEqual([]);
  });

  it('H20: cash of the reserve and 5 % of the whole', () => {
    const found = (beyond: number, reserve: number) => {
      const cash = Math.round(100 * (reserve + 500 + beyond)) / 100;
      const rest = Math.round(100 * (10_000 - cash)) / 100;
      return hint(
        'H20',
        aContract([position('BOND', 0, { quantity: rest, price: 1 })], { cash, cashReserve: reserve }),
      ).length;
    };
    const reserves = odd.map((amount) => Math.round(100 * amount) / 100);
    expect(reserves.filter((reserve) => found(0, reserve) > 0)).toEqual([]);
    expect(reserves.filter((reserve) => found(0.01, reserve) === 0)).toEqual([]);
  });

  it('H21: a gain of just the limit', () => {
    const found = (beyond: number, costValue: number) => {
      const value = Math.round(100 * (costValue + 500 + beyond)) / 100;
      const bought = position('EQTY', 0, { quantity: 1, price: value, costValue });
      return hint('H21', aContract([bought]), withBond({}, withRules({ gainLimit: 500 }))).length;
    };
    const costs = odd.map((amount) => Math.round(100 * amount) / 100);
    expect(costs.filter((cost) => found(0, cost) > 0)).toEqual([]);
    expect(costs.filter((cost) => found(0.01, cost) === 0)).toEqual([]);
  });

  it('H03: 5 % of the value without risk data', () => {
    const names = ['ONE', 'TWO', 'THREE'];
    const tariff = aTariff(names.map((isin) => fund(isin, 'bonds', { hasRiskData: false })));
    const found = (...parts: number[]) => {
      const rest = 10_000 - parts.reduce((sum, part) => sum + part, 0);
      const unknown = parts.map((part, k) => position(names[k]!, part));
      return hint('H03', aContract([...unknown, position('BOND', rest)]), tariff).length;
    };
    const pairs = Array.from({ length: 200 }, (_, k) => [k + 1, 2 * k + 3] as const);
    expect(pairs.filter(([a, b]) => found(a, b, 500 - a - b) > 0 && a + b < 500)).toEqual([]);
    expect(pairs.filter(([a, b]) => found(a, b, 500.01 - a - b) === 0 && a + b < 500)).toEqual([]);
    expect(found(100, 200, 201)).toBe(1);
  });

  it('H14: ten days are no old price, eleven are', () => {
    const found = (age: number) =>
      hint('H14', aContract(onTarget.map((held) => ({ ...held, priceDay: 100 - age })))).length;
    expect([10, 11, -1, -2].map(found)).toEqual([0, 3, 0, 3]);
    expect(hint('H14', asTarget())).toEqual([]);
  });
});
