import { describe, expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { aCheck, aContract, aTariff, finding, fund, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { mustAct } from './open-demands.ts';
import { noLimits, type PlanLimits, type PlanRequest, type TradedFund } from './plan-input.ts';
import { planNecessary } from './plan-necessary.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/** Money, bonds and equity at 30, 40 and 30 %; of bonds the best fund, a cheap one, and two that are held. */
const tariff = (rest: Partial<TariffInput> = {}) =>
  aTariff(
    [
      fund('BEST', 'bonds', { rank: 5, ter: 0.012 }),
      fund('CHEAP', 'bonds', { rank: 3, ter: 0.002 }),
      fund('KEPT', 'bonds', { rank: 4 }),
      fund('OLD', 'bonds', { rank: 1 }),
    ],
    {
      measure: 'EQUITY_QUOTA',
      target: 30,
      range: 30,
      targetWeights: [0.3, 0.4, 0.3],
      shortlists: [['CASH'], ['BEST', 'CHEAP', 'KEPT'], ['EQTY']],
      proposal: [],
      silencedHints: ['H13'],
      ...rest,
    },
  );

const held = { CASH: 3000, KEPT: 2000, OLD: 2000, EQTY: 3000 };
const old = finding('H04', 1, 'OLD');

/** What an adviser's check says of a plan. */
type Verdict = NonNullable<Parameters<typeof aCheck>[0]>;

interface Asked {
  readonly held?: Readonly<Record<string, number>>;
  readonly tariff?: Partial<TariffInput>;
  readonly request?: Partial<PlanRequest>;
  readonly trading?: Readonly<Record<string, Partial<TradedFund>>>;
  readonly cash?: number;
  readonly fits?: boolean;
}

function requestOf(asked: Asked): { input: TariffInput; request: PlanRequest } {
  const input = tariff(asked.tariff);
  const positions = Object.entries(asked.held ?? held).map(([isin, value]) => position(isin, value));
  const funds = input.funds.map(({ isin }) => traded(isin, { unitDecimals: 3, ...asked.trading?.[isin] }));
  return { input, request: aRequest(aContract(positions, { cash: asked.cash ?? 0 }), funds, asked.request) };
}

const textOf = ({ orders }: Pick<PortfolioPlan, 'orders'>) =>
  orders.map(({ action, isin, amount }) => `${action} ${isin} ${amount / 100}`);

/** The orders that are chosen where `before` is what is wrong, and `verdict` what is said of a plan by its orders. */
function chosen(before: Verdict, verdict: (orders: readonly string[]) => Verdict, asked: Asked = {}) {
  const { input, request } = requestOf(asked);
  const judged: string[] = [];
  const plan = planNecessary(
    prepareTariff(input),
    request,
    (one) => {
      if (one.orders.length === 0) return aCheck(before);
      judged.push(textOf(one).join(', '));
      return aCheck(verdict(textOf(one)));
    },
    asked.fits,
  );
  return { orders: plan && textOf(plan), judged, binding: plan?.binding.map(({ limit }) => limit) };
}

/** What is said of a plan by the fund it buys; of others that they are fine. */
const byFund = (of: Readonly<Record<string, Verdict>>) => (orders: readonly string[]) =>
  Object.entries(of).find(([isin]) => orders.some((order) => order.startsWith(`buy ${isin} `)))?.[1] ?? {};

const into = (isin: string) => ['sell OLD 2000', `buy ${isin} 2000`];

describe('the smallest intervention', () => {
  it('is none where nothing is wrong, even where a plan would be fine', () => {
    expect(chosen({}, () => ({}))).toMatchObject({ orders: null, judged: [] });
    expect(chosen({ hints: [finding('H11', 0, 'OLD')] }, () => ({}))).toMatchObject({
      orders: null,
      judged: [],
    });
  });

  it('is none where the check is content, though the way to the band would be known', () => {
    expect(chosen({}, () => ({}), { held: { CASH: 1000, KEPT: 2000, EQTY: 7000 } })).toMatchObject({
      orders: null,
      judged: [],
    });
  });

  it('takes the fund that is held if that mends everything, and asks no further', () => {
    expect(chosen({ hints: [old] }, () => ({}))).toMatchObject({
      orders: into('KEPT'),
      judged: [into('KEPT').join(', ')],
    });
  });

  it('takes the best fund where that leaves fewer findings, brings risk nearer or keeps more of the score', () => {
    const before = { hints: [old, finding('H12', 1, 'X')] };
    const warning = { hints: [finding('H12', 1, 'X')] };
    expect(chosen(before, byFund({ KEPT: warning })).orders).toEqual(into('BEST'));
    expect(chosen(before, byFund({ KEPT: warning, BEST: warning, CHEAP: warning })).orders).toEqual(
      into('KEPT'),
    );
    const far = { hints: [old], status: 'above', distance: 3 } as const;
    expect(
      chosen(
        far,
        byFund({
          KEPT: { status: 'above', distance: 2 },
          BEST: { status: 'above', distance: 1 },
          CHEAP: { status: 'above', distance: 2 },
        }),
      ).orders,
    ).toEqual(into('BEST'));
    expect(chosen({ hints: [old] }, byFund({ KEPT: { parts: { costs: 70 } } })).orders).toEqual(into('BEST'));
  });

  it('asks for the cheapest fund only where costs or another part would fall otherwise', () => {
    const falls = { parts: { costs: 70 } };
    expect(chosen({ hints: [old] }, byFund({ KEPT: falls, BEST: falls })).orders).toEqual(into('CHEAP'));
    const before = { hints: [old, finding('H12', 1, 'X')] };
    const warning = { hints: [finding('H12', 1, 'X')] };
    expect(chosen(before, byFund({ KEPT: warning, BEST: warning })).orders).toEqual(into('KEPT'));
  });

  it('turns over less where two mend the same', () => {
    // A unit of the best fund costs 1,500 euros: 500 less are bought.
    const trading = { BEST: { unitDecimals: 0, price: 1500 } };
    const warning = { hints: [finding('H12', 1, 'X')] };
    const { orders } = chosen({ hints: [old, finding('H12', 1, 'X')] }, () => warning, { trading });
    expect(orders).toEqual(['sell OLD 2000', 'buy BEST 1500']);
  });

  it('is none that adds a finding, lowers the score or mends nothing', () => {
    expect(chosen({ hints: [old] }, () => ({ hints: [finding('H10', 1, 'bills')] })).orders).toBeNull();
    expect(chosen({ hints: [old] }, () => ({ score: 70 })).orders).toBeNull();
    expect(chosen({ hints: [old] }, () => ({ hints: [old] })).orders).toBeNull();
  });

  it('invests new money where it does no harm at all, though nothing is wrong', () => {
    const asked = { request: { addedCash: 1000 } };
    expect(chosen({}, () => ({}), asked).orders).not.toBeNull();
    expect(chosen({}, () => ({ parts: { costs: 70 } }), asked).orders).toBeNull();
    expect(chosen({}, () => ({ hints: [finding('H10', 1, 'bills')] }), asked).orders).toBeNull();
    expect(chosen({}, () => ({}), { cash: 1000 }).orders).toBeNull();
  });

  it('invests what comes in, and leaves the cash that was there', () => {
    const { orders } = chosen({}, () => ({}), { cash: 500, request: { addedCash: 1000 } });
    const bought = (orders ?? []).map((order) => Number(order.split(' ')[2]));
    expect(orders?.every((order) => order.startsWith('buy '))).toBe(true);
    expect(bought.reduce((sum, euros) => sum + euros, 0)).toBeCloseTo(1000, 1);
  });

  it('may sell the worst fund of a group wholly where another of it stays', () => {
    const much = { CASH: 2500, KEPT: 4500, OLD: 500, EQTY: 2500 };
    const { orders } = chosen({ hints: [finding('H10', 1, 'bonds')] }, () => ({}), { held: much });
    expect(orders).toContain('sell OLD 500');
    expect(orders).toContain('sell KEPT 250');
  });

  it('judges the same orders once', () => {
    const { judged } = chosen({ hints: [old, finding('H05', 1, 'X')] }, () => ({ score: 70 }));
    expect(judged).toEqual(['KEPT', 'BEST', 'CHEAP'].map((isin) => into(isin).join(', ')));
  });
});

describe('where not everything can be mended at once', () => {
  // Equity is to be sold down to 32.5 %, and OLD to be replaced.
  const much = { CASH: 2200, KEPT: 2000, OLD: 2000, EQTY: 3800 };
  const equity = finding('H10', 1, 'equity');
  const isReplaced = (orders: readonly string[]) => orders.some((order) => order.startsWith('sell OLD'));
  const isSold = (orders: readonly string[]) => orders.some((order) => order.startsWith('sell EQTY'));

  it('one finding after the other is, as far as it does no harm', () => {
    const verdict = (orders: readonly string[]): Verdict => {
      if (isReplaced(orders) && isSold(orders)) return { score: 60 };
      return { hints: isReplaced(orders) ? [equity] : [old] };
    };
    const of = (hints: readonly Hint[]) => chosen({ hints }, verdict, { held: much }).orders;
    expect(of([old, equity])).toEqual(into('KEPT'));
    expect(of([equity, old])?.[0]).toBe('sell EQTY 550');
    // A remark is no finding to mend.
    expect(of([finding('H10', 0, 'equity'), old])).toBeNull();
  });

  it('those that went well stay mended with the next', () => {
    const gone = finding('H04', 1, 'GONE');
    const before = [old, equity, gone];
    const verdict = (orders: readonly string[]): Verdict => ({
      hints: before.filter(
        (hint) =>
          hint === gone || (hint === old && !isReplaced(orders)) || (hint === equity && !isSold(orders)),
      ),
    });
    const { orders } = chosen({ hints: before }, verdict, { held: much });
    expect(orders).toContain('sell EQTY 550');
    expect(orders).toContain('sell OLD 2000');
  });
});

describe('whole units', () => {
  const whole = { EQTY: { unitDecimals: 0 } };
  const much = { CASH: 3000, KEPT: 3000, EQTY: 4000 };
  const equity = finding('H10', 1, 'equity');
  // Sold down to 32.5 %: 750 euros in units of 200 are three or four of them.
  const dear = { contract: aContract(Object.entries(much).map(([isin, value]) => position(isin, value))) };
  const contract = {
    ...dear.contract,
    positions: dear.contract.positions.map((one) =>
      one.isin === 'EQTY' ? { ...one, quantity: 20, price: 200 } : one,
    ),
  };
  const enough = (orders: readonly string[]): Verdict =>
    orders.includes('sell EQTY 800') ? {} : { hints: [equity] };
  const asked = { held: much, trading: { EQTY: { ...whole.EQTY, price: 200 } }, request: { contract } };

  it('are sold one more where rounding down would leave what is wrong', () => {
    expect(chosen({ hints: [equity] }, enough, asked).orders).toContain('sell EQTY 800');
    expect(chosen({ hints: [equity] }, () => ({}), asked).orders).toContain('sell EQTY 600');
  });

  it('are not where mending less at once mends the rest as well, by smaller orders', () => {
    const two = { ...much, KEPT: 1000, OLD: 2000 };
    const positions = Object.entries(two).map(([isin, value]) => position(isin, value));
    const own = aContract(
      positions.map((one) => (one.isin === 'EQTY' ? { ...one, quantity: 20, price: 200 } : one)),
    );
    const before = [equity, old];
    const verdict = (orders: readonly string[]): Verdict =>
      orders.includes('sell EQTY 800') ? {} : { hints: orders.includes('sell OLD 2000') ? [equity] : before };
    const { orders } = chosen({ hints: before }, verdict, { ...asked, request: { contract: own } });
    expect(orders).toContain('sell EQTY 800');
    expect(orders).not.toContain('sell OLD 2000');
    // Both at once is taken where one alone is not enough.
    const both = (made: readonly string[]): Verdict => ({
      hints: before.filter((hint) => !made.includes(hint === old ? 'sell OLD 2000' : 'sell EQTY 800')),
    });
    const all = chosen({ hints: before }, both, { ...asked, request: { contract: own } }).orders;
    expect(all).toContain('sell EQTY 800');
    expect(all).toContain('sell OLD 2000');
  });

  it('are not where that is not asked for, or where units are fractions', () => {
    expect(chosen({ hints: [equity] }, enough, { ...asked, fits: false }).orders).toBeNull();
    const fine = { ...asked, trading: { EQTY: { price: 200, unitDecimals: 3 } } };
    expect(chosen({ hints: [equity] }, enough, fine).orders).toBeNull();
  });
});

describe('what must be done whatever the check says', () => {
  const excluded = { request: { excluded: new Set(['OLD']) } };
  const limits = (own: Partial<PlanLimits>) => ({ request: { portfolioLimits: { ...noLimits, ...own } } });
  const harm = { hints: [finding('H10', 1, 'bills')], score: 60 };

  it('is the sale of what the adviser excludes, in the way that does least harm', () => {
    expect(chosen({}, () => ({}), excluded).orders).toEqual(into('KEPT'));
    expect(chosen({}, byFund({ KEPT: harm, CHEAP: harm }), excluded).orders).toEqual(into('BEST'));
    expect(chosen({}, () => harm, excluded).orders).toEqual(into('KEPT'));
  });

  it('is to keep a limit, unless that brings new findings', () => {
    const few = limits({ count: { min: null, max: 3 } });
    const { orders } = chosen({}, () => ({}), few);
    expect(orders).toEqual(['sell OLD 2000', 'buy KEPT 2000']);
    expect(chosen({}, () => harm, few).orders).toBeNull();
    expect(chosen({}, () => ({ score: 60 }), few).orders).toEqual(orders);
  });

  it.each([
    ['value', { value: { min: 500, max: null } }],
    ['share', { share: { min: 0.05, max: null } }],
  ] as const)('brings a fund up to the least %s, or sells it where that does harm', (_, least) => {
    const small = {
      ...limits(least),
      held: { CASH: 4600, KEPT: 5000, EQTY: 400 },
      tariff: { targetWeights: [0.45, 0.5, 0.05], target: 10, range: 10 },
    };
    const raised = chosen({}, () => ({}), small).orders;
    expect(raised?.some((order) => order.startsWith('buy EQTY 10'))).toBe(true);
    const sold = chosen(
      {},
      (orders) => (orders.some((one) => one.startsWith('buy EQTY')) ? harm : {}),
      small,
    );
    expect(sold.orders).toContain('sell EQTY 400');
  });

  it('keeps a limit without what is locked: another fund goes instead of it', () => {
    const own = { ...limits({ count: { min: null, max: 2 } }).request, locked: new Set(['EQTY']) };
    const few = { held: { CASH: 3000, KEPT: 6000, EQTY: 1000 }, request: own };
    expect(chosen({}, () => ({}), few).orders).toEqual(['sell CASH 3000', 'buy KEPT 3000']);
  });

  it('is left undone where the limits of the tariff cannot be kept, and names the one that binds', () => {
    const many = { ...noLimits, count: { min: 9, max: null } };
    const both = { request: { ...excluded.request, portfolioLimits: many } };
    for (const asked of [both, limits(many)]) {
      const { orders, binding, judged } = chosen({ hints: [old] }, () => ({}), asked);
      expect(orders).toEqual([]);
      expect(binding).toEqual(['portfolio.count.min']);
      expect(judged).toEqual([]);
    }
  });

  it.each([
    ['nothing', {}, false],
    ['a fund that is held and excluded', excluded, true],
    ['one that is locked', { request: { ...excluded.request, locked: new Set(['OLD']) } }, false],
    ['one that nobody holds', { request: { excluded: new Set(['BEST']) } }, false],
    ['one that is not traded', { request: { ...excluded.request, traded: new Map() } }, false],
    ['more securities than allowed', limits({ count: { min: null, max: 3 } }), true],
    ['as many as allowed', limits({ count: { min: null, max: 4 } }), false],
    ['fewer than wanted', limits({ count: { min: 5, max: null } }), true],
    ['a share above the limit', limits({ share: { min: null, max: 0.29 } }), true],
    ['a share below it', limits({ share: { min: null, max: 0.31 } }), false],
    ['a share too small', limits({ share: { min: 0.21, max: null } }), true],
    ['a value too small', limits({ value: { min: 2100, max: null } }), true],
    ['one large enough', limits({ value: { min: 1900, max: null } }), false],
  ] as const)('is said of %s', (_, asked: Asked, expected) => {
    const { input, request } = requestOf(asked);
    expect(mustAct(prepareTariff(input), request)).toBe(expected);
  });
});

describe('what no adviser would sign', () => {
  it('is a wanted group sold out because it became too small to stay', () => {
    // 600 euros of equity, at least 500 a security; risk asks for 450 euros less.
    const small = { CASH: 4400, KEPT: 5000, EQTY: 600 };
    const asked = {
      held: small,
      tariff: { targetWeights: [0.44, 0.52, 0.04], target: 1, range: 1 },
      request: { portfolioLimits: { ...noLimits, value: { min: 500, max: null } } },
    };
    const before = { hints: [finding('H01', 2, 'portfolio')], status: 'above', distance: 4 } as const;
    const sale = (orders: readonly string[]): Verdict =>
      orders.includes('sell EQTY 600') ? {} : { score: 60 };
    expect(chosen(before, sale, asked).orders).toBeNull();
    const unwanted = { ...asked, tariff: { ...asked.tariff, targetWeights: [0.44, 0.56, 0] } };
    expect(chosen(before, sale, unwanted).orders).toContain('sell EQTY 600');
  });
});
