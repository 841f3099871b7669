import type { Holding } from './holdings.ts';

/** An order of a plan that may become smaller. Cents and ticks. */
export interface Trade {
  readonly holding: Holding;
  readonly sign: 1 | -1;
  ticks: number;
  amount: number;
  fee: number;
  /** What must go, goes. */
  readonly isFixed: boolean;
}

/** An order as a change would make it; `delta` is what it adds to the holding, in cents. */
export interface ChangedTrade {
  readonly trade: Trade;
  readonly ticks: number;
  readonly amount: number;
  readonly fee: number;
  readonly delta: number;
}

/** Orders that would change: their places and the ticks they would have. */
export type Change = readonly (readonly [index: number, ticks: number])[];

/** What is summed over all orders and holdings; money in cents. */
export interface Sums {
  cash: number;
  variance: number;
  specific: number;
  quota: number;
  quality: number;
  invested: number;
  costs: number;
  /** Holdings of any value. */
  count: number;
  /** Amounts and fees of the orders, and how many there are. */
  turnover: number;
  orders: number;
}

export const noSums: Sums = {
  cash: 0,
  variance: 0,
  specific: 0,
  quota: 0,
  quality: 0,
  invested: 0,
  costs: 0,
  count: 0,
  turnover: 0,
  orders: 0,
};
