import { describe, expect, it } from 'vitest';
import { groupTolerance } from '../check/group-tolerance.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { type AdviceProfile, adviceCase } from '../fixtures/advice-case.ts';
import { brokenGroups } from '../fixtures/proposal-rules.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planProposal } from './plan-optimization.ts';

function necessary(profile: AdviceProfile, seed: number) {
  const { tariff, request } = adviceCase(randomSource(seed), profile);
  const context = prepareTariff(tariff);
  return { context, request, plan: planProposal(context, request, 'necessary') };
}

describe('groups of the smallest intervention', () => {
  // The way to the target gives what a group without a fund cannot take to the others, beyond their tolerance.
  it('leave no tolerance for a way to the target that mends no more', () => {
    const { context, request, plan } = necessary('wild', 41_700_091);
    const group = context.input.peerGroups.indexOf('G5');
    const value = plan.contractAfter.positions.reduce(
      (sum, { isin, quantity }) =>
        context.funds.get(isin)?.groupIndex === group
          ? sum + quantity * (request.traded.get(isin)?.price ?? 0)
          : sum,
      0,
    );
    const wanted = context.target[group]!;
    const most = wanted + groupTolerance(context.input.rules, wanted);
    // A unit of the fund and the fees of the orders are no more than this.
    expect(value / plan.after.total).toBeLessThan(most + 0.002);
    expect(value / plan.after.total).toBeGreaterThan(wanted);
    expect(brokenGroups(context, request, plan)).toEqual([]);
  });

  it('are brought into their tolerance before a reserve is filled that was not there', () => {
    const { context, request, plan } = necessary('faulty', 997_945);
    expect(request.contract.cashReserve).toBe(50);
    expect(request.contract.cash).toBe(5.3);
    expect(plan.cashAfter).toBeLessThan(50);
    expect(plan.cashAfter).toBeGreaterThanOrEqual(5.3);
    expect(plan.after.hints.filter(({ code }) => code === 'H10')).toEqual([]);
    expect(brokenGroups(context, request, plan)).toEqual([]);
  });

  it('are not left empty for such a reserve where a fund of them has to leave', () => {
    const { context, plan } = necessary('small', 76_000_680);
    const bought = plan.orders.flatMap(({ action, isin }) =>
      action === 'buy' ? [context.funds.get(isin)?.peerGroup] : [],
    );
    const sold = plan.orders.flatMap(({ action, isin }) =>
      action === 'sell' ? [context.funds.get(isin)?.peerGroup] : [],
    );
    expect(new Set(sold)).toEqual(new Set(['G5', 'G7']));
    expect(new Set(bought)).toEqual(new Set(['G5', 'G7']));
  });

  it('are not switched within for a better rank while other orders lower the quality, which is named', () => {
    const { context, request, plan } = necessary('small', 997_691);
    const ordered = new Set(plan.orders.map(({ isin }) => context.funds.get(isin)?.peerGroup));
    expect(ordered.has('G9')).toBe(false);
    expect(plan.limits.map(({ limit }) => limit)).toEqual(['score.quality']);
    expect(brokenGroups(context, request, plan)).toEqual([]);
  });
});
