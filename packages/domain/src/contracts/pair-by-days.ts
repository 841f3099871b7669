/** Something of a day, counted in days from any one day. */
interface OfDay {
  readonly day: number;
}

/**
 * Which of `lines` is which of `orders`, where days say it: each at most once, none further apart than `most`. The same day goes
 * first, then the earliest with the earliest; no line and order are left that could still be a pair.
 */
export function pairByDays<Order extends OfDay, Line extends OfDay>(
  orders: readonly Order[],
  lines: readonly Line[],
  most: number,
): (readonly [Line, Order])[] {
  const open = new Set(lines.toSorted((a, b) => a.day - b.day));
  const waiting = new Set(orders.toSorted((a, b) => a.day - b.day));
  const pairs: (readonly [Line, Order])[] = [];
  for (const apart of [0, most])
    for (const order of waiting) {
      const line = [...open].find(({ day }) => Math.abs(day - order.day) <= apart);
      if (line === undefined) continue;
      open.delete(line);
      waiting.delete(order);
      pairs.push([line, order]);
    }
  return pairs;
}
