/** Fund data a tenant of the demo world offers. */

import { hasKeyFigures as isStored } from '@depotwerk/server/public';
import type { DemoFund } from './demo-funds.ts';
import type { MarketFigures } from './fund-figures.ts';

/** All funds by id (position plus one), those a tenant offers, the latter by peer group, and the figures. */
export interface DemoMarket {
  readonly funds: readonly DemoFund[];
  readonly available: readonly DemoFund[];
  readonly fundsByGroup: ReadonlyMap<number, readonly DemoFund[]>;
  readonly figures: MarketFigures;
}

/** Lowest share of sustainable investments a fund promises, by SFDR article. */
export const sustainableShares: Readonly<Record<6 | 8 | 9, number>> = { 6: 0, 8: 0.1, 9: 0.6 };

/** Whether key figures of the fund are stored: risk of funds younger than a year is unknown (hint H03). */
export function hasKeyFigures(market: DemoMarket, fund: DemoFund): boolean {
  const computed = market.figures.funds[fund.id - 1]?.computed;
  return computed !== undefined && isStored(computed);
}
