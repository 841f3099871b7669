import { rateColumn } from '@depotwerk/engine/allocation/rate-column';
import type { RiskMarket } from './risk-market.view.ts';

/** Figures of a mix of peer groups, fractions a year; null where a group of it is without data. */
export interface MixFigures {
  readonly equityQuota: number | null;
  readonly volatility: number | null;
  readonly expectedReturn: number | null;
}

/**
 * What a mix of peer groups is expected to do, by the same rule as the columns of a matrix.
 *
 * @param mix weights by id of the group, summing to 1; null = there is none
 */
export function figuresOfMix(market: RiskMarket, mix: ReadonlyMap<number, number> | null): MixFigures {
  const rows = [...(mix ?? [])].map(([id, weight]) => ({ weight, group: market.groups.get(id) }));
  if (rows.length === 0 || rows.some(({ group }) => group === undefined))
    return { equityQuota: null, volatility: null, expectedReturn: null };
  const { equityQuota, volatility, expectedReturn } = rateColumn(
    rows.map(({ group }) => ({
      place: group?.place ?? null,
      equityQuota: group?.equityQuota ?? 0,
      expectedReturn: group?.expectedReturn ?? null,
    })),
    market.covariance,
    rows.map(({ weight }) => weight),
    'VOLATILITY',
    { target: null, range: null },
  );
  return { equityQuota, volatility, expectedReturn };
}
