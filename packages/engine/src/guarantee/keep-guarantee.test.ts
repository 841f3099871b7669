import { describe, expect, it } from 'vitest';
import type { ContractInput } from '../check/contract-input.ts';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { knownCheck } from '../planning/known-checks.ts';
import type { PlanRequest } from '../planning/plan-input.ts';
import {
  limitsOfOpen,
  planOptimization,
  planProposal,
  planSwitch,
  proposalModes,
} from '../planning/plan-optimization.ts';

/** Value and equities counted anew, apart from the rule. */
function counted(context: TariffContext, { positions, cash }: ContractInput) {
  const values = positions.map(({ isin, quantity, price }) => ({ isin, value: quantity * (price ?? 0) }));
  const quota = (isin: string) => context.input.funds.find((fund) => fund.isin === isin)?.equityQuota ?? 1;
  return {
    value: cash + values.reduce((sum, { value }) => sum + value, 0),
    equities: values.reduce((sum, { isin, value }) => sum + value * quota(isin), 0),
  };
}

/** A contract of the profile whose promise leaves a cushion of so much of its value; due today, so nothing is discounted. */
function guaranteed(seed: number, profile: (typeof adviceProfiles)[number], cushion: number) {
  const { tariff, request } = adviceCase(randomSource(seed), profile);
  const context = prepareTariff(tariff);
  const { value } = counted(context, request.contract);
  const guarantee = {
    promised: Math.round(value * (1 - cushion) * 100) / 100,
    level: 0.8,
    interest: 0.01,
    endDay: request.contract.day,
    secured: 0,
  };
  const own: PlanRequest = { ...request, contract: { ...request.contract, guarantee } };
  return { context, request: own, free: request };
}

const cushions = [0.0005, 0.01, 0.05, 0.1, 0.2];
const seeds = [1, 2, 3, 4];

describe('no proposal ends below the floor that was above it', { timeout: 120_000 }, () => {
  it.each(adviceProfiles)('%s', (profile) => {
    let bound = 0;
    for (const seed of seeds)
      for (const cushion of cushions) {
        const { context, request } = guaranteed(seed, profile, cushion);
        const { promised, level } = request.contract.guarantee!;
        const floor = promised + level * request.addedCash;
        const before = counted(context, request.contract);
        const proposals = planOptimization(context, request, false);
        expect(proposals.map(({ mode }) => mode)).toEqual(proposalModes);
        for (const { contractAfter, isFeasible, reasons, orders } of proposals) {
          const after = counted(context, contractAfter);
          expect(after.value).toBeGreaterThanOrEqual(floor - 0.011);
          // Equities stay within five cushions, or come no farther above them.
          const excess = after.equities - 5 * (after.value - floor);
          const was = Math.max(0, before.equities - 5 * (before.value - promised));
          expect(excess).toBeLessThanOrEqual(was + after.value * 0.001 + 0.3);
          const isBound = reasons.some(({ limit }) => limit === 'contract.guarantee');
          bound += Number(isBound);
          expect(isBound && (isFeasible || orders.length > 0)).toBe(false);
        }
      }
    expect(bound).toBeGreaterThan(0);
  });

  it('single funds are exchanged all the same where equities may not rise, once and for all', () => {
    let exchanged = 0;
    let refused = 0;
    for (const profile of adviceProfiles)
      for (let seed = 1; seed <= 30; seed++) {
        const { context, request } = guaranteed(seed, profile, 0.01);
        const [full, necessary] = (['full', 'necessary'] as const).map((mode) =>
          planProposal(context, request, mode),
        );
        const isBound = full?.reasons.some(({ limit }) => limit === 'contract.guarantee') === true;
        if (!isBound || !necessary) continue;
        refused += Number(!necessary.isFeasible);
        if (!necessary.isFeasible || necessary.orders.length === 0) continue;
        exchanged++;
        expect(necessary.after.score).toBeGreaterThanOrEqual(necessary.before.score);
        const { contractAfter: contract } = necessary;
        const next = planProposal(context, { ...request, contract, addedCash: 0, paidIn: 0 }, 'necessary');
        expect(next.orders).toEqual([]);
      }
    expect({ exchanged: exchanged > 10, refused: refused > 0 }).toEqual({ exchanged: true, refused: true });
  });

  it('a cushion that bears everything changes no proposal', () => {
    for (const seed of seeds) {
      const { context, request, free } = guaranteed(seed, 'faulty', 1);
      const orders = (asked: PlanRequest) =>
        planOptimization(context, asked, false).map((proposal) => proposal.orders);
      expect(orders(request)).toEqual(orders(free));
    }
  });

  it('estimates over many contracts keep it as well, and what stays open for it is named', () => {
    const named = seeds.flatMap((seed) => {
      const { context, request } = guaranteed(seed, 'faulty', 0.0005);
      const { isFeasible, orders } = planSwitch(context, request);
      if (isFeasible) return [];
      expect(orders).toEqual([]);
      const limits = limitsOfOpen(context, request, knownCheck(context, request.contract));
      return limits.map(({ limit }) => limit);
    });
    expect(named).toContain('contract.guarantee');
  });
});
