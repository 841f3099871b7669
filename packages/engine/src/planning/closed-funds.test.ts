import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { describe, expect, it } from 'vitest';
import { type CheckFund, prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planProposal } from './plan-optimization.ts';

/** A calm contract of which all funds of its smallest group take no money any more: one small enough not to be missed, or null. */
function withClosedGroup(seed: number, rest: Partial<CheckFund>) {
  const { tariff, request } = adviceCase(randomSource(seed), 'calm');
  const smallest = Math.min(...tariff.targetWeights.filter((weight) => weight > 0));
  if (smallest >= 0.045) return null;
  const peerGroup = tariff.peerGroups[tariff.targetWeights.indexOf(smallest)] ?? '';
  const funds = tariff.funds.map((fund) => (fund.peerGroup === peerGroup ? { ...fund, ...rest } : fund));
  return {
    peerGroup,
    context: prepareTariff({ ...tariff, funds }),
    request: { ...request, addedCash: 0 },
    isOfGroup: (isin: string) => funds.some((fund) => fund.isin === isin && fund.peerGroup === peerGroup),
  };
}

const modes: readonly ProposalMode[] = ['necessary', 'full'];

describe('a group of which no fund takes money any more', () => {
  it('says what is known of the fund that is sold, and where its money stays if nothing is bought for it', () => {
    let waiting = 0;
    for (let seed = 1; seed <= randomCases(80); seed++) {
      const found = withClosedGroup(seed, { status: 'merged' });
      if (!found) continue;
      const { peerGroup, context, request, isOfGroup } = found;
      for (const mode of modes) {
        const { orders, cashBefore, cashAfter } = planProposal(context, request, mode);
        const buys = orders.some(({ action }) => action === 'buy');
        for (const { isin, action, reason } of orders) {
          if (action !== 'sell' || !isOfGroup(isin)) continue;
          expect(reason, `${mode} ${seed}`).toMatch(/^Der Fonds ist verschmolzen\./);
          const says = `Der Erlös bleibt im sonstigen Guthaben: In der Peergroup ${peerGroup} darf kein Fonds gekauft werden.`;
          expect(reason.includes(says), `${mode} ${seed}`).toBe(!buys);
          if (buys) continue;
          expect(cashAfter).toBeGreaterThan(cashBefore);
          waiting++;
        }
      }
    }
    expect(waiting).toBeGreaterThan(0);
  });

  it.each([
    [{ status: 'merged', successor: 'DE0000000201' }, 'Der Fonds ist auf DE0000000201 verschmolzen.'],
    [{ status: 'liquidated' }, 'Der Fonds ist aufgelöst.'],
    [{ status: 'closed' }, 'Der Fonds ist geschlossen.'],
  ] as const)('tells apart what became of a fund: %o', (rest, sentence) => {
    const reasons = Array.from({ length: 24 }, (_, k) => withClosedGroup(k + 1, rest)).flatMap((found) => {
      if (!found) return [];
      const { orders } = planProposal(found.context, found.request, 'necessary');
      const sales = orders.filter(({ isin, action }) => action === 'sell' && found.isOfGroup(isin));
      return sales.map(({ reason }) => reason.slice(0, sentence.length));
    });
    expect([...new Set(reasons)]).toEqual([sentence]);
  });
});
