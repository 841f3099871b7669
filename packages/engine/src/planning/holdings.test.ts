import { describe, expect, it } from 'vitest';
import { type CheckFund, prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { aContract, aTariff, fund, position, withRules } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { collectHeld, collectHoldings, paysToSwitch, switchBenefit } from './holdings.ts';
import { defaultOrderRules, type PlanRequest, type TradedFund } from './plan-input.ts';

const all = ['CASH', 'BOND', 'EQTY'].map((isin) => traded(isin));
const bond = position('BOND', 3000);

/** The holdings of a contract with 300 units of BOND at 10 euros. */
function collect(
  funds: readonly TradedFund[] = all,
  rest: Partial<PlanRequest> = {},
  tariff: Partial<TariffInput> = {},
  positions = [bond],
) {
  return collectHoldings(prepareTariff(aTariff([], tariff)), aRequest(aContract(positions), funds, rest));
}
const bondOf = (...given: Parameters<typeof collect>) =>
  collect(...given).find(({ isin }) => isin === 'BOND');

describe('what a plan may hold', () => {
  it('is what is held, on a shortlist or proposed, in the order of the ISIN', () => {
    expect(collect().map(({ isin }) => isin)).toEqual(['BOND', 'CASH', 'EQTY']);
    const only = (tariff: Partial<TariffInput>) => collect(all, {}, tariff).map(({ isin }) => isin);
    expect(only({ shortlists: [['CASH'], [], []], proposal: [] })).toEqual(['BOND', 'CASH']);
    expect(only({ shortlists: [[], [], []], proposal: [{ isin: 'EQTY', weight: 1 }] })).toEqual([
      'BOND',
      'EQTY',
    ]);
    const positions = ['EQTY', 'AAAA', 'CASH', 'BOND'].map((isin) => position(isin, 100));
    expect(collect(all, {}, {}, positions).map(({ isin }) => isin)).toEqual(['AAAA', 'BOND', 'CASH', 'EQTY']);
  });

  it('leaves out what is neither held nor for sale', () => {
    expect(collect([traded('BOND')]).map(({ isin }) => isin)).toEqual(['BOND']);
    expect(collect(all, { excluded: new Set(['CASH', 'BOND']) }).map(({ isin }) => isin)).toEqual([
      'BOND',
      'EQTY',
    ]);
  });

  it('is of what is held the same, asked for alone', () => {
    const context = prepareTariff(aTariff([]));
    // Nothing of a fund is not held, and two positions of one are one.
    const positions = [
      position('EQTY', 0),
      position('AAAA', 100),
      position('BOND', 50),
      position('BOND', 70),
    ];
    const request = aRequest(aContract(positions), all, { locked: new Set(['AAAA']) });
    const held = collectHeld(context, request);
    expect(held.map(({ isin }) => isin)).toEqual(['AAAA', 'BOND']);
    expect(held).toEqual(collectHoldings(context, request).filter(({ ticks }) => ticks > 0));
  });

  it('has ticks, value and smallest order in whole numbers', () => {
    const funds = [traded('BOND', { price: 12.5, unitDecimals: 2, minimumOrder: 30 })];
    const held = [position('BOND', 0, { quantity: 1.239, price: 12.5 })];
    expect(collect(funds, {}, {}, held)[0]).toEqual({
      isin: 'BOND',
      groupIndex: 1,
      price: 12.5,
      decimals: 2,
      ticks: 123,
      value: 1538,
      isLocked: false,
      isAcceptable: true,
      minimumOrder: 3000,
    });
    const rules = { ...defaultOrderRules, minimumOrder: 50 };
    expect(bondOf(funds, { rules })?.minimumOrder).toBe(5000);
    expect(bondOf([traded('BOND', { minimumOrder: 51 })], { rules })?.minimumOrder).toBe(5100);
    // 0.29 is 28.999999999999996 hundredths in binary
    expect(collect(funds, {}, {}, [position('BOND', 0, { quantity: 0.29 })])[0]?.ticks).toBe(29);
    expect(collect(funds, {}, {}, [bond, position('BOND', 20)])[0]?.ticks).toBe(30_200);
  });

  it('stays as it is where it cannot be traded', () => {
    expect(bondOf()?.isLocked).toBe(false);
    expect(bondOf(all, { locked: new Set(['BOND']) })?.isLocked).toBe(true);
    const alone = bondOf([traded('CASH')], { rules: { ...defaultOrderRules, minimumOrder: 5 } });
    expect(alone).toMatchObject({
      isLocked: true,
      price: 10,
      decimals: 4,
      ticks: 3_000_000,
      minimumOrder: 500,
    });
    expect(bondOf([traded('BOND', { price: 0 })])?.isLocked).toBe(true);
    expect(bondOf([traded('CASH')], {}, {}, [position('BOND', 100, { price: null })])).toMatchObject({
      isLocked: true,
      price: 0,
      value: 0,
    });
  });

  it('without a price is worth nothing and is not traded, though others pay one for it', () => {
    for (const price of [null, 0])
      expect(bondOf(all, {}, {}, [position('BOND', 100, { price })])).toMatchObject({
        isLocked: true,
        price: 0,
        value: 0,
      });
    expect(bondOf(all, {}, {}, [position('BOND', 0, { price: null })])?.isLocked).toBe(false);
  });

  it('of no peer group and unknown to the tariff is not acceptable', () => {
    expect(collect([traded('ELSE')], {}, {}, [position('ELSE', 100)])[0]).toMatchObject({
      groupIndex: -1,
      isAcceptable: false,
      isLocked: false,
    });
  });
});

describe('a fund may stay', () => {
  const isAcceptable = (rest: Partial<CheckFund>, tariff: Partial<TariffInput> = {}) =>
    collectHoldings(
      prepareTariff(aTariff([fund('BOND', 'bonds', rest)], tariff)),
      aRequest(aContract([bond]), all),
    ).find(({ isin }) => isin === 'BOND')?.isAcceptable;

  it('while it is open for holders', () => {
    expect((['open', 'softClosed', 'closed'] as const).map((status) => isAcceptable({ status }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('in the universe, in line with the preference, not excluded', () => {
    expect(isAcceptable({}, { universe: ['CASH', 'EQTY'] })).toBe(false);
    expect(isAcceptable({}, { universe: ['BOND'] })).toBe(true);
    const esg = { minimumSustainableShare: 0.3, needsPai: false, minimumArticle: 6 } as const;
    expect(isAcceptable({ minimumSustainableShare: 0.29 }, { esg })).toBe(false);
    expect(isAcceptable({ minimumSustainableShare: 0.3 }, { esg })).toBe(true);
    expect(bondOf(all, { excluded: new Set(['BOND']) })?.isAcceptable).toBe(false);
  });

  it('with the minimum rank, or unrated where that is allowed', () => {
    const minimum = withRules({ minimumRank: 3, allowsUnrated: false });
    expect([2, 3, null].map((rank) => isAcceptable({ rank }, minimum))).toEqual([false, true, false]);
    expect(isAcceptable({ rank: null }, withRules({ minimumRank: null, allowsUnrated: false }))).toBe(false);
    const none = withRules({ minimumRank: null, allowsUnrated: true });
    expect([1, null].map((rank) => isAcceptable({ rank }, none))).toEqual([true, true]);
  });
});

describe('the benefit of a switch', () => {
  const tariff = aTariff([fund('BOND', 'bonds', { ter: 0.015 }), fund('NEXT', 'bonds', { ter: 0.01 })]);
  const benefit = (to: string, rules: Partial<PlanRequest['rules']> = {}, from = 'BOND') => {
    const context = prepareTariff(tariff);
    const request = aRequest(aContract([position(from, 3000)]), [traded(from)], {
      rules: { ...defaultOrderRules, ...rules },
    });
    return switchBenefit(context, request, collectHoldings(context, request)[0]!, to);
  };

  it('is the yearly saving in cents against the fees of sale, purchase and plan', () => {
    // 3,000 euros at 0.5 points are 15.00 a year; 0.1 % twice are 6.00, the plan 2.50.
    const fee = { fixed: 0, percent: 0.001, cap: null };
    expect(benefit('NEXT', { fee })).toEqual({ perYear: expect.closeTo(1500, 9), fee: 600 });
    expect(benefit('NEXT', { fee, planFee: 2.5 }).fee).toBe(850);
    expect(benefit('NEXT')).toEqual({ perYear: expect.closeTo(1500, 9), fee: 0 });
  });

  it('is none where nobody knows what one of the two costs', () => {
    expect(benefit('WHAT').perYear).toBe(0);
    expect(benefit('NEXT', {}, 'ELSE').perYear).toBe(0);
  });

  it('is worth a switch only from a euro a year on, however many points that are', () => {
    // Half a point a year of 190 and of 200 euros, without fees.
    const context = prepareTariff(aTariff([fund('NEXT', 'bonds', { ter: 0.005 })]));
    const pays = (value: number) => {
      const request = aRequest(aContract([position('BOND', value)]), [...all, traded('NEXT')]);
      const held = collectHoldings(context, request).find(({ isin }) => isin === 'BOND');
      return held !== undefined && paysToSwitch(context, request, held, 'NEXT');
    };
    expect(pays(190)).toBe(false);
    expect(pays(200)).toBe(true);
  });
});
