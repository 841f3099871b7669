import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { fitCoarse, pairsOf, type Side } from './fit-coarse.ts';
import { addedFindings, compareFindings } from './judge-plan.ts';
import { planProposal } from './plan-optimization.ts';
import { planWithRetry, unchanged } from './plan-portfolio.ts';
import { judgeOf } from './with-savings.ts';

/** Orders of the smallest intervention of a contract of little money in whole units. */
function ordersOf(seed: number): string[] {
  const { tariff, request } = adviceCase(randomSource(seed), 'small');
  const { orders } = planProposal(prepareTariff(tariff), request, 'necessary');
  return orders.map(({ action, isin, quantity }) => `${action} ${quantity} ${isin}`).toSorted();
}

const turnoverOf = (orders: readonly { readonly amount: number }[]) =>
  orders.reduce((sum, { amount }) => sum + amount, 0);

/** Ways to the target of random contracts, with what comes of them. */
function* tried() {
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= randomCases(60); seed++) {
      const { tariff, request } = adviceCase(randomSource(seed), profile);
      const context = prepareTariff(tariff);
      const plan = planWithRetry(context, request);
      if (plan.orders.length === 0 || plan.binding.length > 0) continue;
      const judge = judgeOf(context, request, true);
      const [before, after] = [judge(unchanged(request)), judge(plan)];
      yield { plan, other: fitCoarse(context, request, plan, before, after), after, judge };
    }
}

describe('few orders of coarse units', () => {
  it('are put together anew where that turns over less', () => {
    // Another fund of one group and units of two others make a sale and its buy superfluous.
    expect(ordersOf(994_813)).toHaveLength(5);
    // A part of a buy goes into a group that is not held yet, and another fund is sold.
    expect(ordersOf(994_857)).toEqual(['buy 1 DE0000000101', 'buy 2 DE0000000000', 'sell 1 DE0000000303']);
    // Two buys take the place of a sale and a buy.
    expect(ordersOf(994_881)).toEqual(['buy 1 DE0000000901', 'buy 7 DE0000000500', 'sell 1 DE0000000100']);
  });

  it('turn over less, mend as much and leave cash to the cent; fractions are left as they are', () => {
    let smaller = 0;
    for (const { plan, other, after, judge } of tried()) {
      if (other === plan) continue;
      smaller += 1;
      expect(turnoverOf(other.orders)).toBeLessThan(turnoverOf(plan.orders));
      const whole = other.holdings.filter(({ isin }) => other.orders.some((order) => order.isin === isin));
      expect(whole.every(({ decimals }) => decimals === 0)).toBe(true);
      const check = judge(other);
      expect(compareFindings(check, after)).toBeLessThanOrEqual(0);
      expect(addedFindings(after, check)).toEqual([]);
      expect(other.cashAfter).toBeGreaterThanOrEqual(0);
      expect(Number.isInteger(other.cashAfter)).toBe(true);
    }
    expect(smaller).toBeGreaterThan(0);
  });

  it('are the smallest of all pairs of sales and buys, however many there are', () => {
    const random = randomSource(77);
    const sides = (count: number): Side[] =>
      Array.from({ length: count }, () => {
        const groups = Array.from({ length: Math.floor(4 * random()) }, () => Math.floor(33 * random()));
        const cash = 500 * groups.length * Math.ceil(3 * random());
        return { orders: groups.map((g) => [g, 1] as const), turnover: cash, cash, groups: new Set(groups) };
      });
    const turnoverOfPair = ([sale, buy]: readonly [Side, Side]) => sale.turnover + buy.turnover;
    const ordersOfPair = ([sale, buy]: readonly [Side, Side]) => sale.orders.length + buy.orders.length;
    for (const astray of [[], [3], [3, 9], [1, 2, 3, 4, 5, 6, 7]]) {
      const [sales, buys] = [sides(400), sides(400)];
      const together = { most: 7000, aboveLeast: 700, aboveMost: -300, astray };
      const isFine = (sale: Side, buy: Side) =>
        sale.turnover + buy.turnover <= 7000 &&
        700 + sale.cash - buy.cash >= 0 &&
        sale.cash - buy.cash <= 300 &&
        ![...sale.groups].some((g) => buy.groups.has(g)) &&
        astray.every((g) => sale.groups.has(g) || buy.groups.has(g));
      const all = sales
        .flatMap((sale) => buys.flatMap((buy) => (isFine(sale, buy) ? [[sale, buy] as const] : [])))
        .toSorted((a, b) => turnoverOfPair(a) - turnoverOfPair(b) || ordersOfPair(a) - ordersOfPair(b));
      const found = pairsOf(sales, buys, together);
      expect(found).toHaveLength(Math.min(150, all.length));
      expect(found.every(([sale, buy], k) => sale === all[k]?.[0] && buy === all[k]?.[1])).toBe(true);
    }
  });
});
