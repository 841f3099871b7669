import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund } from '../fixtures/check-fixture.ts';
import { holding } from '../fixtures/order-fixture.ts';
import { aRequest } from '../fixtures/plan-fixture.ts';
import { mergeFunds } from './merge-funds.ts';
import { noLimits, type PlanLimits } from './plan-input.ts';

// Bonds are group 1: BOND and NEXT; money CASH is group 0, equity EQTY group 2.
const context = prepareTariff(
  aTariff([fund('NEXT', 'bonds', { rank: 5 }), fund('CHEAP', 'bonds', { ter: 0.002 })]),
);
const group = { CASH: 0, BOND: 1, NEXT: 1, CHEAP: 1, EQTY: 2 } as const;
type Isin = keyof typeof group;

/** Targets in cents after merging; `held` in units of 10 euros. */
function merged(
  targets: Partial<Record<Isin, number>>,
  held: Partial<Record<Isin, number>>,
  limits: Partial<PlanLimits>,
) {
  const isins = Object.keys(targets) as Isin[];
  const holdings = isins.map((isin) => holding(isin, held[isin] ?? 0, { groupIndex: group[isin] }));
  const result = new Map<string, number>(Object.entries(targets));
  const request = aRequest(aContract([]), [], { portfolioLimits: { ...noLimits, ...limits } });
  mergeFunds(context, request, holdings, result, 100_000);
  return Object.fromEntries(result);
}

describe('limits on number and size inside the groups', () => {
  it('leave a fund alone that is large enough, and one new of another group', () => {
    const targets = { CASH: 60_000, BOND: 20_000, NEXT: 10_000, EQTY: 10_000 };
    expect(merged(targets, { CASH: 60, BOND: 20 }, { share: { min: 0.05, max: null } })).toEqual(targets);
  });

  it('let a good fund that is too small take the place of a new one of its group', () => {
    const targets = { CASH: 85_000, BOND: 500, NEXT: 14_500 };
    const share = { min: 0.01, max: null };
    expect(merged(targets, { CASH: 85, BOND: 5 }, { share })).toEqual({ CASH: 85_000, BOND: 15_000 });
  });

  it('do not make a cluster of it', () => {
    const targets = { CASH: 55_000, BOND: 500, NEXT: 44_500 };
    expect(merged(targets, { BOND: 5 }, { share: { min: 0.01, max: null } })).toEqual(targets);
  });

  it('give up new funds before held ones, and small ones before large ones, where there are too many', () => {
    const targets = { CASH: 70_000, BOND: 15_000, NEXT: 9000, CHEAP: 6000 };
    const held = { CASH: 70, BOND: 15, CHEAP: 6 };
    expect(merged(targets, held, { count: { min: 1, max: 3 } })).toEqual({
      CASH: 70_000,
      BOND: 24_000,
      CHEAP: 6000,
    });
    expect(merged(targets, held, { count: { min: 1, max: 2 } })).toEqual({ CASH: 70_000, BOND: 30_000 });
  });

  it('keep the better of two of about the same size: by rank, then by costs', () => {
    const count = { min: 1, max: 2 };
    const ranked = { CASH: 70_000, NEXT: 14_900, BOND: 15_100 };
    expect(merged(ranked, { NEXT: 15, BOND: 15 }, { count })).toEqual({ CASH: 70_000, NEXT: 30_000 });
    const priced = { CASH: 70_000, CHEAP: 14_900, BOND: 15_100 };
    expect(merged(priced, { CHEAP: 15, BOND: 15 }, { count })).toEqual({ CASH: 70_000, CHEAP: 30_000 });
  });

  it('leave to the limits themselves what no group can settle', () => {
    const targets = { CASH: 60_000, BOND: 30_000, EQTY: 10_000 };
    expect(merged(targets, { CASH: 60, BOND: 30, EQTY: 10 }, { count: { min: 1, max: 2 } })).toEqual(targets);
  });
});
