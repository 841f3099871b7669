import { describe, expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { goodSoldForOthers } from '../fixtures/switch-rules.ts';
import { collectHoldings } from './holdings.ts';
import type { Order } from './order-problem.ts';
import { pairSwitches } from './pair-switches.ts';
import { planProposal } from './plan-optimization.ts';
import { unchanged } from './plan-portfolio.ts';

const order = (action: Order['action'], isin: string, amount: number): Order => ({
  isin,
  action,
  amount,
  ticks: 1,
  fee: 0,
  isFullSale: action === 'sell',
});

/** Two funds of a group are sold: one that has to leave, and a good one that costs 1.42 %; one of 0.39 % and one of 1.59 % are bought. */
function contract() {
  const { tariff, request } = adviceCase(randomSource(12_300_241), 'small');
  const context = prepareTariff(tariff);
  const [leaving, good] = ['DE0000000500', 'DE0000000504'] as const;
  const [cheap, dear] = ['DE0000000501', 'DE0000000502'] as const;
  const holdings = collectHoldings(context, request);
  const hints = planProposal(context, request, 'keepPortfolio').before.hints;
  const paired = (orders: readonly Order[], found: readonly Hint[] = hints) =>
    Object.fromEntries(pairSwitches(context, { ...unchanged(request), holdings, orders }, found));
  return { context, request, leaving, good, cheap, dear, paired };
}

describe('switches that are told together', () => {
  it('are the good fund and what is clearly cheaper, and the one that has to leave with the rest', () => {
    const { leaving, good, cheap, dear, paired } = contract();
    const orders = [
      order('sell', leaving, 32_770),
      order('sell', good, 25_168),
      order('buy', cheap, 40_092),
      order('buy', dear, 8782),
    ];
    expect(paired(orders)).toEqual({ [leaving]: dear, [dear]: leaving, [good]: cheap, [cheap]: good });
  });

  it('are the largest with the largest where no cheaper fund goes to one that has to leave', () => {
    const { leaving, good, cheap, dear, paired } = contract();
    const [sales, buys] = [
      [order('sell', good, 32_770), order('sell', leaving, 25_168)],
      [order('buy', cheap, 40_092), order('buy', dear, 8782)],
    ];
    expect(paired([...sales, ...buys])).toEqual({
      [good]: cheap,
      [cheap]: good,
      [leaving]: dear,
      [dear]: leaving,
    });
    // One buy alone belongs to the largest sale.
    const [largest] = buys;
    expect(paired([...sales.toReversed(), largest!])).toEqual({ [leaving]: cheap, [cheap]: leaving });
    expect(paired(sales)).toEqual({});
  });

  it('say of a good fund that is sold beside one that has to leave what the switch saves', () => {
    const { context, request, good, cheap, dear, leaving } = contract();
    const full = planProposal(context, request, 'full');
    const of = (isin: string) => full.orders.find((one) => one.isin === isin);
    expect(of(good)).toMatchObject({ action: 'sell', amount: 251.68, switchWith: cheap });
    expect(of(good)?.reason).toContain('Das spart 2,59\u00a0€ im Jahr');
    expect(of(leaving)).toMatchObject({ action: 'sell', switchWith: dear });
    expect(of(dear)?.reason).toBe(`Ersetzt ${leaving} in der Peergroup G5.`);
    expect(goodSoldForOthers(context, request, full)).toEqual([]);
  });
});
