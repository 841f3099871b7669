import { expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planWithRetry } from './plan-portfolio.ts';
import type { Change } from './trim-sums.ts';
import { TrimmedState } from './trimmed-state.ts';

/** Everything of a state that can be seen, to the bit: trades, cash, and which changes it would allow. */
const seen = (state: TrimmedState) => ({
  trades: state.trades.map(({ ticks, amount, fee }) => [ticks, amount, fee]),
  cash: state.spareCash,
  turnover: state.turnover,
  orders: state.orders,
  strained: state.trades.map((_, k) => state.strainedGroup([[k, 0]])),
});

/** Ways to the target with many orders, and random changes of them. */
function* trials() {
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= randomCases(30); seed++) {
      const random = randomSource(seed);
      const { tariff, request } = adviceCase(random, profile);
      const context = prepareTariff(tariff);
      const plan = planWithRetry(context, request);
      if (plan.orders.length === 0 || plan.binding.length > 0) continue;
      const [before, after] = [checkContract(context, request.contract), checkContract(context, plan.after)];
      const fresh = () => new TrimmedState(context, request, plan, before, after);
      const state = fresh();
      const changes = Array.from(
        { length: 40 },
        (): Change =>
          Array.from({ length: 1 + Math.floor(2 * random()) }, () => {
            const k = Math.floor(random() * state.trades.length);
            return [k, Math.floor(random() * state.trades[k]!.ticks)] as const;
          }).filter(([k], place, all) => all.findIndex(([other]) => other === k) === place),
      );
      yield { state, fresh, changes };
    }
}

it('is as it was, to the bit, after a change it does not allow and after one that is taken back', () => {
  const count = { applied: 0, refused: 0 };
  const refused: [unknown, unknown][] = [];
  for (const { state, fresh, changes } of trials())
    for (const change of changes) {
      const before = seen(state);
      const restore = state.mark();
      const isApplied = state.apply(change);
      count[isApplied ? 'applied' : 'refused']++;
      if (!isApplied) refused.push([before, seen(state)]);
      restore();
      expect(seen(state)).toEqual(before);
      // What is not seen, the sums behind it, answers the same question the same way.
      expect(state.apply(change)).toBe(isApplied);
      expect(fresh().apply(change)).toBe(isApplied);
      restore();
    }
  expect(refused.map(([, now]) => now)).toEqual(refused.map(([before]) => before));
  expect(count.applied).toBeGreaterThan(randomCases(20));
  expect(count.refused).toBeGreaterThan(randomCases(200));
});

it('counts its orders and what they turn over with every change', () => {
  for (const { state, changes } of trials()) {
    for (const change of changes) state.apply(change);
    const open = state.trades.filter(({ ticks }) => ticks > 0);
    expect(state.orders).toBe(open.length);
    expect(state.turnover).toBe(state.trades.reduce((sum, { amount, fee }) => sum + amount + fee, 0));
  }
});
