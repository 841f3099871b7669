import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planProposal } from './plan-optimization.ts';

describe('orders of several runs made as one', () => {
  it('gives up a fraction of a unit where rounding once instead of twice leaves a cent too little', () => {
    // Two runs: a cluster is mended, then the new fund is brought down to its target; together they cost a cent more.
    const { tariff, request } = adviceCase(randomSource(176), 'faulty');
    const context = prepareTariff(tariff);
    const first = planProposal(context, request, 'full');
    expect(first.isFeasible).toBe(true);
    expect(first.cashAfter).toBeGreaterThanOrEqual(request.contract.cashReserve);
    const spent = first.orders.reduce(
      (sum, { action, amount, fee }) => sum + Math.round(100 * ((action === 'buy' ? amount : -amount) + fee)),
      0,
    );
    const cash = Math.round(100 * (request.contract.cash + request.addedCash));
    expect(Math.round(100 * first.cashAfter)).toBe(cash - spent);
    const second = planProposal(context, { ...request, contract: first.contractAfter, addedCash: 0 }, 'full');
    expect(second.orders).toEqual([]);
  });

  it('makes sales of several runs as one where cash is below zero and stays there', () => {
    const { tariff, request } = adviceCase(randomSource(970_007), 'small');
    const context = prepareTariff(tariff);
    for (const cash of [-500, -900]) {
      const overdrawn = { ...request, contract: { ...request.contract, cash } };
      const first = planProposal(context, overdrawn, 'necessary');
      expect(first.after.score).toBeGreaterThan(first.before.score + 30);
      // Less is missing than what the fund that is closed brings: another of its group takes the rest of it, not the reserve.
      const bought = first.orders.flatMap(({ action, isin }) => (action === 'buy' ? [isin] : []));
      expect(bought).toEqual(cash === -500 ? ['DE0000000103'] : []);
      const second = planProposal(context, { ...overdrawn, contract: first.contractAfter }, 'necessary');
      expect(second.orders).toEqual([]);
    }
  });

  it('goes on where each run takes a little more of the risk away, to where none is left to take', () => {
    const { tariff, request } = adviceCase(randomSource(5_200_203), 'wild');
    const context = prepareTariff(tariff);
    const first = planProposal(context, request, 'necessary', false);
    expect(first.after.distance).toBeLessThan(first.before.distance);
    const second = planProposal(context, { ...request, contract: first.contractAfter }, 'necessary', false);
    expect(second.orders).toEqual([]);
  });

  it('uses of new money what is needed at once where investing all of it would do harm', () => {
    // The next run, to which it is cash, would do it otherwise.
    const { tariff, request } = adviceCase(randomSource(7_410_054), 'small');
    const context = prepareTariff(tariff);
    const first = planProposal(context, request, 'full', false);
    expect(first.orders).toHaveLength(1);
    const next = { ...request, contract: first.contractAfter, addedCash: 0 };
    expect(planProposal(context, next, 'full', false).orders).toEqual([]);
  });
});
