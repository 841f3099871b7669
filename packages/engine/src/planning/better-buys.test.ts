import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { withBetterBuys } from './better-buys.ts';
import { isBuyable, isClearlyCheaper } from './holdings.ts';
import { addedFindings } from './judge-plan.ts';
import { planProposal } from './plan-optimization.ts';
import { type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { proposeNecessary } from './propose-orders.ts';

type Kind = 'faulty' | 'wild' | 'small';

function caseOf(kind: Kind, seed: number) {
  const { tariff, request } = adviceCase(randomSource(seed), kind);
  return { context: prepareTariff(tariff), request };
}

type Case = ReturnType<typeof caseOf>;

/** Funds that a plan opens, with those of their group that could be bought instead, rank no lower and are clearly cheaper. */
function dearlyOpened({ context }: Case, { holdings, orders }: PortfolioPlan) {
  const sold = new Set(orders.flatMap(({ isin, action }) => (action === 'sell' ? [isin] : [])));
  return orders.flatMap(({ isin, action }) => {
    const holding = holdings.find((one) => one.isin === isin);
    if (action === 'sell' || !holding || holding.ticks > 0) return [];
    return holdings.filter(
      (one) =>
        one.groupIndex === holding.groupIndex &&
        context.input.shortlists[one.groupIndex]?.includes(one.isin) === true &&
        !sold.has(one.isin) &&
        isBuyable(context, one) &&
        isClearlyCheaper(context, one.isin, isin),
    );
  });
}

const nothingMore = () => null;

describe('a fund that is opened', () => {
  it.each([
    ['faulty', 101],
    ['wild', 224],
    ['small', 381],
  ] as const)(
    'is no dearer and no worse than another of its group that does the same: %s %i',
    (kind, seed) => {
      const known = caseOf(kind, seed);
      const { context, request } = known;
      expect(dearlyOpened(known, proposeNecessary(context, request))).toEqual([]);
      const { before, after, contractAfter } = planProposal(context, request, 'necessary');
      expect(addedFindings(before, after)).toEqual([]);
      const again = planProposal(context, { ...request, contract: contractAfter, addedCash: 0 }, 'necessary');
      expect(again.orders).toEqual([]);
    },
  );

  it('is left as it is where no other does the same, and nothing is spent that was not', () => {
    for (const kind of ['faulty', 'wild', 'small'] as const)
      for (let seed = 1; seed <= randomCases(20); seed++) {
        const known = caseOf(kind, seed);
        const { context, request } = known;
        const plan = proposeNecessary(context, request);
        const better = withBetterBuys(context, request, plan, true, nothingMore);
        expect(better.cashAfter, `${kind} ${seed}`).toBeGreaterThanOrEqual(plan.cashAfter);
        expect(better.orders.length).toBeLessThanOrEqual(plan.orders.length);
        const isOther = better !== plan && dearlyOpened(known, plan).length === 0;
        expect(isOther, `${kind} ${seed}`).toBe(false);
      }
  });

  it.each([
    ['faulty', 28, 'DE0000000501'],
    ['faulty', 39, 'DE0000000203'],
    ['wild', 9, 'DE0000000301'],
  ] as const)(
    'is the one the tariff proposes where the way to the target is gone: %s %i',
    (kind, seed, proposed) => {
      const { context, request } = caseOf(kind, seed);
      expect(context.proposal.get(proposed)).toBeGreaterThan(0.1);
      const { orders } = planProposal(context, request, 'full');
      expect(orders.find(({ isin }) => isin === proposed)).toMatchObject({ action: 'buy' });
    },
  );

  it.each([
    ['faulty', 1, 'full', 'DE0000000001', 'DE0000000000'],
    ['wild', 46, 'full', 'DE0000000004', 'DE0000000001'],
    // Both are proposed, and one of them is held.
    ['wild', 13, 'full', 'DE0000000401', 'DE0000000400'],
  ] as const)(
    'is opened before a good one that is held and clearly dearer is topped up: %s %i',
    (kind, seed, mode, dear, cheap) => {
      const { context, request } = caseOf(kind, seed);
      const { before, after, orders, contractAfter } = planProposal(context, request, mode);
      expect(orders.filter(({ isin }) => isin === dear)).toEqual([]);
      expect(orders.find(({ isin }) => isin === cheap)).toMatchObject({ action: 'buy', fractionBefore: 0 });
      expect(contractAfter.positions.map(({ isin }) => isin)).toContain(dear);
      expect(addedFindings(before, after)).toEqual([]);
      const again = planProposal(context, { ...request, contract: contractAfter, addedCash: 0 }, mode);
      expect(again.orders).toEqual([]);
    },
  );

  it('is none where a dear one is topped up by so little that less than a euro a year is saved', () => {
    const { context, request } = caseOf('small', 40);
    const { orders } = planProposal(context, request, 'full');
    const bought = orders.find(({ isin }) => isin === 'DE0000000101');
    expect(isClearlyCheaper(context, 'DE0000000100', 'DE0000000101')).toBe(true);
    expect(bought).toMatchObject({ action: 'buy', amount: 43.09 });
  });

  it('is looked for in no plan that a limit binds, and in none without orders', () => {
    const { context, request } = caseOf('faulty', 101);
    const plan = proposeNecessary(context, request);
    const bound = { ...plan, binding: [{ limit: 'x', subject: 'portfolio', values: {}, text: 'Gebunden.' }] };
    expect(withBetterBuys(context, request, bound, true, nothingMore)).toBe(bound);
    const kept = unchanged(request);
    expect(withBetterBuys(context, request, kept, true, nothingMore)).toBe(kept);
  });
});
