import { type Holding, tickOf, ticksFor, valueOfTicks } from './holdings.ts';
import type { GroupMove } from './necessary-groups.ts';

/** A whole unit in cents; 0 where fractions are traded. */
export const unitOf = ({ decimals, price }: Holding): number =>
  decimals === 0 ? valueOfTicks(1, price, 0) : 0;

/** The least that a part of a holding can be sold for, in cents: its smallest order, in whole units where it has such. */
export function leastSaleOf(holding: Holding): number {
  const unit = unitOf(holding);
  if (unit === 0) return holding.minimumOrder;
  return valueOfTicks(Math.ceil(holding.minimumOrder / unit - 1e-9), holding.price, 0);
}

/**
 * Makes sales of whole units large enough: rounding down would leave a group above its destination, so the fund with the
 * finest units makes up for what the others cannot sell in parts. What that frees is bought where groups have most room.
 *
 * @param buyables funds of each group that may be bought, the preferred first
 * @param targets cents by ISIN; changed in place
 */
export function fitUnits(
  moves: readonly GroupMove[],
  inGroups: readonly (readonly Holding[])[],
  buyables: readonly (readonly Holding[])[],
  targets: Map<string, number>,
): void {
  let freed = 0;
  // A group that is sold from is not bought into: that would be a switch nobody asked for.
  const shrunk = new Set<number>();
  inGroups.forEach((inGroup, g) => {
    const more = fitSales(inGroup, targets);
    if (more === null) return;
    shrunk.add(g);
    freed += more;
  });
  if (freed <= 0) return;
  const valueOf = (holding: Holding) => targets.get(holding.isin) ?? holding.value;
  const rooms = moves
    .map(({ high, target }, g) => {
      const end = (inGroups[g] ?? []).reduce((sum, holding) => sum + valueOf(holding), 0);
      return { g, room: high - end, need: target - end };
    })
    .filter(
      ({ g, room }) =>
        room > 0 && !shrunk.has(g) && (buyables[g]?.length ?? 0) > 0 && (moves[g]?.canBuy ?? false),
    )
    .sort((a, b) => b.need - a.need);
  // Funds that are bought anyway first: every further one is an order.
  const isBought = ({ g }: { readonly g: number }) =>
    inGroups[g]?.some((holding) => valueOf(holding) > holding.value) ?? false;
  const bought = rooms.filter(isBought);
  for (const { g, room } of [...bought, ...rooms.filter((one) => !bought.includes(one))]) {
    const fund = inGroups[g]?.find((holding) => valueOf(holding) > holding.value) ?? buyables[g]?.[0];
    if (!fund || freed <= 0) continue;
    const part = Math.floor(Math.min(freed, room));
    targets.set(fund.isin, valueOf(fund) + part);
    freed -= part;
  }
}

/** Whole units to sell in a group: as many as fit, the rest from the finest. Cents that are sold beyond what was asked; null = nothing. */
function fitSales(inGroup: readonly Holding[], targets: Map<string, number>): number | null {
  const valueOf = (holding: Holding) => targets.get(holding.isin) ?? holding.value;
  const partial = inGroup.filter((holding) => {
    const target = valueOf(holding);
    return !holding.isLocked && target > 0 && target < holding.value && unitOf(holding) > 0;
  });
  let missing = 0;
  for (const holding of partial) {
    const asked = holding.value - valueOf(holding);
    const sold = valueOfTicks(ticksFor(asked, holding), holding.price, 0);
    targets.set(holding.isin, holding.value - sold);
    missing += asked - sold;
  }
  if (missing <= 1) return null;
  const finest = inGroup
    .filter((holding) => !holding.isLocked && valueOf(holding) > 0 && valueOf(holding) <= holding.value)
    .sort((a, b) => unitOf(a) - unitOf(b) || (a.isin < b.isin ? -1 : 1))[0];
  if (!finest) return null;
  const whole = unitOf(finest) > 0;
  const sold = Math.min(
    valueOf(finest),
    whole
      ? valueOfTicks(Math.ceil(missing / tickOf(finest) - 1e-9), finest.price, 0)
      : Math.ceil(missing - 1e-9),
  );
  targets.set(finest.isin, valueOf(finest) - sold);
  return sold - missing;
}
