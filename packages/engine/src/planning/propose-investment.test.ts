import { expect, it } from 'vitest';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { type AdviceProfile, adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { addedFindings } from './judge-plan.ts';
import type { PlanRequest } from './plan-input.ts';
import { planProposal } from './plan-optimization.ts';

function invested(profile: AdviceProfile, seed: number) {
  const { tariff, request } = adviceCase(randomSource(seed), profile);
  const context = prepareTariff(tariff);
  return { context, request, proposal: planProposal(context, request, 'keepPortfolio', false) };
}

/** Euros that each peer group lacks of its target, of a contract with its new money; below 0 = it has more. */
function missing({ funds, target }: TariffContext, { contract, addedCash }: PlanRequest): number[] {
  const held = Array.from(target, () => 0);
  let total = contract.cash - contract.cashReserve + addedCash;
  for (const { isin, quantity, price } of contract.positions) {
    const value = quantity * (price ?? 0);
    total += value;
    const g = funds.get(isin)?.groupIndex ?? -1;
    if (g >= 0) held[g]! += value;
  }
  return held.map((value, g) => target[g]! * total - value);
}

// What stays because nothing is sold counted as sold: its group, full already, got the money (calm 994735, 996055, small 386).
it.each([
  ['calm', 994_735],
  ['calm', 996_055],
  ['small', 386],
  ['small', 3032],
] as const)('buys what is missing, so that the score does not fall: %s %i', (profile, seed) => {
  const { context, request, proposal } = invested(profile, seed);
  const lacks = missing(context, request);
  expect(proposal.orders.length).toBeGreaterThan(0);
  const largest = proposal.orders.reduce((a, b) => (b.amount > a.amount ? b : a));
  expect(lacks[context.funds.get(largest.isin)!.groupIndex]).toBeGreaterThan(0);
  expect(proposal.after.score).toBeGreaterThanOrEqual(proposal.before.score);
  expect(proposal.after.parts.allocation).toBeGreaterThanOrEqual(proposal.before.parts.allocation);
});

it('makes no cluster of a fund where another of its group takes the money: calm 350', () => {
  const { context, proposal } = invested('calm', 350);
  expect(addedFindings(proposal.before, proposal.after)).toEqual([]);
  expect(proposal.orders.map(({ isin }) => [isin, context.funds.get(isin)?.groupIndex])).toContainEqual([
    'DE0000000001',
    0,
  ]);
});

it('invests new money, nearly all of it where something is missing', () => {
  let [added, beyond, idle] = [0, 0, 0];
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= 120; seed++) {
      const { context, request, proposal } = invested(profile, seed);
      if (request.addedCash <= 0) continue;
      added += 1;
      if (proposal.orders.length === 0) idle += 1;
      const lacks = missing(context, request);
      const bought = Map.groupBy(proposal.orders, ({ isin }) => context.funds.get(isin)!.groupIndex);
      for (const [g, orders] of bought) {
        const sum = orders.reduce((all, { amount }) => all + amount, 0);
        beyond += Math.max(0, sum - Math.max(0, lacks[g]!)) / request.addedCash;
      }
    }
  expect(added).toBeGreaterThan(15);
  expect(idle).toBe(0);
  // Whole units, smallest orders and limits bring a group a little more than it lacks.
  expect(beyond / added).toBeLessThan(0.2);
});
