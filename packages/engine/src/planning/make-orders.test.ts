import { describe, expect, it } from 'vitest';
import { fixed, holding, orders } from '../fixtures/order-fixture.ts';
import type { OrderProblem } from './order-problem.ts';
import type { OrderRules } from './plan-input.ts';

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

  it('sell and buy a whole unit whose price is finer than the cents asked of it', () => {
    const one = { price: 5.104 };
    expect(orders([holding('A', 10, one), holding('B', 0, one)], { A: 4594, B: 510 }, 0)).toEqual([
      'sell A 1 510 0',
      'buy B 1 510 0',
    ]);
    // Three units come to 15.31 euros, and one cent less is none of the third.
    const three = (less: number) =>
      orders([holding('A', 10, one), holding('B', 0)], { A: 5104 - less }, 0).filter((order) =>
        order.startsWith('sell'),
      );
    expect([three(1531), three(1530)]).toEqual([['sell A 3 1531 0'], ['sell A 2 1021 0']]);
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
    expect(orders([holding('A', 1)], {}, 0, fixed(9.99), { excluded: new Set(['A']) })).toEqual([
      'sell A 1 1000 999 all',
    ]);
  });

  it('do not sell what brings less than twice its fee, unless the adviser excludes it or a limit demands it', () => {
    const one = [holding('A', 1)];
    expect(orders(one, {}, 0, fixed(5))).toEqual(['sell A 1 1000 500 all']);
    expect(orders(one, {}, 0, fixed(5.01))).toEqual([]);
    expect(orders(one, {}, 0, fixed(5.01), { excluded: new Set(['A']) })).toHaveLength(1);
    expect(orders(one, {}, 0, fixed(5.01), { forced: new Set(['A']) })).toHaveLength(1);
  });

  it('sell down to a remainder that is not too small, else all of it', () => {
    // Six whole units of 10.00 leave 40.00; a smallest order of 40.01 takes them along.
    expect(orders([holding('A', 10, { minimumOrder: 4000 })], { A: 4000 }, 0)).toEqual(['sell A 6 6000 0']);
    expect(orders([holding('A', 10, { minimumOrder: 4001 })], { A: 4000 }, 0)).toEqual([
      'sell A 10 10000 0 all',
    ]);
    // Less than a unit to sell is nothing; a sale just as large as the smallest order is made.
    expect(orders([holding('A', 10)], { A: 9500 }, 0)).toEqual([]);
    expect(orders([holding('A', 100, { minimumOrder: 2000 })], { A: 98_000 }, 0)).toEqual([
      'sell A 2 2000 0',
    ]);
    // 25.00 are asked for, two units bring 20.00: below the smallest order of 21.00.
    expect(orders([holding('A', 100, { minimumOrder: 2100 })], { A: 97_500 }, 0)).toEqual([]);
    expect(orders([holding('A', 100, { minimumOrder: 2500 })], { A: 97_500 }, 0)).toEqual([]);
    // One unit may stay.
    expect(orders([holding('A', 2)], { A: 1000 }, 0)).toEqual(['sell A 1 1000 0']);
  });

  it('buy what is missing for a tolerance from cash beside, where whole units bring less than they were sold for', () => {
    // 45.00 are to be sold of A, whole units bring 40.00: B would end below 95.00.
    const two = [holding('A', 10), holding('B', 500, { decimals: 2, groupIndex: 1 })];
    const edges = (low: number) => [
      { low: 0, high: 1e9 },
      { low, high: 1e9 },
    ];
    const asked = (low: number, spareCash: number) =>
      orders(two, { A: 5500, B: 9500 }, 0, {}, { spareCash, edges: edges(low) });
    expect(asked(9500, 0)).toEqual(['sell A 4 4000 0', 'buy B 400 4000 0']);
    expect(asked(9500, 10_000)).toEqual(['sell A 4 4000 0', 'buy B 450 4500 0']);
    expect(asked(9500, 300)).toEqual(['sell A 4 4000 0', 'buy B 430 4300 0']);
    // Inside its tolerance without it: the cash stays.
    expect(asked(9000, 10_000)).toEqual(['sell A 4 4000 0', 'buy B 400 4000 0']);
  });

  it('sell at a loss only where a limit demands it and cash pays for it', () => {
    const forced = { forced: new Set(['A']) };
    expect(orders([holding('A', 1)], {}, 100, fixed(11), forced)).toEqual(['sell A 1 1000 1100 all']);
    expect(orders([holding('A', 1)], {}, 99, fixed(11), forced)).toEqual([]);
    expect(orders([holding('A', 1)], {}, 0, fixed(10), forced)).toEqual(['sell A 1 1000 1000 all']);
    // Another sale brings the cash; a second forced one is too much.
    const three = [holding('A', 1), holding('B', 2), holding('C', 1)];
    const both = { forced: new Set(['A', 'C']), excluded: new Set(['B']) };
    expect(orders(three, {}, -850, fixed(11), both)).toEqual(['sell B 2 2000 1100 all']);
    expect(orders(three, {}, -800, fixed(11), both)).toEqual([
      'sell B 2 2000 1100 all',
      'sell A 1 1000 1100 all',
    ]);
    expect(orders(three, {}, -700, fixed(11), both)).toHaveLength(3);
  });

  it('sell only what together brings more than the fee of the plan', () => {
    const two = [holding('A', 1), holding('B', 2), holding('C', 100)];
    const plan = (planFee: number, cash = 0, rest: Partial<OrderProblem> = {}) =>
      orders(two, { C: 100_000 }, cash, { planFee }, rest);
    const sales = ['sell B 2 2000 0 all', 'sell A 1 1000 0 all'];
    expect(plan(29.99)).toEqual(sales);
    expect(plan(30)).toEqual([]);
    // A limit demands A: then the fee is due once, and everything is sold that was wanted.
    expect(plan(30, 0, { forced: new Set(['A']) })).toEqual(sales);
    expect(plan(31, 99, { forced: new Set(['A']) })).toEqual([]);
    expect(plan(31, 100, { forced: new Set(['A']) })).toEqual(sales);
    // The fee of the plan is not there for buying.
    expect(orders([holding('A', 10), holding('B', 0)], { B: 10_000 }, 0, { planFee: 25 })).toEqual([
      'sell A 10 10000 0 all',
      'buy B 7 7000 0',
    ]);
    // Nothing sold, no fee.
    expect(orders([holding('B', 0)], { B: 10_000 }, 10_000, { planFee: 25 })).toEqual(['buy B 10 10000 0']);
    // The sale that a limit demands at a loss must leave the fee of the plan as well.
    const rules = { ...fixed(11), planFee: 5 };
    expect(orders([holding('A', 1)], {}, 600, rules, { forced: new Set(['A']) })).toHaveLength(1);
    expect(orders([holding('A', 1)], {}, 599, rules, { forced: new Set(['A']) })).toEqual([]);
  });

  it('scale orders to the turnover limit, never full sales of what must leave', () => {
    const mustLeave = new Set(['A', 'B']);
    const two = [holding('A', 100), holding('B', 0)];
    expect(orders(two, { A: 50_000, B: 50_000 }, 0, { maximumTurnover: 0.2 })).toEqual([
      'sell A 20 20000 0',
      'buy B 20 20000 0',
    ]);
    expect(orders(two, { A: 50_000, B: 50_000 }, 0, { maximumTurnover: 0.5 })).toEqual([
      'sell A 50 50000 0',
      'buy B 50 50000 0',
    ]);
    expect(orders(two, { B: 100_000 }, 0, { maximumTurnover: 0.2 }, { mustLeave })).toEqual([
      'sell A 100 100000 0 all',
    ]);
    // What need not leave is sold as far as the limit goes, and not at all where it is 0.
    expect(orders(two, { B: 100_000 }, 0, { maximumTurnover: 0.2 })).toEqual([
      'sell A 20 20000 0',
      'buy B 20 20000 0',
    ]);
    expect(orders(two, { B: 100_000 }, 0, { maximumTurnover: 0 })).toEqual([]);
    expect(orders(two, { B: 100_000 }, 50_000, { maximumTurnover: 0 })).toEqual([]);
    // Not reached: nothing is scaled, neither up nor down.
    expect(orders(two, { A: 70_000, B: 30_000 }, 0, { maximumTurnover: 0.5 })).toEqual([
      'sell A 30 30000 0',
      'buy B 30 30000 0',
    ]);
    // A full sale of 200.00 uses up half of the 400.00; the rest shrinks from 400.00 to 200.00.
    const three = [holding('A', 80), holding('B', 20), holding('C', 0)];
    expect(
      orders(three, { A: 80_000 - 10_000, C: 30_000 }, 0, { maximumTurnover: 0.2 }, { mustLeave }),
    ).toEqual(['sell B 20 20000 0 all', 'sell A 5 5000 0', 'buy C 15 15000 0']);
    // Scaled below its own smallest order one disappears, the other stays.
    const own = [holding('A', 80, { minimumOrder: 5001 }), holding('B', 20), holding('C', 0)];
    expect(
      orders(own, { A: 80_000 - 10_000, C: 30_000 }, 0, { maximumTurnover: 0.2 }, { mustLeave }),
    ).toEqual(['sell B 20 20000 0 all', 'buy C 15 15000 0']);
    const exact = [holding('A', 80, { minimumOrder: 5000 }), holding('B', 20), holding('C', 0)];
    expect(
      orders(exact, { A: 80_000 - 10_000, C: 30_000 }, 0, { maximumTurnover: 0.2 }, { mustLeave }),
    ).toHaveLength(3);
    expect(orders(two, { A: 50_000, B: 50_000 }, 0, { maximumTurnover: 0 })).toEqual([]);
    // Scaled from 70.00 to 45.00 a sale is below its smallest order of 60.01: dropped, not rounded up to all.
    const rest = [holding('A', 10, { minimumOrder: 6001 }), holding('B', 0)];
    expect(orders(rest, { A: 3000, B: 7000 }, 0, { maximumTurnover: 0.45 })).toEqual([]);
    const minimum = two.map((entry) => ({ ...entry, minimumOrder: 20_001 }));
    expect(orders(minimum, { A: 50_000, B: 50_000 }, 0, { maximumTurnover: 0.2 })).toEqual([]);
  });
});
