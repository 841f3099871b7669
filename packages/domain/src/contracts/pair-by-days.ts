import { mayBeSameEuros } from './fund-movements.ts';

/** Something of a day, counted in days from any one day; euros null = not known. */
interface OfDay {
  readonly day: number;
  readonly amount: number | null;
}

/**
 * Which of `lines` is which of `orders`, where days and euros say it: each at most once, none further apart than `most` days, with
 * euros that differ by costs at most. The very same euros go first, then the same day, then the earliest with the earliest; no line
 * and order are left that could still be a pair.
 */
export function pairByDays<Order extends OfDay, Line extends OfDay>(
  orders: readonly Order[],
  lines: readonly Line[],
  most: number,
): (readonly [Line, Order])[] {
  const open = new Set(lines.toSorted((a, b) => a.day - b.day));
  const waiting = new Set(orders.toSorted((a, b) => a.day - b.day));
  const pairs: (readonly [Line, Order])[] = [];
  const isSame = (line: Line, order: Order) => line.amount !== null && line.amount === order.amount;
  const mayBe = (line: Line, order: Order) => mayBeSameEuros(line.amount, order.amount);
  for (const fits of [isSame, mayBe])
    for (const apart of [0, most])
      for (const order of waiting) {
        const line = [...open].find((each) => Math.abs(each.day - order.day) <= apart && fits(each, order));
        if (line === undefined) continue;
        open.delete(line);
        waiting.delete(order);
        pairs.push([line, order]);
      }
  return pairs;
}
