import { describe, expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { type AdviceProfile, adviceCase } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { addedFindings, compareFindings } from './judge-plan.ts';
import { planProposal } from './plan-optimization.ts';

/** A contract overdrawn by a part of its worth, and one of its funds of which no part may be sold: its smallest order is most of it. */
function overdrawnWithDearOrder(kind: AdviceProfile, seed: number, part: number) {
  const { tariff, request } = adviceCase(randomSource(seed), kind);
  const worth = request.contract.positions.map(({ isin, quantity, price }) => ({
    isin,
    value: quantity * (price ?? 0),
  }));
  const dear = worth[seed % worth.length];
  if (!dear) throw new Error(`${kind} ${seed} holds nothing`);
  const sum = worth.reduce((total, { value }) => total + value, 0);
  const traded = new Map(request.traded);
  const fund = traded.get(dear.isin);
  if (fund) traded.set(dear.isin, { ...fund, minimumOrder: Math.round(0.7 * dear.value) });
  const contract = { ...request.contract, cash: -Math.round(part * sum), cashReserve: 0 };
  return {
    dear: dear.isin,
    context: prepareTariff(tariff),
    request: { ...request, traded, contract, addedCash: 0 },
  };
}

describe('an account below zero beside a fund of which no part may be sold', () => {
  it('stays below zero only where the whole fund, sold for it, would do harm, and a further run has nothing to do', () => {
    let wholly = 0;
    for (const kind of ['calm', 'faulty'] as const)
      for (let seed = 1; seed <= randomCases(15); seed++)
        for (const part of [0.2, 0.5]) {
          const { context, request, dear } = overdrawnWithDearOrder(kind, seed, part);
          for (const mode of ['necessary', 'full'] as const) {
            const name = `${mode} ${kind} ${seed} ${part}`;
            const { before, after, cashAfter, contractAfter } = planProposal(context, request, mode);
            expect(addedFindings(before, after), `${name} adds`).toEqual([]);
            expect(after.score, `${name} score`).toBeGreaterThanOrEqual(before.score);
            const again = planProposal(context, { ...request, contract: contractAfter }, mode);
            expect(again.orders, `${name} again`).toEqual([]);
            if (!contractAfter.positions.some(({ isin }) => isin === dear)) wholly++;
            if (cashAfter >= 0) continue;
            for (const { isin, quantity, price } of contractAfter.positions) {
              const value = quantity * (price ?? 0);
              // What is not enough for it, or costs more than half of what is missing, need not be tried.
              if (request.locked.has(isin) || value < 100 - 1.1 * cashAfter || cashAfter > -100) continue;
              const positions = contractAfter.positions.filter((held) => held.isin !== isin);
              const sold = { ...contractAfter, positions, cash: cashAfter + value - 25 };
              const check = checkContract(context, sold);
              const isHarmless = addedFindings(after, check).length === 0 && check.score >= after.score;
              expect(isHarmless && compareFindings(check, after) <= 0, `${name} ${isin}`).toBe(false);
            }
          }
        }
    expect(wholly).toBeGreaterThan(0);
  });
});
