import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund } from '../fixtures/check-fixture.ts';
import { holding } from '../fixtures/order-fixture.ts';
import { aRequest } from '../fixtures/plan-fixture.ts';
import { mergeFunds } from './merge-funds.ts';
import { noLimits, type PlanLimits } from './plan-input.ts';

// Bonds are group 1: BOND and NEXT; money CASH is group 0, equity EQTY group 2.
const context = prepareTariff(
  aTariff([
    fund('NEXT', 'bonds', { rank: 5 }),
    fund('CHEAP', 'bonds', { ter: 0.002 }),
    fund('TWIN', 'bonds'),
  ]),
);
const group = { CASH: 0, BOND: 1, NEXT: 1, CHEAP: 1, TWIN: 1, EQTY: 2 } as const;
type Isin = keyof typeof group;

/** Targets in cents after merging; `held` in units of 10 euros. */
function merged(
  targets: Partial<Record<Isin, number>>,
  held: Partial<Record<Isin, number>>,
  limits: Partial<PlanLimits>,
  locked: readonly string[] = [],
) {
  const isins = Object.keys(targets) as Isin[];
  const holdings = isins.map((isin) =>
    holding(isin, held[isin] ?? 0, { groupIndex: group[isin], isLocked: locked.includes(isin) }),
  );
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

  it('ask for the larger of share and value, and nothing of a fund that has just as much', () => {
    const targets = { CASH: 85_000, BOND: 1000, NEXT: 14_000 };
    const held = { CASH: 85, BOND: 1 };
    const merges = { CASH: 85_000, BOND: 15_000 };
    expect(merged(targets, held, { share: { min: 0.01, max: null } })).toEqual(targets);
    expect(merged(targets, held, { value: { min: 10, max: null } })).toEqual(targets);
    expect(merged(targets, held, { share: { min: 0.0101, max: null } })).toEqual(merges);
    expect(merged(targets, held, { value: { min: 10.1, max: null } })).toEqual(merges);
    const both = { share: { min: 0.001, max: null }, value: { min: 11, max: null } };
    expect(merged(targets, held, both)).toEqual(merges);
    expect(merged(targets, held, { share: { min: null, max: 0.5 } })).toEqual(targets);
  });

  it('take up to 39.5 % in one fund, and only one that may be bought', () => {
    const count = { min: 1, max: 2 };
    const most = { CASH: 60_500, BOND: 20_000, NEXT: 19_500 };
    const held = { CASH: 60, BOND: 20, NEXT: 19 };
    expect(merged(most, held, { count })).toEqual({ CASH: 60_500, NEXT: 39_500 });
    const more = { CASH: 60_499, BOND: 20_000, NEXT: 19_501 };
    expect(merged(more, held, { count })).toEqual(more);
    expect(merged({ CASH: 70_000, BOND: 15_000, NEXT: 15_000 }, held, { count }, ['NEXT'])).toEqual({
      CASH: 70_000,
      NEXT: 15_000,
      BOND: 15_000,
    });
  });

  it('keep a held fund before a new one, and give a fund up to the largest that is held', () => {
    const targets = { CASH: 70_000, BOND: 9000, NEXT: 15_000, CHEAP: 6000 };
    const count = { min: 1, max: 3 };
    expect(merged(targets, { CASH: 70, BOND: 9, CHEAP: 6 }, { count })).toEqual({
      CASH: 70_000,
      BOND: 24_000,
      CHEAP: 6000,
    });
    expect(merged(targets, { CASH: 70, BOND: 9, NEXT: 15, CHEAP: 6 }, { count })).toEqual({
      CASH: 70_000,
      BOND: 9000,
      NEXT: 21_000,
    });
    expect(merged(targets, { CASH: 70, BOND: 9 }, { count })).toEqual({
      CASH: 70_000,
      BOND: 15_000,
      NEXT: 15_000,
    });
  });

  it('of two funds alike give up the one that comes first', () => {
    const targets = { CASH: 70_000, BOND: 15_000, TWIN: 15_000 };
    const result = merged(targets, { CASH: 70, BOND: 15, TWIN: 15 }, { count: { min: 1, max: 2 } });
    expect(result).toEqual({ CASH: 70_000, TWIN: 30_000 });
  });

  it('count no fund that is sold out, and stop where there are as many as allowed', () => {
    const targets = { CASH: 70_000, BOND: 15_000, NEXT: 15_000, CHEAP: 0 };
    const held = { CASH: 70, BOND: 15, NEXT: 15, CHEAP: 1 };
    expect(merged(targets, held, { count: { min: 1, max: 3 } })).toEqual(targets);
    expect(merged(targets, held, { count: { min: 2, max: null } })).toEqual(targets);
    expect(merged({ ...targets, CHEAP: 500 }, held, { count: { min: 1, max: 3 } })).toEqual({
      CASH: 70_000,
      BOND: 15_500,
      NEXT: 15_000,
    });
  });
});
