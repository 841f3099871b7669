import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { holding, orders } from '../fixtures/order-fixture.ts';
import { brokenGroups } from '../fixtures/proposal-rules.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planProposal } from './plan-optimization.ts';

/** A fund of fine units, at ten cents each. */
const fine = (isin: string, groupIndex: number, ticks: number) =>
  holding(isin, ticks, { groupIndex, decimals: 2 });

const edges = [
  { low: 3000, high: 5000 },
  { low: 1000, high: 3000 },
  { low: 0, high: 10_000 },
];

const boughtFor = (list: readonly string[]) =>
  new Map(
    list.flatMap((line) => {
      const [action, isin, , amount] = line.split(' ');
      return action === 'buy' ? [[isin, Number(amount)] as const] : [];
    }),
  );

describe('buys that there is too little money for', () => {
  const three = [fine('A', 0, 0), fine('B', 1, 0), fine('C', 2, 0)];

  it('bring every group into its tolerance before one gets more than that', () => {
    // In proportion A would get 2573 of the 3000 it needs.
    expect(orders(three, { A: 3100, B: 1900, C: 5000 }, 8300, {}, { edges })).toEqual([
      'buy C 359 3590 0',
      'buy A 307 3070 0',
      'buy B 164 1640 0',
    ]);
  });
});

describe('a plan that sells whole units for less than it was planned for', () => {
  it('takes no group out of its tolerance that could stay inside', () => {
    const { tariff, request } = adviceCase(randomSource(11_500_810), 'wild');
    const context = prepareTariff(tariff);
    expect(brokenGroups(context, request, planProposal(context, request, 'necessary'))).toEqual([]);
  });
});

describe('buys of random budgets', () => {
  it('leave no group below its tolerance where the money is enough for all', () => {
    let scarce = 0;
    for (let seed = 1; seed <= randomCases(400); seed++) {
      const next = randomSource(seed);
      const targets: Record<string, number> = {};
      const own = [0, 1, 2].map((g) => {
        const low = Math.round(1000 + 4000 * next());
        targets[`F${g}`] = low + Math.round(3000 * next());
        return { low, high: low + 4000 };
      });
      const funds = own.map((_, g) => fine(`F${g}`, g, 0));
      const least = own.reduce((sum, { low }) => sum + low + 10, 0);
      const most = Object.values(targets).reduce((sum, target) => sum + target, 0);
      const budget = Math.round(least + 60 + Math.max(0, most - least) * next());
      if (budget >= most) continue;
      const bought = boughtFor(orders(funds, targets, budget, {}, { edges: own }));
      const below = own.filter(({ low }, g) => {
        const isPlanned = targets[`F${g}`]! >= low + 40;
        return isPlanned && (bought.get(`F${g}`) ?? 0) < low - 1;
      });
      expect(below, `budget ${seed}`).toEqual([]);
      scarce++;
    }
    expect(scarce).toBeGreaterThan(randomCases(400) / 2);
  });
});
