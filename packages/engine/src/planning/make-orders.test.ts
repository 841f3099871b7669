import { describe, expect, it } from 'vitest';
import { type Holding, valueOfTicks } from './holdings.ts';
import { makeOrders, type OrderProblem } from './make-orders.ts';
import { defaultOrderRules, feeOf, type OrderRules, toCents } from './plan-input.ts';

/** A holding of whole units at 10 euros unless said otherwise. */
function holding(isin: string, ticks: number, rest: Partial<Holding> = {}): Holding {
  const base = {
    isin,
    groupIndex: 0,
    price: 10,
    decimals: 0,
    ticks,
    isLocked: false,
    isAcceptable: true,
    minimumOrder: 0,
    ...rest,
  };
  return { ...base, value: valueOfTicks(base.ticks, base.price, base.decimals) };
}

const free: OrderRules = { ...defaultOrderRules, driftAbsolute: 0, driftRelative: 0 };

/** Orders in short: action, ISIN, ticks, amount, fee. */
function orders(
  holdings: readonly Holding[],
  targets: Record<string, number>,
  cash: number,
  rules: Partial<OrderRules> = {},
  rest: Partial<OrderProblem> = {},
) {
  const total = holdings.reduce((sum, { value }) => sum + value, 0) + cash;
  const problem: OrderProblem = {
    holdings,
    targets: new Map(Object.entries(targets)),
    total,
    cash,
    rules: { ...free, ...rules },
    driftAbsolute: rules.driftAbsolute ?? 0,
    forced: new Set(),
    ...rest,
  };
  return makeOrders(problem).map(
    ({ action, isin, ticks, amount, fee, isFullSale }) =>
      `${action} ${isin} ${ticks} ${amount} ${fee}${isFullSale ? ' all' : ''}`,
  );
}

const fixed = (euros: number) => ({ fee: { fixed: euros, percent: 0, cap: null } });

describe('orders', () => {
  it('sell first and buy from the proceeds, largest first', () => {
    const list = orders(
      [holding('A', 100), holding('B', 0), holding('C', 0)],
      { A: 50_000, B: 20_000, C: 30_000 },
      0,
    );
    expect(list).toEqual(['sell A 50 50000 0', 'buy C 30 30000 0', 'buy B 20 20000 0']);
  });

  it('leave differences below the thresholds, the larger one counts', () => {
    const two = [holding('A', 60), holding('B', 40)];
    const move = (cents: number, rules: Partial<OrderRules>) =>
      orders(two, { A: 60_000 - cents, B: 40_000 + cents }, 0, rules).length;
    expect(move(1000, { driftAbsolute: 0.01 })).toBe(2);
    expect(move(1000, { driftAbsolute: 0.0101 })).toBe(0);
    expect(move(7000, { driftRelative: 0.1 })).toBe(2);
    expect(move(4000, { driftRelative: 0.1 })).toBe(0);
    expect(
      orders(
        [holding('A', 60, { minimumOrder: 1001 }), holding('B', 40, { minimumOrder: 1001 })],
        { A: 59_000, B: 41_000 },
        0,
      ),
    ).toEqual([]);
    expect(
      orders(two, { A: 59_000, B: 41_000 }, 0, { driftAbsolute: 0.5 }, { forced: new Set(['A', 'B']) }),
    ).toHaveLength(2);
  });

  it('sell completely what leaves, whatever the threshold', () => {
    expect(orders([holding('A', 5), holding('B', 95)], { B: 100_000 }, 0, { driftAbsolute: 0.5 })).toEqual([
      'sell A 5 5000 0 all',
    ]);
    expect(orders([holding('A', 5, { minimumOrder: 9000 })], {}, 0)).toEqual(['sell A 5 5000 0 all']);
  });

  it('sell the last unit although its value was rounded down to cents', () => {
    expect(orders([holding('A', 1, { price: 33.333333 })], {}, 0)).toEqual(['sell A 1 3333 0 all']);
    expect(orders([holding('A', 3, { price: 33.333333 })], {}, 0)).toEqual(['sell A 3 10000 0 all']);
  });

  it('list equal amounts by ISIN', () => {
    const four = [holding('D', 10), holding('C', 10), holding('B', 0), holding('A', 0)];
    expect(orders(four, { A: 10_000, B: 10_000 }, 0)).toEqual([
      'sell C 10 10000 0 all',
      'sell D 10 10000 0 all',
      'buy A 10 10000 0',
      'buy B 10 10000 0',
    ]);
  });

  it('drop the smallest of several buys that are too small, then try again', () => {
    const three = ['A', 'B', 'C'].map((isin) => holding(isin, 0, { decimals: 2, minimumOrder: 4000 }));
    expect(orders(three, { A: 6000, B: 5000, C: 4000 }, 9000)).toEqual([
      'buy A 491 4910 0',
      'buy B 409 4090 0',
    ]);
    expect(orders(three.toReversed(), { A: 6000, B: 5000, C: 4000 }, 9000)).toHaveLength(2);
  });

  it('share left-over money in proportion', () => {
    const two = [holding('A', 0, { decimals: 2 }), holding('B', 0, { decimals: 2 })];
    expect(orders(two, { A: 6000, B: 3000 }, 9300, { driftRelative: 0.1 })).toEqual([
      'buy A 620 6200 0',
      'buy B 310 3100 0',
    ]);
  });

  it('never touch what is locked', () => {
    expect(orders([holding('A', 5, { isLocked: true })], {}, 0)).toEqual([]);
  });

  it('sell whole units, and all if the rest would be too small', () => {
    expect(orders([holding('A', 10)], { A: 4500 }, 0)).toEqual(['sell A 5 5000 0']);
    expect(orders([holding('A', 10, { minimumOrder: 2001 })], { A: 1500 }, 0)).toEqual([
      'sell A 10 10000 0 all',
    ]);
    expect(orders([holding('A', 10, { minimumOrder: 2000 })], { A: 2000 }, 0)).toEqual(['sell A 8 8000 0']);
    expect(orders([holding('A', 10_005, { decimals: 3 })], { A: 5005 }, 0)).toEqual(['sell A 5000 5000 0']);
  });

  it('charge fees on both sides and keep them out of the budget', () => {
    const list = orders([holding('A', 10), holding('B', 0, { decimals: 2 })], { B: 10_000 }, 0, fixed(5));
    expect(list).toEqual(['sell A 10 10000 500 all', 'buy B 900 9000 500']);
    expect(orders([holding('A', 0)], { A: 10_000 }, 10_000, fixed(5))).toEqual(['buy A 9 9000 500']);
  });

  it('do not sell what brings less than its fee, unless a limit demands it', () => {
    expect(orders([holding('A', 1)], {}, 0, fixed(10))).toEqual([]);
    expect(orders([holding('A', 1)], {}, 5000, fixed(11), { forced: new Set(['A']) })).toEqual([
      'sell A 1 1000 1100 all',
    ]);
    expect(orders([holding('A', 1)], {}, 0, fixed(9.99))).toEqual(['sell A 1 1000 999 all']);
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
    expect(orders([holding('A', 0, { price: 30 })], { A: 4400 }, 10_000)).toEqual(['buy A 1 3000 0']);
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

  it('only buy if asked to', () => {
    expect(orders([holding('A', 10), holding('B', 0)], { B: 15_000 }, 5000, { buyOnly: true })).toEqual([
      'buy B 5 5000 0',
    ]);
  });

  it('scale partial orders to the turnover limit, never full sales', () => {
    const two = [holding('A', 100), holding('B', 0)];
    expect(orders(two, { A: 50_000, B: 50_000 }, 0, { maximumTurnover: 0.2 })).toEqual([
      'sell A 20 20000 0',
      'buy B 20 20000 0',
    ]);
    expect(orders(two, { A: 50_000, B: 50_000 }, 0, { maximumTurnover: 0.5 })).toEqual([
      'sell A 50 50000 0',
      'buy B 50 50000 0',
    ]);
    expect(orders(two, { B: 100_000 }, 0, { maximumTurnover: 0.2 })).toEqual(['sell A 100 100000 0 all']);
    const minimum = two.map((entry) => ({ ...entry, minimumOrder: 20_001 }));
    expect(orders(minimum, { A: 50_000, B: 50_000 }, 0, { maximumTurnover: 0.2 })).toEqual([]);
  });
});

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
