import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planOptimization } from './plan-optimization.ts';

/** A contract whose account lacks a part of what its funds are worth, with its largest fund locked or none. */
function overdrawn(seed: number, part: number, isLocked: boolean) {
  const { tariff, request } = adviceCase(randomSource(seed), 'calm');
  const worth = request.contract.positions.map(({ isin, quantity, price }) => ({
    isin,
    value: quantity * (price ?? 0),
  }));
  const largest = worth.reduce((a, b) => (b.value > a.value ? b : a));
  const sum = worth.reduce((total, { value }) => total + value, 0);
  const proposals = planOptimization(prepareTariff(tariff), {
    ...request,
    contract: { ...request.contract, cash: -part * sum, cashReserve: 0 },
    addedCash: 0,
    locked: new Set(isLocked ? [largest.isin] : []),
  });
  const recommended = proposals.find(({ isRecommended }) => isRecommended);
  if (!recommended) throw new Error('no proposal is recommended');
  return { largest: largest.isin, proposals, recommended };
}

describe('an account far below zero', () => {
  it('names the lock that keeps a part of it open', () => {
    let named = 0;
    for (let seed = 1; seed <= randomCases(24); seed++) {
      const { largest, recommended } = overdrawn(seed, 0.85, true);
      if (recommended.mode !== 'necessary' || recommended.cashAfter >= -1) continue;
      // Where it is not the lock, or not the lock alone, that keeps it open, none is named.
      if (overdrawn(seed, 0.85, false).recommended.cashAfter < 0) continue;
      expect(recommended.recommendation, `calm ${seed}`).toContain(`${largest} ist gesperrt`);
      named++;
    }
    expect(named).toBeGreaterThan(0);
  });

  it('sells for the account, and not for a share of more than all there is', () => {
    let sold = 0;
    for (let seed = 1; seed <= randomCases(24); seed++) {
      const { proposals } = overdrawn(seed, 0.99, false);
      for (const { orders, mode } of proposals)
        for (const { reason, action } of orders) {
          if (action !== 'sell' || (mode !== 'necessary' && mode !== 'full')) continue;
          expect(reason, `${mode} ${seed}`).not.toMatch(/liegt mit (?!100,0)\d{3,}/u);
          if (reason.includes('Guthaben')) sold++;
        }
    }
    expect(sold).toBeGreaterThan(0);
  });
});
