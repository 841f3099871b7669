import { describe, expect, it } from 'vitest';
import { savingsOverlap } from '../check/savings-overlap.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { aContract, aTariff, fund, onTarget, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import type { PlanRequest } from './plan-input.ts';
import { planOptimization, planProposal } from './plan-optimization.ts';
import { mostOverlap } from './savings-bound.ts';

const esg = { minimumSustainableShare: 0.3, needsPai: false, minimumArticle: 6 } as const;
const green = { minimumSustainableShare: 0.5 };
const isins = ['CASH', 'BOND', 'EQTY', 'GREEN'];
// BOND is the target's fund for bonds; the client's preference rules it out, GREEN is the next of the group.
const tariff = aTariff(
  [
    fund('CASH', 'bills', green),
    fund('BOND', 'bonds'),
    fund('GREEN', 'bonds', green),
    fund('EQTY', 'equity', { ...green, equityQuota: 1 }),
  ],
  { esg, shortlists: [['CASH'], ['BOND', 'GREEN'], ['EQTY']] },
);

const savedInto = (
  shares: Readonly<Record<string, number>>,
  rest: Partial<PlanRequest> = {},
  own = tariff,
) => {
  const entries = Object.entries(shares).map(([isin, percent]) => ({ isin, percent }));
  const contract = aContract(onTarget, { savingsPlan: { rate: 1000, entries } });
  const funds = isins.map((isin) => traded(isin));
  const request = aRequest(contract, funds, rest);
  const { contractAfter } = planProposal(prepareTariff(own), request, 'savingsPlanOnly');
  return Object.fromEntries(
    (contractAfter.savingsPlan?.entries ?? []).map(({ isin, percent }) => [isin, percent]),
  );
};

describe('the savings plan of a client', () => {
  it('gives the part of a fund that the preference rules out to the next one of its group', () => {
    expect(savedInto({ CASH: 100 })).toEqual({ CASH: 30, GREEN: 30, EQTY: 40 });
    // Without a preference the target's own fund stays.
    expect(savedInto({ CASH: 100 }, {}, { ...tariff, esg: null })).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
  });

  it('gives the part of an excluded fund to the next one of its group, and keeps the group', () => {
    expect(savedInto({ CASH: 100 }, { excluded: new Set(['BOND']) }, { ...tariff, esg: null })).toEqual({
      CASH: 30,
      GREEN: 30,
      EQTY: 40,
    });
  });

  it('stays as it is where no fund is left to save into: a plan of nothing is none', () => {
    const saved = { CASH: 60, BOND: 40 };
    expect(savedInto(saved, { excluded: new Set(isins) })).toEqual(saved);
    const closed = {
      ...tariff,
      funds: tariff.funds.map((each) => ({ ...each, status: 'liquidated' as const })),
    };
    expect(savedInto(saved, {}, { ...closed, shortlists: [[], [], []], proposal: [] })).toEqual(saved);
    expect(savedInto(saved, {}, { ...tariff, shortlists: [[], [], []], proposal: [] })).toEqual(saved);
  });

  it('never begins with a fund against the preference: where its group has no other, the other groups share its part', () => {
    const alone = { ...tariff, shortlists: [['CASH'], ['BOND'], ['EQTY']] };
    expect(savedInto({ CASH: 100 }, {}, alone)).toEqual({ CASH: 43, EQTY: 57 });
  });

  it('never begins with what the client excludes: fund, company, region or sector', () => {
    const nothing = { isins: [], companies: [], regions: [], sectors: [] };
    const own = aTariff(
      [
        fund('CASH', 'bills'),
        fund('BOND', 'bonds', { company: 'Kiesel Invest', region: 'japan', sector: 'energy' }),
        fund('GREEN', 'bonds'),
        fund('EQTY', 'equity', { equityQuota: 1 }),
      ],
      { shortlists: [['CASH'], ['BOND', 'GREEN'], ['EQTY']] },
    );
    for (const restrictions of [
      { ...nothing, isins: ['BOND'] },
      { ...nothing, companies: ['kiesel'] },
      { ...nothing, regions: ['japan'] },
      { ...nothing, sectors: ['energy'] },
    ]) {
      expect(savedInto({ CASH: 100 }, {}, { ...own, restrictions })).toEqual({
        CASH: 30,
        GREEN: 30,
        EQTY: 40,
      });
      // What is saved into already is replaced as well.
      expect(savedInto({ CASH: 50, BOND: 50 }, {}, { ...own, restrictions })).not.toHaveProperty('BOND');
    }
    expect(savedInto({ CASH: 100 }, {}, { ...own, restrictions: nothing })).toHaveProperty('BOND');
  });

  it('never begins with a fund whose negative target market the client is in', () => {
    const client = { knowledge: 'basic', lossCapacity: null, hasLowestRisk: false, horizonYears: 1 } as const;
    const own = aTariff(
      [
        fund('CASH', 'bills'),
        fund('BOND', 'bonds', { targetMarket: { basicInvestor: 'N' } }),
        fund('GREEN', 'bonds', { targetMarket: { basicInvestor: 'Neutral' } }),
        fund('EQTY', 'equity', { equityQuota: 1, holdingYears: 5 }),
      ],
      { shortlists: [['CASH'], ['BOND', 'GREEN'], ['EQTY']], client },
    );
    expect(savedInto({ CASH: 100 }, {}, own)).toEqual({ CASH: 30, GREEN: 30, EQTY: 40 });
    const informed = { ...own, client: { ...client, knowledge: 'informed' as const } };
    expect(savedInto({ CASH: 100 }, {}, informed)).toHaveProperty('BOND');
  });

  it('begins with no fund against the preference, and saves no more into one of its group than today', () => {
    const other = aTariff(
      [
        fund('CASH', 'bills', green),
        fund('BOND', 'bonds'),
        fund('GREEN', 'bonds'),
        fund('EQTY', 'equity', { ...green, equityQuota: 1 }),
      ],
      { esg, shortlists: [['CASH'], ['BOND'], ['EQTY']] },
    );
    expect(savedInto({ CASH: 90, GREEN: 10 }, {}, other)).toEqual({ CASH: 43, EQTY: 57 });
  });

  it('goes on with a good fund in the place of its group’s other, and with several in proportion', () => {
    const two = aTariff([
      fund('CASH', 'bills'),
      fund('BOND', 'bonds'),
      fund('GREEN', 'bonds'),
      fund('EQTY', 'equity', { equityQuota: 1 }),
    ]);
    expect(savedInto({ GREEN: 90, EQTY: 10 }, {}, two)).toEqual({ CASH: 30, EQTY: 40, GREEN: 30 });
    expect(savedInto({ GREEN: 60, BOND: 30, EQTY: 10 }, {}, two)).toEqual({
      BOND: 10,
      CASH: 30,
      EQTY: 40,
      GREEN: 20,
    });
    // What the adviser rules out does not go on.
    expect(savedInto({ GREEN: 90, EQTY: 10 }, { excluded: new Set(['GREEN']) }, two)).toEqual({
      BOND: 30,
      CASH: 30,
      EQTY: 40,
    });
  });

  it.each([
    ['is closed', { status: 'closed' }],
    ['has too low a rank', { rank: 1 }],
    ['costs clearly more than the target’s', { ter: 0.02 }],
  ] as const)('changes the fund where the one saved into %s', (_why, fault) => {
    const funds = [
      fund('CASH', 'bills'),
      fund('BOND', 'bonds'),
      fund('GREEN', 'bonds', fault),
      fund('EQTY', 'equity', { equityQuota: 1 }),
    ];
    const own = aTariff(funds);
    const rules = { ...own.rules, minimumRank: 3 };
    expect(savedInto({ GREEN: 90, EQTY: 10 }, {}, { ...own, rules })).toEqual({
      BOND: 30,
      CASH: 30,
      EQTY: 40,
    });
  });

  it('changes the fund where the one saved into is outside the tariff’s universe', () => {
    const universe = ['CASH', 'BOND', 'EQTY'];
    const own = aTariff(
      [...universe, 'GREEN'].map((isin) => fund(isin, { CASH: 'bills', EQTY: 'equity' }[isin] ?? 'bonds')),
      { universe },
    );
    expect(savedInto({ GREEN: 90, EQTY: 10 }, {}, own)).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
  });

  it('does not go on saving into what the orders sell because of the preference', () => {
    const entries = [
      { isin: 'CASH', percent: 30 },
      { isin: 'BOND', percent: 30 },
      { isin: 'EQTY', percent: 40 },
    ];
    const contract = aContract([position('CASH', 3000), position('BOND', 3000), position('EQTY', 4000)], {
      savingsPlan: { rate: 1000, entries },
    });
    const request = aRequest(
      contract,
      isins.map((isin) => traded(isin)),
    );
    const { orders, contractAfter } = planProposal(prepareTariff(tariff), request, 'necessary');
    expect(orders.map(({ action, isin }) => `${action} ${isin}`)).toEqual(['sell BOND', 'buy GREEN']);
    expect(contractAfter.savingsPlan?.entries).toEqual([
      { isin: 'CASH', percent: 30 },
      { isin: 'EQTY', percent: 40 },
      { isin: 'GREEN', percent: 30 },
    ]);
  });
});

it('knows what no savings plan of a contract fits better than, so that no further one is tried', () => {
  let reached = 0;
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= 12; seed++) {
      const { tariff, request } = adviceCase(randomSource(seed), profile);
      const { savingsPlan } = request.contract;
      if (!savingsPlan) continue;
      const context = prepareTariff(tariff);
      const most = mostOverlap(context, request, savingsPlan);
      for (const { contractAfter } of planOptimization(context, request)) {
        if (contractAfter.savingsPlan === null || contractAfter.savingsPlan === savingsPlan) continue;
        const fit = savingsOverlap(context, contractAfter.savingsPlan);
        // One that only has its faults replaced may keep shares that no new plan could have.
        if (fit <= savingsOverlap(context, savingsPlan)) continue;
        expect(fit).toBeLessThanOrEqual(most);
        if (Math.abs(fit - most) < 1e-5) reached++;
      }
    }
  // A bound that is never reached would be none to stop at.
  expect(reached).toBeGreaterThan(10);
});
