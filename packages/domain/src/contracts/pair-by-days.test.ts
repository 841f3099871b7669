import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairByDays } from './pair-by-days.ts';

const ofDays = (...days: number[]) => days.map((day, index) => ({ day, index }));
const paired = (orders: number[], lines: number[]) =>
  pairByDays(ofDays(...orders), ofDays(...lines), 5).map(([line, order]) => [line.day, order.day]);

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

it('takes each once, keeps the distance and leaves no pair that could still be made (property)', () => {
  const days = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 });
  fc.assert(
    fc.property(days, days, fc.integer({ min: 0, max: 6 }), (orderDays, lineDays, most) => {
      const [orders, lines] = [ofDays(...orderDays), ofDays(...lineDays)];
      const pairs = pairByDays(orders, lines, most);
      const taken = {
        lines: new Set(pairs.map(([line]) => line)),
        orders: new Set(pairs.map(([, order]) => order)),
      };
      expect(taken.lines.size).toBe(pairs.length);
      expect(taken.orders.size).toBe(pairs.length);
      for (const [line, order] of pairs) expect(Math.abs(line.day - order.day)).toBeLessThanOrEqual(most);
      const left = lines.filter((line) => !taken.lines.has(line));
      const free = orders.filter((order) => !taken.orders.has(order));
      const apart = left.flatMap((line) => free.map((order) => Math.abs(line.day - order.day)));
      expect(apart.filter((days) => days <= most)).toEqual([]);
    }),
  );
});
