import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayBeSameEuros } from './fund-movements.ts';
import { pairByDays } from './pair-by-days.ts';

type Told = readonly [day: number, amount: number | null];
const told = (all: readonly Told[]) => all.map(([day, amount], index) => ({ day, amount, index }));
const unpriced = (days: readonly number[]) => days.map((day): Told => [day, null]);
const paired = (orders: number[], lines: number[]) =>
  pairByDays(told(unpriced(orders)), told(unpriced(lines)), 5).map(([line, order]) => [line.day, order.day]);
const pricedPairs = (orders: Told[], lines: Told[]) =>
  pairByDays(told(orders), told(lines), 5).map(([line, order]) => [line.index, order.index]);

it('pairs a line with one order, the same day first, none too far apart', () => {
  expect(paired([10], [8])).toEqual([[8, 10]]);
  expect(paired([10], [8, 12])).toEqual([[8, 10]]);
  expect(paired([10], [8, 10])).toEqual([[10, 10]]);
  expect(paired([10, 11], [9, 9])).toEqual([
    [9, 10],
    [9, 11],
  ]);
  expect(paired([10], [4, 16])).toEqual([]);
});

it('pairs what differs in euros by costs at most, and the very same euros first', () => {
  expect(pricedPairs([[10, 1000]], [[10, 1060]])).toEqual([[0, 0]]);
  expect(pricedPairs([[10, 1000]], [[10, 1070]])).toEqual([]);
  expect(pricedPairs([[10, 100]], [[10, 125]])).toEqual([[0, 0]]);
  expect(pricedPairs([[10, 100]], [[10, 126]])).toEqual([]);
  expect(pricedPairs([[10, null]], [[10, 7]])).toEqual([[0, 0]]);
  expect(
    pricedPairs(
      [[10, 100]],
      [
        [10, 101],
        [12, 100],
      ],
    ),
  ).toEqual([[1, 0]]);
});

it('takes each once, keeps the distance and leaves no pair that could still be made (property)', () => {
  const euros = fc.option(fc.integer({ min: 0, max: 200 }));
  const all = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), euros), { maxLength: 12 });
  fc.assert(
    fc.property(all, all, fc.integer({ min: 0, max: 6 }), (ordered, written, most) => {
      const [orders, lines] = [told(ordered), told(written)];
      const pairs = pairByDays(orders, lines, most);
      const taken = {
        lines: new Set(pairs.map(([line]) => line)),
        orders: new Set(pairs.map(([, order]) => order)),
      };
      expect(taken.lines.size).toBe(pairs.length);
      expect(taken.orders.size).toBe(pairs.length);
      const mayBe = (line: (typeof lines)[number], order: (typeof orders)[number]) =>
        Math.abs(line.day - order.day) <= most && mayBeSameEuros(line.amount, order.amount);
      for (const [line, order] of pairs) expect(mayBe(line, order)).toBe(true);
      const left = lines.filter((line) => !taken.lines.has(line));
      const free = orders.filter((order) => !taken.orders.has(order));
      expect(left.flatMap((line) => free.filter((order) => mayBe(line, order)))).toEqual([]);
    }),
  );
});
