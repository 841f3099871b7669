/** Everything the customers and contracts of one tenant are drawn from. */

import type { AssembledTariff } from '@depotwerk/server/public';
import type { DemoMarket } from './demo-market.ts';
import type { DemoTariff } from './demo-tariffs.ts';
import type { DemoTenant } from './organisation.ts';

/** A tariff with the ids it has in the database. */
export interface WorldTariff {
  readonly tariff: DemoTariff;
  readonly id: string;
  readonly versionId: string;
  readonly costModelId: number;
  /** What its contracts are checked against. */
  readonly assembled: AssembledTariff;
}

export interface TenantWorld {
  readonly seed: number;
  readonly tenant: DemoTenant;
  readonly market: DemoMarket;
  readonly tariffs: readonly WorldTariff[];
  /** Bank days of the sample, the last is the anchor. */
  readonly days: readonly string[];
  readonly anchor: string;
  /** Days savings are invested on: the last bank day of each full month. */
  readonly monthEnds: readonly number[];
  /** Days earlier portfolios are stored for, ascending, without the anchor. */
  readonly historyDays: readonly number[];
  /** Whether earlier savings plans and consultations are stored. */
  readonly hasFullHistory: boolean;
}
