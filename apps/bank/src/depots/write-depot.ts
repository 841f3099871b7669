import { toCents } from '@depotwerk/domain/money';
import type { Bank } from '../bank.ts';
import { toFraction, toQuantity } from '../units.ts';

export interface GivenPosition {
  readonly isin: string;
  readonly quantity: number;
  readonly costValue?: number | null | undefined;
}

export interface GivenPlan {
  readonly contribution: number;
  readonly entries: readonly { readonly isin: string; readonly fraction: number }[];
}

/** Replaces all positions of a depot. The funds must have prices. */
export function replacePositions(bank: Bank, depotId: number, positions: readonly GivenPosition[]): void {
  bank.store.run('delete from positions where depot_id = ?', depotId);
  for (const { isin, quantity, costValue } of positions) {
    if (toQuantity(quantity) === 0) continue;
    bank.store.run(
      'insert into positions (depot_id, isin, quantity, cost) values (?, ?, ?, ?)',
      depotId,
      isin,
      toQuantity(quantity),
      costValue === null || costValue === undefined ? null : toCents(costValue),
    );
  }
}

/** Replaces the savings plan; null and a contribution of 0 leave none. Without an interval the old one stays, else monthly. */
export function replacePlan(bank: Bank, depotId: number, plan: GivenPlan | null, interval?: number): void {
  bank.store.run('delete from plan_entries where depot_id = ?', depotId);
  if (plan === null || plan.contribution === 0) {
    bank.store.run(
      'update depots set contribution = null, contribution_interval = null where id = ?',
      depotId,
    );
    return;
  }
  bank.store.run(
    `update depots set contribution = ?, contribution_interval = coalesce(?, contribution_interval, 1)
      where id = ?`,
    toCents(plan.contribution),
    interval ?? null,
    depotId,
  );
  for (const { isin, fraction } of plan.entries) {
    bank.store.run(
      'insert into plan_entries (depot_id, isin, fraction) values (?, ?, ?)',
      depotId,
      isin,
      toFraction(fraction),
    );
  }
}
