import { describe, expect, it } from 'vitest';
import { fixed, holding, orders } from '../fixtures/order-fixture.ts';
import { checkCash } from './make-orders.ts';

const isRefused = (...given: Parameters<typeof checkCash>) => {
  try {
    checkCash(...given);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'NOT_CONVERGED' });
    return true;
  }
};

describe('buys', () => {
  it('drop the smallest of several buys that are too small, then try again', () => {
    const three = ['A', 'B', 'C'].map((isin) => holding(isin, 0, { decimals: 2, minimumOrder: 4000 }));
    expect(orders(three, { A: 6000, B: 5000, C: 4000 }, 9000)).toEqual([
      'buy A 491 4910 0',
      'buy B 409 4090 0',
    ]);
    expect(orders(three.toReversed(), { A: 6000, B: 5000, C: 4000 }, 9000)).toEqual([
      'buy A 491 4910 0',
      'buy B 409 4090 0',
    ]);
    // Of equally small ones the first is dropped.
    expect(orders(three, { A: 5000, B: 5000 }, 4500)).toEqual(['buy B 450 4500 0']);
    expect(orders(three, { A: 5000, B: 5000 }, 3999)).toEqual([]);
    expect(orders(three, { A: 4000 }, 4000)).toEqual(['buy A 400 4000 0']);
  });

  it('share left-over money in proportion', () => {
    const two = [holding('A', 0, { decimals: 2 }), holding('B', 0, { decimals: 2 })];
    expect(orders(two, { A: 6000, B: 3000 }, 9300, { driftRelative: 0.1 })).toEqual([
      'buy A 620 6200 0',
      'buy B 310 3100 0',
    ]);
  });

  it('share too small a budget in proportion and drop what falls below the minimum', () => {
    const wanted = [holding('A', 0, { decimals: 2 }), holding('B', 0, { decimals: 2 })];
    expect(orders(wanted, { A: 30_000, B: 10_000 }, 20_000)).toEqual([
      'buy A 1500 15000 0',
      'buy B 500 5000 0',
    ]);
    const minimum = wanted.map((entry) => ({ ...entry, minimumOrder: 6000 }));
    expect(orders(minimum, { A: 30_000, B: 10_000 }, 20_000)).toEqual(['buy A 2000 20000 0']);
    expect(orders(minimum, { A: 30_000, B: 10_000 }, 5999)).toEqual([]);
  });

  it('buy whole units, then one more where most is missing and money is left', () => {
    const list = orders(
      [holding('A', 0, { price: 30 }), holding('B', 0, { price: 30 })],
      { A: 5000, B: 5000 },
      10_000,
    );
    expect(list).toEqual(['buy A 2 6000 0', 'buy B 1 3000 0']);
    expect(orders([holding('A', 0, { price: 30 })], { A: 4400 }, 10_000)).toEqual(['buy A 2 6000 0']);
    // At most one unit beyond the target.
    expect(orders([holding('A', 0, { price: 30 })], { A: 3000 }, 10_000)).toEqual(['buy A 2 6000 0']);
    expect(orders([holding('A', 0, { price: 30 })], { A: 3000 }, 5999)).toEqual(['buy A 1 3000 0']);
    expect(orders([holding('A', 0, { price: 30 })], { A: 4600 }, 10_000)).toEqual(['buy A 2 6000 0']);
  });

  it('put left-over money into what is bought anyway, below its threshold', () => {
    expect(orders([holding('A', 0, { decimals: 2 })], { A: 9000 }, 10_000, { driftRelative: 0.1 })).toEqual([
      'buy A 981 9810 0',
    ]);
    expect(orders([holding('A', 0, { decimals: 2 })], { A: 9500 }, 10_000, { driftRelative: 0.1 })).toEqual([
      'buy A 1000 10000 0',
    ]);
  });

  it('raise cash by selling when the reserve is not covered, and buy nothing without money', () => {
    expect(orders([holding('A', 100)], { A: 90_000 }, -10_000)).toEqual(['sell A 10 10000 0']);
    expect(orders([holding('A', 0)], { A: 10_000 }, 0)).toEqual([]);
  });

  it('buy back the fee that the first estimate left out, a fraction of a unit at a time', () => {
    // 95.00 and 5.00 fee use up the 100.00 wanted; 100.00 more are there: the gap of 5.00 is filled.
    expect(orders([holding('B', 0, { decimals: 2 })], { B: 10_000 }, 20_000, fixed(5))).toEqual([
      'buy B 1000 10000 500',
    ]);
    const percent = { fee: { fixed: 0, percent: 0.02, cap: null } };
    expect(orders([holding('B', 0, { decimals: 3 })], { B: 10_000 }, 20_000, percent)).toEqual([
      'buy B 10000 10000 200',
    ]);
    // 100.00 are there: 98.04 with a fee of 1.96 use them up.
    expect(orders([holding('B', 0, { decimals: 3 })], { B: 10_000 }, 10_000, percent)).toEqual([
      'buy B 9804 9804 196',
    ]);
    // Ticks far below a cent end at the target as well.
    expect(orders([holding('B', 0, { decimals: 6 })], { B: 10_000 }, 20_000, fixed(5))[0]).toMatch(
      /^buy B \d+ 10000 500$/,
    );
  });

  it('buy nothing that a fee would eat up', () => {
    expect(orders([holding('B', 0, { decimals: 4, price: 1 })], { B: 10_000 }, 500, fixed(5))).toEqual([]);
    expect(orders([holding('B', 0, { decimals: 4, price: 1 })], { B: 10_000 }, 501, fixed(5))[0]).toMatch(
      /^buy B \d+ 1 500$/,
    );
  });

  it('top up in turn where most is missing, one whole unit each', () => {
    const five = ['A', 'B', 'C', 'D', 'E'].map((isin) => holding(isin, 0, { price: 30 }));
    const all = { A: 15_000, B: 15_000, C: 15_000, D: 15_000, E: 15_000 };
    // 57.00 each buy one unit; 135.00 are left for four more.
    expect(orders(five, all, 28_500)).toEqual([
      'buy A 2 6000 0',
      'buy B 2 6000 0',
      'buy C 2 6000 0',
      'buy D 2 6000 0',
      'buy E 1 3000 0',
    ]);
    expect(orders(five, { ...all, D: 16_000 }, 25_000)).toEqual([
      'buy A 2 6000 0',
      'buy B 2 6000 0',
      'buy D 2 6000 0',
      'buy C 1 3000 0',
      'buy E 1 3000 0',
    ]);
  });

  it('top up by what is missing to the target, not to its share of the money', () => {
    // 45.00 each buy one unit of 30.00; 30.00 are left and 20.00 missing, more than half a unit.
    const two = [holding('A', 0, { price: 30 }), holding('B', 0, { price: 30 })];
    expect(orders(two, { A: 5000, B: 5000 }, 9000)).toEqual(['buy A 2 6000 0', 'buy B 1 3000 0']);
    // Half a unit missing: what is left buys one all the same, for less stays in cash than a unit costs.
    expect(orders(two, { A: 4500, B: 4500 }, 9000)).toEqual(['buy A 2 6000 0', 'buy B 1 3000 0']);
    // The fee of the larger order must fit as well: 30.00 and 0.30 more, 30.30 are left, then 30.29.
    const fee = { fee: { fixed: 0, percent: 0.01, cap: null } };
    expect(orders(two, { A: 5000, B: 5000 }, 9090, fee)).toEqual(['buy A 2 6000 60', 'buy B 1 3000 30']);
    expect(orders(two, { A: 5000, B: 5000 }, 9089, fee)).toEqual(['buy A 1 3000 30', 'buy B 1 3000 30']);
  });

  it('share left-over money by what is missing, each at most 0.9 of its own threshold', () => {
    // 3.00 left: 2.00 and 1.00 by size. The second's threshold is its smallest order.
    const two = [holding('A', 0, { decimals: 2 }), holding('B', 0, { decimals: 2, minimumOrder: 600 })];
    expect(orders(two, { A: 6000, B: 3000 }, 9300, { driftRelative: 0.1 })).toEqual([
      'buy A 620 6200 0',
      'buy B 310 3100 0',
    ]);
    expect(orders(two, { A: 6000, B: 3000 }, 20_000, { driftRelative: 0.1 })).toEqual([
      'buy A 654 6540 0',
      'buy B 354 3540 0',
    ]);
  });

  it('pay every cent from what is there', () => {
    const order = { isin: 'A', action: 'buy', ticks: 1, amount: 1000, fee: 50, isFullSale: false } as const;
    const sale = { ...order, action: 'sell', isFullSale: true } as const;
    expect(isRefused(1050, 0, [], [order])).toBe(false);
    expect(isRefused(1049, 0, [], [order])).toBe(true);
    expect(isRefused(1060, 10, [], [order])).toBe(false);
    expect(isRefused(1060, 11, [], [order])).toBe(true);
    expect(isRefused(100, 0, [sale], [order])).toBe(false);
    expect(isRefused(99, 0, [sale], [order])).toBe(true);
    // A missing reserve may stay missing without a buy, but no sale may make it worse.
    expect(isRefused(-500, 0, [sale], [])).toBe(false);
    expect(isRefused(-500, 950, [sale], [])).toBe(false);
    expect(isRefused(-500, 951, [sale], [])).toBe(true);
    expect(isRefused(-1, 0, [], [])).toBe(false);
    expect(isRefused(-200, 0, [{ ...sale, amount: 1150 }], [order])).toBe(true);
    expect(isRefused(-200, 0, [{ ...sale, amount: 1300 }], [order])).toBe(false);
    expect(isRefused(5000, 0, [{ ...sale, amount: 10 }], [])).toBe(false);
    expect(isRefused(39, 0, [{ ...sale, amount: 10 }], [])).toBe(true);
    expect(isRefused(1050.5, 0, [], [order])).toBe(true);
    expect(isRefused(Number.NaN, 0, [], [])).toBe(true);
    expect(() => orders([holding('A', 0)], { A: 1000 }, 1000.5)).toThrow('orders do not balance: 0.5 cents');
  });

  it('only buy if asked to', () => {
    expect(orders([holding('A', 10), holding('B', 0)], { B: 15_000 }, 5000, { buyOnly: true })).toEqual([
      'buy B 5 5000 0',
    ]);
  });
});
