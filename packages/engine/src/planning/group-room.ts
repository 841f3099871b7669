import { groupTolerance } from '../check/group-tolerance.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import type { Holding } from './holdings.ts';

/** Where a group is inside its tolerance, in cents; both inclusive. */
export interface GroupEdges {
  readonly low: number;
  readonly high: number;
}

/** Part of a tolerance that may be used up: what fees and later rounding take would else bring the hint. */
export const usedTolerance = 0.98;

/** Where groups are inside their tolerance, by index; `total` is the whole value in cents, cash and its reserve included. */
export function groupEdges({ target, input }: TariffContext, total: number): GroupEdges[] {
  return Array.from(target, (wanted) => {
    const reach = wanted > 0 ? usedTolerance * groupTolerance(input.rules, wanted) : 0;
    return { low: (wanted - reach) * total, high: (wanted + reach) * total };
  });
}

/** What groups are worth while their funds are bought, and whether they may take more of what is left over. */
export class GroupRoom {
  readonly #edges: readonly GroupEdges[] | null;
  readonly #values: Float64Array;
  #isHeldBack = false;

  /**
   * @param edges null = nothing is asked of groups
   * @param traded orders made so far; sales count below 0
   */
  constructor(
    edges: readonly GroupEdges[] | null,
    holdings: readonly Holding[],
    traded: ReadonlyMap<string, number>,
  ) {
    this.#edges = edges;
    this.#values = new Float64Array(edges?.length ?? 0);
    if (edges)
      for (const { isin, groupIndex, value } of holdings)
        if (groupIndex >= 0) this.#values[groupIndex]! += value + (traded.get(isin) ?? 0);
  }

  /** Whether money was kept out of a group. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  #roomOf({ groupIndex }: Holding): number {
    const edges = this.#edges?.[groupIndex];
    return edges ? Math.max(0, edges.high - this.#values[groupIndex]!) : Number.POSITIVE_INFINITY;
  }

  /** Cents that a group is worth less than so much of its tolerance allows; below 0 where it is inside. */
  lackingIn(group: number, used = usedTolerance): number {
    const edges = this.#edges?.[group];
    if (!edges) return 0;
    const { low, high } = edges;
    return low - ((used / usedTolerance - 1) * (high - low)) / 2 - this.#values[group]!;
  }

  /** Whether a group is worth less than its tolerance allows. */
  isBelow(group: number): boolean {
    return this.lackingIn(group) > 1;
  }

  /** So many cents, or as many of them as a fund's group takes before it is worth more than its tolerance allows. */
  within(holding: Holding, cents: number): number {
    const room = this.#roomOf(holding);
    if (room < cents) this.#isHeldBack = true;
    return Math.min(cents, room);
  }

  /** Whether so many cents leave a fund's group inside its tolerance; one that is below it may pass it by a whole unit. */
  mayTake(holding: Holding, cents: number): boolean {
    const low = this.#edges?.[holding.groupIndex]?.low ?? 0;
    if (
      cents <= this.#roomOf(holding) + 1 ||
      (holding.decimals === 0 && this.#values[holding.groupIndex]! < low)
    )
      return true;
    this.#isHeldBack = true;
    return false;
  }

  /** Counts what a fund is bought for. */
  add({ groupIndex }: Holding, cents: number): void {
    if (this.#edges && groupIndex >= 0) this.#values[groupIndex]! += cents;
  }
}
