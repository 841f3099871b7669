import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { planProposal } from './plan-optimization.ts';

type Fund = ReturnType<typeof fund>;

/** What is bought for a closed bond fund, and what is saved into then: BOND is the target's, NEXT the next of the shortlist. */
function replaced(
  least: number,
  next: Partial<Fund> = {},
  saved: Readonly<Record<string, number>> = { OLD: 100 },
) {
  const tariff = aTariff(
    [
      fund('CASH', 'bills'),
      fund('BOND', 'bonds'),
      fund('NEXT', 'bonds', next),
      fund('OLD', 'bonds', { status: 'closed' }),
      fund('EQTY', 'equity', { equityQuota: 1 }),
    ],
    { shortlists: [['CASH'], ['BOND', 'NEXT'], ['EQTY']] },
  );
  const entries = Object.entries(saved).map(([isin, percent]) => ({ isin, percent }));
  const contract = aContract([position('CASH', 3000), position('OLD', 3000), position('EQTY', 4000)], {
    savingsPlan: { rate: 100, entries },
  });
  const others = ['CASH', 'NEXT', 'OLD', 'EQTY'].map((isin) => traded(isin));
  const request = aRequest(contract, [...others, traded('BOND', { savingsMinimum: least })]);
  const { orders, contractAfter } = planProposal(prepareTariff(tariff), request, 'necessary');
  const shares = (contractAfter.savingsPlan?.entries ?? []).map(({ isin, percent }) => [isin, percent]);
  return {
    bought: orders.flatMap(({ action, isin }) => (action === 'buy' ? [isin] : [])),
    saved: Object.fromEntries(shares) as Record<string, number>,
  };
}

describe('the fund of a group that orders buy where savings begin as well', () => {
  it('is the first of the shortlist where it takes the group’s part of the rate', () => {
    const { bought, saved } = replaced(30);
    expect(bought).toEqual(['BOND']);
    expect(saved).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
  });

  it('is the next one of the same rank where the first asks for a higher rate', () => {
    const { bought, saved } = replaced(50);
    expect(bought).toEqual(['NEXT']);
    expect(saved).toEqual({ CASH: 30, EQTY: 40, NEXT: 30 });
  });

  it.each([
    ['has a lower rank', { rank: 3 }],
    ['costs clearly more', { ter: 0.013 }],
  ] as const)(
    'stays the first where the next one %s, though saving has to begin in that one',
    (_why, next) => {
      const { bought, saved } = replaced(50, next);
      expect(bought).toEqual(['BOND']);
      expect(saved).toEqual({ CASH: 30, EQTY: 40, NEXT: 30 });
    },
  );

  it('is what is saved into already', () => {
    const { bought, saved } = replaced(10, {}, { OLD: 70, NEXT: 30 });
    expect(bought).toEqual(['NEXT']);
    expect(saved).toEqual({ CASH: 30, EQTY: 40, NEXT: 30 });
  });

  it('is the first where the savings plan stays as it is', () => {
    expect(replaced(50, {}, { CASH: 60, EQTY: 40 })).toEqual({
      bought: ['BOND'],
      saved: { CASH: 60, EQTY: 40 },
    });
  });
});
