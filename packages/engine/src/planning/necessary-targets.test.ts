import { describe, expect, it } from 'vitest';
import type { TariffInput } from '../check/tariff-context.ts';
import { aContract, aTariff, finding, fund } from '../fixtures/check-fixture.ts';
import { even, targetsOf } from '../fixtures/necessary-targets-fixture.ts';
import { aRequest } from '../fixtures/plan-fixture.ts';
import { leastValue } from './necessary-targets.ts';
import { noLimits } from './plan-input.ts';
import type { BuyPreference } from './situation.ts';

describe('targets of the smallest intervention', () => {
  it('leave everything alone where nothing is wrong, cash too', () => {
    expect(targetsOf(even)).toEqual({ targets: {}, cash: 0 });
    expect(targetsOf(even, { cash: 300 })).toEqual({ targets: {}, cash: 0 });
  });

  it.each(['H04', 'H06', 'H07', 'H18', 'H19'] as const)('replace in its group what %s names', (code) => {
    const { targets } = targetsOf(even, { hints: [finding(code, 1, 'BOND')] });
    expect(targets).toEqual({ BOND: 0, BOND2: 3500 });
  });

  it('do not sell for a remark, for a finding that another deed mends, or what is locked', () => {
    for (const hint of [finding('H04', 0, 'BOND'), finding('H12', 1, 'BOND'), finding('H04', 1, 'OTHER')])
      expect(targetsOf(even, { hints: [hint] }).targets).toEqual({});
    const of = { BOND: { isLocked: true } };
    expect(targetsOf(even, { hints: [finding('H04', 1, 'BOND')], of }).targets).toEqual({});
  });

  it('sell what the adviser excludes, or what is too small to stay', () => {
    const request = { excluded: new Set(['EQTY']) };
    expect(targetsOf(even, { request }).targets).toEqual({ EQTY: 0, EQTY2: 3000 });
    expect(targetsOf(even, { sold: ['EQTY'] }).targets).toEqual({ EQTY: 0, EQTY2: 3000 });
  });

  it('sell what has no risk data only where that keeps the risk unknown', () => {
    const unknown = { funds: [fund('EQTY', 'equity', { hasRiskData: false })] };
    expect(targetsOf(even, { tariff: unknown }).targets).toEqual({});
    const { targets } = targetsOf(even, { tariff: unknown, hints: [finding('H03', 2, 'portfolio')] });
    expect(targets).toEqual({ EQTY: 0, EQTY2: 3000 });
    expect(targetsOf(even, { tariff: unknown, hints: [finding('H11', 0, 'EQTY')] }).targets).toEqual({});
    const outside = { EQTY: { groupIndex: -1 } };
    expect(targetsOf(even, { of: outside, hints: [finding('H03', 2, 'portfolio')] }).targets).toMatchObject({
      EQTY: 0,
    });
  });

  it('buy the fund that is held, the best or the cheapest, as is asked for', () => {
    const held = { CASH: 3500, BOND: 1500, BOND3: 2000, EQTY: 3000 };
    const sold = (funds: BuyPreference['funds']) =>
      targetsOf(held, { hints: [finding('H04', 1, 'BOND')], prefers: { funds } }).targets;
    expect(sold('held')).toEqual({ BOND: 0, BOND3: 3500 });
    expect(sold('best')).toEqual({ BOND: 0, BOND2: 1500 });
    const costs = targetsOf(even, { hints: [finding('H04', 1, 'EQTY')], prefers: { funds: 'cheapest' } });
    expect(costs.targets).toEqual({ EQTY: 0, EQTY2: 3000 });
    const three = { CASH: 3500, BOND3: 3500, EQTY: 3000 };
    const cheap = targetsOf(three, { hints: [finding('H04', 1, 'BOND3')], prefers: { funds: 'cheapest' } });
    expect(cheap.targets).toEqual({ BOND3: 0, BOND2: 3500 });
    const best = targetsOf(three, { hints: [finding('H04', 1, 'BOND3')], prefers: { funds: 'best' } });
    expect(best.targets).toEqual({ BOND3: 0, BOND: 3500 });
  });

  it('buy what is held but not on the shortlist after what is, the larger first', () => {
    const off = {
      shortlists: [['CASH'], ['BOND'], ['EQTY']],
      funds: [fund('OLD', 'bonds'), fund('OLDER', 'bonds')],
    };
    const held = { CASH: 3500, BOND: 1500, OLD: 800, OLDER: 1200, EQTY: 3000 };
    const gone = { hints: [finding('H04', 1, 'BOND')], tariff: off };
    expect(targetsOf(held, gone).targets).toEqual({ BOND: 0, OLDER: 2700 });
    expect(targetsOf({ ...held, OLD: 1200 }, gone).targets).toEqual({ BOND: 0, OLD: 2700 });
    const small = { hints: [finding('H04', 1, 'OLDER')], tariff: off };
    expect(targetsOf(held, small).targets).toEqual({ OLDER: 0, BOND: 2700 });
  });

  it('buy no fund that may not be bought', () => {
    const of = { BOND2: { isAcceptable: false } };
    expect(targetsOf(even, { hints: [finding('H04', 1, 'BOND')], of }).targets).toEqual({
      BOND: 0,
      BOND3: 3500,
    });
  });

  it('bring a group that is named to half its tolerance, from what is most above its target', () => {
    // Equity at 42 %: 2.5 points above 30 % is where it goes; the rest is bought in the group that lacks most.
    const { targets } = targetsOf(
      { CASH: 3300, BOND: 2500, EQTY: 4200 },
      { hints: [finding('H10', 1, 'bonds')] },
    );
    expect(targets).toEqual({ BOND: 3250, EQTY: 3450 });
  });

  it('sell the worst fund of a group first: by rank, then by costs, then by its ISIN', () => {
    const sale = (funds: TariffInput['funds'], held: Readonly<Record<string, number>>) =>
      targetsOf(
        { CASH: 3000, EQTY: 2600, ...held },
        { hints: [finding('H10', 1, 'bonds')], tariff: { funds } },
      ).targets;
    const ranked = sale([], { BOND: 1500, BOND2: 1500, BOND3: 1400 });
    expect(ranked).toMatchObject({ BOND3: 750 });
    expect(ranked).not.toHaveProperty('BOND');
    const alike = [fund('BOND2', 'bonds', { ter: 0.02 }), fund('BOND3', 'bonds', { ter: 0.01 })];
    expect(sale(alike, { BOND: 1500, BOND2: 1500, BOND3: 1400 })).toMatchObject({ BOND2: 850 });
    const same = [fund('BOND2', 'bonds'), fund('BOND3', 'bonds')];
    expect(sale(same, { BOND: 500, BOND2: 1500, BOND3: 2400 })).toMatchObject({ BOND: 0, BOND2: 1350 });
    const unranked = [fund('BOND2', 'bonds', { rank: null }), fund('BOND3', 'bonds', { rank: 4 })];
    expect(sale(unranked, { BOND: 1500, BOND2: 1500, BOND3: 1400 })).toMatchObject({ BOND2: 850 });
  });

  it('leave what is locked in a group that shrinks', () => {
    const of = { BOND3: { isLocked: true } };
    const held = { CASH: 3000, EQTY: 2600, BOND: 1500, BOND2: 1500, BOND3: 1400 };
    expect(targetsOf(held, { hints: [finding('H10', 1, 'bonds')], of }).targets).toMatchObject({
      BOND2: 850,
    });
  });

  it('invest what comes in, half-way to the edge of as few groups as have room, and no more than there is', () => {
    // 250 euros to the inner edge of either, then as much again to its outer one; equity would be a third order.
    expect(targetsOf(even, { cash: 1000, added: 1000 })).toEqual({
      targets: { BOND: 4000, CASH: 4000 },
      cash: 1000,
    });
    const one = targetsOf(even, { cash: 200, added: 1000 });
    expect(one.cash).toBe(200);
    expect(Object.keys(one.targets)).toHaveLength(1);
    expect(targetsOf(even, { cash: 1000, added: 0 }).cash).toBe(0);
    expect(targetsOf(even, { cash: -100, added: 0 }).cash).toBe(-100);
  });

  it('spend what comes in once: what is missing beyond it is sold', () => {
    const held = { CASH: 3900, BOND: 2000, EQTY: 3100 };
    const { targets, cash } = targetsOf(held, {
      hints: [finding('H10', 1, 'bonds')],
      cash: 1000,
      added: 1000,
    });
    expect(targets['BOND']).toBe(3250);
    expect(cash).toBe(1000);
    const after = Object.values({ ...held, ...targets }).reduce((sum, euros) => sum + euros, 0);
    expect(after).toBeCloseTo(10_000, 1);
  });

  it('pay for what is missing from cash before anything is sold', () => {
    const held = { CASH: 3000, BOND: 2000, EQTY: 2800 };
    const hints = [finding('H10', 1, 'bonds')];
    // Of 10,000 euros bonds shall have 3,250; of the 2,200 in cash 1,250 are spent; what is missing without the reserve comes
    // from equity, the only group with more than half its tolerance below its target left.
    expect(targetsOf(held, { hints, cash: 2200 })).toEqual({ targets: { BOND: 3250 }, cash: 1250 });
    expect(targetsOf(held, { hints, cash: 1200, reserve: 1000 })).toEqual({
      targets: { BOND: 3250, EQTY: 2750 },
      cash: 1200,
    });
  });

  it('bring risk a quarter of the band inside, by what is invested before what is sold', () => {
    const risky = { CASH: 3100, BOND: 2600, EQTY: 4300 };
    const hints = [finding('H01', 2, 'portfolio'), finding('H10', 0, 'equity')];
    // 43 % to 40 % less a quarter of ten points.
    expect(targetsOf(risky, { hints: [finding('H01', 2, 'portfolio')] }).targets).toMatchObject({
      EQTY: 3750,
    });
    expect(targetsOf(risky, { hints }).targets).toMatchObject({ EQTY: 3250 });
    const calm = { CASH: 3500, BOND: 3500, EQTY: 1500 };
    // 15 % to 20 % and a quarter of ten points inside: 750 euros of the 1,500 in cash.
    expect(targetsOf(calm, { hints: [finding('H02', 1, 'portfolio')], cash: 1500 })).toEqual({
      targets: { EQTY: 2250 },
      cash: 750,
    });
    // Without a finding of risk no trade takes it farther out than a fiftieth of the range inside.
    expect(targetsOf(risky, { tariff: { silencedHints: ['H13'] } }).targets).toMatchObject({ EQTY: 3980 });
  });

  it('do not steer what cannot be measured, nor beyond a band that begins at nothing', () => {
    const low = { target: 5, range: 10, silencedHints: ['H13'] } as const;
    expect(targetsOf({ CASH: 5000, BOND: 5000 }, { tariff: low }).targets).toEqual({});
    const narrow = { target: 30, range: 0.1 };
    // A band of a fifth of a point: its middle.
    const { targets } = targetsOf(
      { CASH: 3500, BOND: 3400, EQTY: 3100 },
      { tariff: narrow, hints: [finding('H01', 2, 'portfolio')] },
    );
    expect(targets['EQTY']).toBeCloseTo(3007.5, 1);
  });
});

describe('the funds of a group that grows', () => {
  const grows = { hints: [finding('H10', 1, 'bonds')] };
  const held = { CASH: 4400, BOND: 2500, EQTY: 3100 };

  it('are one that can take it all before two that share it', () => {
    expect(targetsOf(held, grows).targets).toMatchObject({ BOND: 3250 });
    const two = { ...held, BOND: 2000, BOND2: 500 };
    const wide = { targetWeights: [0.2, 0.6, 0.2] };
    // 57.5 % is where bonds go: 3,250 euros more, and no fund may be more than 39.5 %.
    expect(targetsOf(two, { ...grows, tariff: wide }).targets).toMatchObject({ BOND2: 3750 });
    const even = { ...held, BOND: 1500, BOND2: 1000 };
    expect(targetsOf(even, { ...grows, tariff: wide }).targets).toMatchObject({ BOND3: 3250 });
    const of = { BOND3: { isAcceptable: false } };
    expect(targetsOf(even, { ...grows, tariff: wide, of }).targets).toMatchObject({
      BOND: 3950,
      BOND2: 1800,
    });
  });

  it('are the first whose smallest order and unit are not more than what is bought', () => {
    expect(targetsOf(held, { ...grows, of: { BOND: { minimumOrder: 75_000 } } }).targets).toMatchObject({
      BOND: 3250,
    });
    const dear = { BOND: { minimumOrder: 75_001 } };
    expect(targetsOf(held, { ...grows, of: dear }).targets).toMatchObject({ BOND2: 750 });
    const coarse = { BOND: { decimals: 0, price: 800 } };
    expect(targetsOf(held, { ...grows, of: coarse }).targets).toMatchObject({ BOND2: 750 });
    const none = { BOND: dear.BOND, BOND2: dear.BOND, BOND3: dear.BOND };
    expect(targetsOf(held, { ...grows, of: none }).targets).toMatchObject({ BOND: 3250 });
  });

  it('are the only one there is, even beyond 40 % where the tariff itself wants that', () => {
    const half = {
      targetWeights: [0.25, 0.25, 0.5],
      target: 50,
      range: 50,
      shortlists: [['CASH'], ['BOND'], ['EQTY']],
    };
    const asked = { tariff: half, hints: [finding('H10', 1, 'equity')] };
    const held = { CASH: 3500, BOND: 3500, EQTY: 3000 };
    const { targets } = targetsOf(held, asked);
    // At least half-way into the tolerance of five points, and nearer where the weight wanders that much.
    expect(targets['EQTY']).toBeGreaterThan(4750);
    expect(targets['EQTY']).toBeLessThan(5000);
    const after = Object.values({ ...held, ...targets }).reduce((sum, euros) => sum + euros, 0);
    expect(after).toBeCloseTo(10_000, 1);
  });

  it('are another where one fund is more than 40 % of the whole, of another company if there is one', () => {
    const crowded = { CASH: 3500, BOND: 1900, EQTY: 4600 };
    const large = { targetWeights: [0.3, 0.2, 0.5], target: 50 };
    const at = (funds: TariffInput['funds'] = []) =>
      targetsOf(crowded, { tariff: { ...large, funds } }).targets;
    expect(at()).toEqual({ EQTY: 3950, EQTY2: 650 });
    const same = fund('EQTY2', 'equity', { equityQuota: 1, company: 'EQTY' });
    expect(at([same])).toEqual({ EQTY: 3950, EQTY2: 650 });
    const third = [same, fund('EQTY3', 'equity', { equityQuota: 1 })];
    const listed = [['CASH'], ['BOND'], ['EQTY', 'EQTY2', 'EQTY3']];
    const asked = { tariff: { ...large, funds: third, shortlists: listed } };
    expect(targetsOf(crowded, asked).targets).toEqual({ EQTY: 3950, EQTY3: 650 });
    expect(targetsOf(crowded, { tariff: large, of: { EQTY: { isLocked: true } } }).targets).toEqual({});
    // Up to 40 % itself nothing is asked for.
    expect(
      targetsOf({ CASH: 3900, BOND: 2100, EQTY: 4000 }, { tariff: { ...large, target: 45 } }).targets,
    ).not.toHaveProperty('EQTY2');
  });
});

describe('limits of the tariff', () => {
  const limits = { ...noLimits, value: { min: 500, max: null } };

  it('ask for a little more than the least share or value, whichever is larger', () => {
    const least = (share: number | null, value: number | null) =>
      leastValue(
        aRequest(aContract([]), [], {
          portfolioLimits: {
            ...noLimits,
            share: { min: share, max: null },
            value: { min: value, max: null },
          },
        }),
        1_000_000,
      );
    expect(least(null, null)).toBe(0);
    expect(least(0.05, null)).toBe(50_250);
    expect(least(null, 400)).toBe(40_200);
    expect(least(0.05, 400)).toBe(50_250);
  });

  it('bring up what is too small where that is asked for', () => {
    const small = { funds: [], targetWeights: [0.48, 0.48, 0.04], target: 8, range: 8 };
    const held = { CASH: 3400, CASH2: 1400, BOND: 3400, BOND2: 1400, EQTY: 400 };
    const request = { portfolioLimits: limits };
    const { targets } = targetsOf(held, { tariff: small, request });
    expect(targets).toMatchObject({});
    const raised = targetsOf(held, {
      tariff: { ...small, rules: { ...aTariff().rules, driftRelative: 0.5 } },
      request,
    });
    expect(raised.targets).toMatchObject({ EQTY: 502.5 });
    const kept = targetsOf(held, {
      tariff: { ...small, rules: { ...aTariff().rules, driftRelative: 0.5 } },
      request,
      prefers: { raises: false },
    });
    expect(kept.targets).toEqual({});
  });
});
