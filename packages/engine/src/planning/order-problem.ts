import type { GroupEdges } from './group-room.ts';
import type { Holding } from './holdings.ts';
import type { OrderRules } from './plan-input.ts';

/** An order in ticks and cents; `amount` without fee. */
export interface Order {
  readonly isin: string;
  readonly action: 'sell' | 'buy';
  readonly ticks: number;
  readonly amount: number;
  readonly fee: number;
  readonly isFullSale: boolean;
}

/** What the orders are made from. */
export interface OrderProblem {
  readonly holdings: readonly Holding[];
  /** Target value in cents by ISIN; absent = 0. */
  readonly targets: ReadonlyMap<string, number>;
  /** Portfolio value the shares refer to, in cents. */
  readonly total: number;
  /** Cash above the reserve, in cents, with money added. */
  readonly cash: number;
  readonly rules: OrderRules;
  /** Absolute drift threshold as a fraction (0 in the retry). */
  readonly driftAbsolute: number;
  /** ISINs traded whatever the threshold. */
  readonly forced: ReadonlySet<string>;
  /** ISINs sold wholly whatever the limit of turnover. */
  readonly mustLeave: ReadonlySet<string>;
  /** ISINs that the adviser excludes: they are sold as long as that brings anything. */
  readonly excluded: ReadonlySet<string>;
  /** Cents of cash beside, for fees and what sales of whole units bring less than they were planned for. */
  readonly spareCash: number;
  /** Where groups are inside their tolerance: money that is left over takes none of them out of it. Null = nothing is asked of groups. */
  readonly edges: readonly GroupEdges[] | null;
}

/** A difference to trade; below 0 to sell, 0 nothing. Cents. */
export interface Wanted {
  readonly holding: Holding;
  readonly target: number;
  readonly difference: number;
}
