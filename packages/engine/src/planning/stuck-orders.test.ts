import { describe, expect, it } from 'vitest';
import { prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { aContract, aTariff, fund, position, withRules } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { noLimits, type PlanRequest, type TradedFund } from './plan-input.ts';
import { planProposal } from './plan-optimization.ts';

/** The smallest intervention, orders as text, and what it leaves open. */
function necessary(
  tariff: TariffInput,
  held: Readonly<Record<string, number>>,
  trading: Readonly<Record<string, Partial<TradedFund>>>,
  rest: Partial<PlanRequest> = {},
) {
  const contract = aContract(Object.entries(held).map(([isin, value]) => position(isin, value)));
  const funds = tariff.funds.map(({ isin }) => traded(isin, { unitDecimals: 3, ...trading[isin] }));
  const { orders, after, before } = planProposal(
    prepareTariff(tariff),
    aRequest(contract, funds, rest),
    'necessary',
  );
  return {
    orders: orders.map(({ action, isin, amount }) => `${action} ${isin} ${amount}`),
    reasons: orders.map(({ reason }) => reason),
    before: before.hints.flatMap(({ code, severity }) => (severity > 0 ? [code] : [])),
    open: after.hints.flatMap(({ code, severity }) => (severity > 0 ? [code] : [])),
  };
}

describe('the smallest intervention where smallest orders stand in the way', () => {
  it('replaces a fund by the first of the shortlist that may be bought for so little', () => {
    const tariff = aTariff([fund('OLD', 'bonds', { rank: 1 }), fund('NEXT', 'bonds', { rank: 3 })], {
      ...withRules({ minimumRank: 2 }),
      shortlists: [['CASH'], ['BOND', 'NEXT'], ['EQTY']],
    });
    const plan = necessary(tariff, { CASH: 300, OLD: 300, EQTY: 400 }, { BOND: { minimumOrder: 500 } });
    expect(plan).toMatchObject({ orders: ['sell OLD 300', 'buy NEXT 300'], before: ['H04'], open: [] });
  });

  it('sells another fund within its tolerance where the one with most room has too large an order', () => {
    const tariff = aTariff([fund('LOCAL', 'home'), fund('WORLD', 'world')], {
      measure: 'EQUITY_QUOTA',
      target: 0,
      range: 50,
      silencedHints: ['H13'],
      peerGroups: ['bills', 'bonds', 'home', 'world'],
      covariance: [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 0.01 : 0))),
      targetWeights: [0.4, 0.3, 0.25, 0.05],
      shortlists: [['CASH'], ['BOND'], ['LOCAL'], ['WORLD']],
      proposal: [
        { isin: 'CASH', weight: 0.4 },
        { isin: 'BOND', weight: 0.3 },
        { isin: 'LOCAL', weight: 0.25 },
        { isin: 'WORLD', weight: 0.05 },
      ],
    });
    const held = { CASH: 440, BOND: 309, LOCAL: 251 };
    const free = necessary(tariff, held, {});
    expect(free.before).toEqual(['H08']);
    expect(free.orders[0]).toMatch(/^sell CASH /);
    const bound = necessary(tariff, held, { CASH: { minimumOrder: 500 } });
    expect(bound.orders).toEqual(['sell LOCAL 43.74', 'buy WORLD 43.74']);
    expect(bound.open).toEqual([]);
  });

  it('opens a fund against a cluster with no less than the tariff asks for', () => {
    const tariff = aTariff(
      [
        fund('CASH', 'bills', { company: 'Haus' }),
        fund('BOND', 'bonds', { company: 'Haus' }),
        fund('OTHER', 'bonds'),
      ],
      { shortlists: [['CASH'], ['BOND', 'OTHER'], ['EQTY']] },
    );
    const held = { CASH: 3050, BOND: 3010, EQTY: 3940 };
    const limits = { ...noLimits, value: { min: 500, max: null } };
    const plan = necessary(tariff, held, {}, { portfolioLimits: limits });
    expect(plan).toMatchObject({ before: ['H13'], open: [] });
    expect(plan.orders).toHaveLength(2);
    expect(plan.orders[1]).toMatch(/^buy OTHER 50\d(\.\d+)?$/);
    expect(plan.reasons[0]).toContain('In Fonds dieser einen Gesellschaft steckt zu viel des Vermögens.');
  });

  it('sells of a fund that is a cluster as much as its smallest order asks for', () => {
    const tariff = aTariff([fund('OTHER', 'bonds')], {
      targetWeights: [0.2, 0.4, 0.4],
      shortlists: [['CASH'], ['BOND', 'OTHER'], ['EQTY']],
    });
    const held = { CASH: 190, BOND: 415, EQTY: 395 };
    // 20 euros would be enough.
    const plan = necessary(tariff, held, { BOND: { minimumOrder: 100 } });
    expect(plan).toMatchObject({ orders: ['sell BOND 100', 'buy OTHER 100'], before: ['H13'], open: [] });
  });

  it('sells of the funds of one company as much as the smallest order asks for', () => {
    const tariff = aTariff(
      [
        fund('CASH', 'bills', { company: 'Haus' }),
        fund('BOND', 'bonds', { company: 'Haus' }),
        fund('OTHER', 'bonds'),
      ],
      { shortlists: [['CASH'], ['BOND', 'OTHER'], ['EQTY']] },
    );
    const plan = necessary(tariff, { CASH: 3050, BOND: 3010, EQTY: 3940 }, { BOND: { minimumOrder: 600 } });
    expect(plan).toMatchObject({ orders: ['sell BOND 600', 'buy OTHER 600'], before: ['H13'], open: [] });
  });

  it('says why a good fund that is too small to stay is not bought more of', () => {
    const tariff = aTariff([fund('NEXT', 'bonds', { rank: 4 })], {
      shortlists: [['CASH'], ['BOND', 'NEXT'], ['EQTY']],
    });
    const limits = { ...noLimits, value: { min: 100, max: null } };
    const plan = necessary(
      tariff,
      { CASH: 560, BOND: 40, EQTY: 400 },
      { BOND: { minimumOrder: 500 } },
      { portfolioLimits: limits },
    );
    expect(plan.before).toContain('H10');
    expect(plan.open).toEqual([]);
    expect(plan.reasons).toContainEqual(
      'Wechsel zu NEXT innerhalb der Peergroup bonds. Mit 40,00\u00a0€ liegt der bisherige Fonds unter der Untergrenze des Tarifs (100,00\u00a0€); zugekauft werden kann er erst ab 500,00\u00a0€.',
    );
  });
});
