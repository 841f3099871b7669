import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { contractFixture } from '../fixtures/contract-fixture.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { noLimits, type PlanLimits, type PlanRequest } from './plan-input.ts';
import { type Proposal, planOptimization, planProposal } from './plan-optimization.ts';
import { savingsTarget } from './savings-plan.ts';

const seeds = fc.integer({ min: 1, max: 2 ** 31 });
const scenario = (seed: number) => {
  const { tariff, request } = contractFixture(randomSource(seed), 10, 8, 4);
  return { context: prepareTariff(tariff), request };
};
const cents = (euros: number) => Math.round(euros * 100);
const flow = (proposal: Proposal) =>
  proposal.orders.reduce(
    (sum, { action, amount, fee }) => sum + (action === 'sell' ? cents(amount) : -cents(amount)) - cents(fee),
    0,
  );

/** Euros sold of what need not leave, beyond a limit of turnover. */
function soldBeyond({ before, orders }: Proposal, { excluded }: PlanRequest, limit: number): number {
  const severe = new Set(before.hints.flatMap(({ severity, subject }) => (severity === 2 ? [subject] : [])));
  let [leaving, other] = [0, 0];
  for (const { action, isin, amount } of orders) {
    if (action === 'buy') continue;
    if (severe.has(isin) || excluded.has(isin)) leaving += amount;
    else other += amount;
  }
  return Math.max(0, other - Math.max(0, 2 * limit * before.total - leaving));
}

describe('planned optimisation', { timeout: 60_000 }, () => {
  it('balances cash to the cent and never holds less than nothing', () => {
    fc.assert(
      fc.property(seeds, fc.nat(100_000), (seed, added) => {
        const { context, request } = scenario(seed);
        for (const proposal of planOptimization(context, { ...request, addedCash: added / 100 })) {
          const before =
            proposal.orders.length > 0 || proposal.mode === 'full'
              ? added
              : cents(proposal.cashAfter) - cents(proposal.cashBefore);
          expect(cents(proposal.cashAfter) - cents(proposal.cashBefore)).toBe(flow(proposal) + before);
          expect(proposal.cashAfter).toBeGreaterThanOrEqual(0);
          expect(proposal.contractAfter.positions.every(({ quantity }) => quantity >= 0)).toBe(true);
        }
      }),
      { numRuns: randomCases(500), seed: 12 },
    );
  });

  it('proposes nothing in a second run on the result', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { context, request } = scenario(seed);
        const first = planProposal(context, request, 'full');
        const second = planProposal(context, { ...request, contract: first.contractAfter }, 'full');
        expect(second.orders).toEqual([]);
      }),
      { numRuns: randomCases(1000), seed: 13 },
    );
  });

  it('does not depend on the order of the input', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { context, request } = scenario(seed);
        const { contract } = request;
        const reversed: PlanRequest = {
          ...request,
          contract: { ...contract, positions: contract.positions.toReversed() },
          traded: new Map([...request.traded].toReversed()),
        };
        expect(planOptimization(context, reversed)).toEqual(planOptimization(context, request));
      }),
      { numRuns: randomCases(300), seed: 14 },
    );
  });

  it('keeps minimum orders, unit decimals, and gives every order a reason', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { context, request } = scenario(seed);
        const { orders, contractAfter } = planProposal(context, request, 'full');
        for (const order of orders) {
          const isFullSale =
            order.action === 'sell' && !contractAfter.positions.some(({ isin }) => isin === order.isin);
          const decimals = request.traded.get(order.isin)?.unitDecimals ?? 0;
          expect(isFullSale || order.amount >= 50).toBe(true);
          expect(
            Math.abs(order.quantity * 10 ** decimals - Math.round(order.quantity * 10 ** decimals)),
          ).toBeLessThan(1e-6);
          expect(order.reason).toMatch(/^[A-ZÄÖÜ].*\.$/);
        }
      }),
      { numRuns: randomCases(300), seed: 15 },
    );
  });

  it('respects locks and exclusions', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { context, request } = scenario(seed);
        const [first, second] = request.contract.positions.map(({ isin }) => isin);
        const proposal = planProposal(
          context,
          { ...request, locked: new Set([first ?? '']), excluded: new Set([second ?? '']) },
          'full',
        );
        expect(proposal.orders.some(({ isin }) => isin === first)).toBe(false);
        expect(proposal.orders.some(({ isin, action }) => isin === second && action === 'buy')).toBe(false);
      }),
      { numRuns: randomCases(300), seed: 16 },
    );
  });

  it('keeps the limits of the tariff or names the one that binds', () => {
    const limits: PlanLimits = {
      count: { min: 3, max: 6 },
      share: { min: 0.05, max: 0.35 },
      value: { min: null, max: null },
    };
    let feasible = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const { context, request } = scenario(seed);
        const proposal = planProposal(context, { ...request, portfolioLimits: limits }, 'full');
        feasible += proposal.isFeasible ? 1 : 0;
        if (!proposal.isFeasible) {
          return (
            proposal.reasons.length > 0 &&
            proposal.orders.length === 0 &&
            proposal.reasons.every(({ limit, text }) => limit.startsWith('portfolio.') && text.length > 20)
          );
        }
        const { positions } = proposal.contractAfter;
        const invested = positions.reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), 0);
        const isKept = positions.every(({ quantity, price }) => {
          const share = (quantity * (price ?? 0)) / invested;
          return share > 0.05 - 0.01 && share < 0.35 + 0.01;
        });
        return positions.length >= 3 && positions.length <= 6 && isKept;
      }),
      { numRuns: randomCases(300), seed: 17 },
    );
    expect(feasible).toBeGreaterThan(randomCases(20));
  });

  it('says which limit binds if locked holdings break it', () => {
    const { context, request } = scenario(5);
    const locked = new Set(request.contract.positions.map(({ isin }) => isin));
    const tight = { ...noLimits, count: { min: null, max: 2 } };
    expect(planProposal(context, { ...request, locked, portfolioLimits: tight }, 'full')).toMatchObject({
      isFeasible: false,
      orders: [],
      reasons: [{ limit: 'portfolio.count.max', values: { count: 8, maximum: 2 } }],
    });
  });

  it('turns over less with NEAREST_BAND and no more than allowed beyond full sales', () => {
    const turnover = ({ orders }: Proposal) => orders.reduce((sum, { amount }) => sum + amount, 0);
    let [exact, nearest, limited] = [0, 0, 0];
    for (let seed = 1; seed <= 40; seed++) {
      const { context, request } = scenario(seed);
      const withRules = (rules: Partial<PlanRequest['rules']>) =>
        planProposal(context, { ...request, rules: { ...request.rules, ...rules } }, 'full');
      exact += turnover(withRules({}));
      nearest += turnover(withRules({ mode: 'NEAREST_BAND' }));
      limited += turnover(withRules({ maximumTurnover: 0.1 }));
    }
    expect(nearest).toBeLessThan(exact);
    expect(limited).toBeLessThan(exact);
  });

  it('goes on in further runs where the turnover limit stopped it, and comes to rest', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { context, request } = scenario(seed);
        const rules = { ...request.rules, maximumTurnover: 0.1 };
        let { contract } = request;
        for (let run = 0; run < 30; run++) {
          const proposal = planProposal(context, { ...request, contract, rules }, 'full');
          if (proposal.orders.length === 0) return true;
          if (soldBeyond(proposal, request, 0.1) > 0.01) return false;
          contract = proposal.contractAfter;
        }
        return false;
      }),
      { numRuns: randomCases(80), seed: 18 },
    );
  });

  it('sells nothing where no turnover is allowed, but what must leave', () => {
    let forced = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { context, request } = scenario(seed);
      const rules = { ...request.rules, maximumTurnover: 0 };
      for (const proposal of planOptimization(context, { ...request, rules })) {
        expect(soldBeyond(proposal, request, 0)).toBe(0);
        forced += proposal.orders.length;
      }
    }
    expect(forced).toBeGreaterThan(0);
  });

  it('keeps or changes only the savings plan where that is asked for', () => {
    const { context, request } = scenario(6);
    const [keep, savings, necessary, full] = planOptimization(context, request);
    expect(keep).toMatchObject({
      mode: 'keepPortfolio',
      orders: [],
      contractAfter: { savingsPlan: { entries: expect.any(Array) } },
    });
    expect(keep?.after).toEqual(keep?.before);
    expect(savings).toMatchObject({ mode: 'savingsPlanOnly', orders: [] });
    expect(savings?.savingsPlan.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
    expect(savings?.savingsPlan.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(20_000);
    expect(necessary?.after.score).toBeGreaterThan(necessary?.before.score ?? 100);
    expect(full?.after.score).toBeGreaterThan(full?.before.score ?? 100);
  });

  it('only buys if that is asked for', () => {
    const { context, request } = scenario(7);
    const buying = planProposal(
      context,
      { ...request, rules: { ...request.rules, buyOnly: true }, addedCash: 10_000 },
      'full',
    );
    expect(buying.orders.length).toBeGreaterThan(0);
    expect(buying.orders.every(({ action }) => action === 'buy')).toBe(true);
  });
});

describe('savings plan', () => {
  const base = {
    targets: new Map([
      ['A', 0.5],
      ['B', 0.3],
      ['C', 0.2],
    ]),
    values: new Map([
      ['A', 100_000],
      ['B', 0],
      ['C', 0],
    ]),
    rate: 100,
    mode: 'TARGET' as const,
    minimumOf: () => 25,
    units: 100,
    limits: noLimits,
    reserve: [],
  };

  it('fits the target as well as minimum rates allow, and sums exactly', () => {
    // With all three the overlap is 47 + 28 + 20 = 95, without the smallest it would be 80.
    expect(savingsTarget(base).entries).toEqual([
      { isin: 'A', units: 47, percent: 47, amount: 47 * 100 },
      { isin: 'B', units: 28, percent: 28, amount: 28 * 100 },
      { isin: 'C', units: 25, percent: 25, amount: 25 * 100 },
    ]);
  });

  it('corrects the drift with new money', () => {
    expect(savingsTarget({ ...base, mode: 'CORRECT', rate: 200 }).entries).toMatchObject(
      [{ isin: 'A' }, { isin: 'B' }, { isin: 'C' }].slice(0, 3),
    );
    expect(
      savingsTarget({ ...base, mode: 'CORRECT', rate: 100 }).entries.reduce(
        (sum, { amount }) => sum + amount,
        0,
      ),
    ).toBe(10_000);
  });

  it('keeps at least one fund, and nothing for no rate', () => {
    expect(savingsTarget({ ...base, rate: 10 }).entries).toEqual([
      { isin: 'A', units: 100, percent: 100, amount: 1000 },
    ]);
    expect(savingsTarget({ ...base, rate: 0 }).entries).toEqual([]);
  });
});
