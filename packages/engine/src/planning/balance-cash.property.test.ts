import { expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { applyBalanced, balanced } from './balance-cash.ts';
import { planWithRetry } from './plan-portfolio.ts';
import type { Change } from './trim-sums.ts';
import { TrimmedState } from './trimmed-state.ts';

/** Ways to the target with several orders, and smaller orders of one or two of them. */
function* trials() {
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= randomCases(60); seed++) {
      const random = randomSource(seed);
      const { tariff, request } = adviceCase(random, profile);
      const context = prepareTariff(tariff);
      const plan = planWithRetry(context, request);
      if (plan.orders.length < 2 || plan.binding.length > 0) continue;
      const [before, after] = [checkContract(context, request.contract), checkContract(context, plan.after)];
      const state = new TrimmedState(context, request, plan, before, after);
      for (let k = 0; k < 12; k++) {
        const change = Array.from({ length: 1 + Math.floor(2 * random()) }, () => {
          const index = Math.floor(random() * state.trades.length);
          const part = random() < 0.5 ? 0 : random();
          return [index, Math.floor(part * state.trades[index]!.ticks)] as const;
        });
        const [first, second] = change;
        yield { state, change: second && second[0] === first![0] ? [first!] : change };
      }
    }
}

it('a change is applied with one other order at most, for no more turnover, or nothing is', () => {
  const count = { alone: 0, balanced: 0, fewer: 0, refused: 0 };
  const broken: string[] = [];
  for (const { state, change } of trials()) {
    const restore = state.mark();
    const was = state.trades.map(({ ticks }) => ticks);
    const { turnover } = state;
    const isAlone = state.apply(change);
    restore();
    const wholes = state.trades.map((_, k): Change | null =>
      change.some(([other]) => other === k) ? null : balanced(state, change, k),
    );
    const wanted = new Map(change);
    const isApplied = applyBalanced(state, change);
    const moved = was.flatMap((ticks, k) => (state.trades[k]!.ticks === (wanted.get(k) ?? ticks) ? [] : [k]));
    const want = (isMet: boolean, line: string) => {
      if (!isMet) broken.push(line);
    };
    if (!isApplied) {
      count.refused++;
      want(!isAlone, 'refused although it is allowed alone');
      want(
        state.trades.every(({ ticks }, k) => ticks === was[k]),
        'changed although refused',
      );
    } else if (isAlone) {
      count.alone++;
      want(moved.length === 0, 'another order changed without need');
    } else {
      const [k = -1] = moved;
      const trade = state.trades[k];
      const whole = wholes[k]?.at(-1)?.[1] ?? 0;
      want(moved.length === 1 && trade?.isFixed === false && was[k]! > 0, 'balanced by what cannot');
      want(state.turnover <= turnover, 'more turnover');
      // Less than the cash asks for only of whole units that are bought: one less, or half of them.
      const isFewer = trade?.ticks !== whole;
      count[isFewer ? 'fewer' : 'balanced']++;
      const isWholeBuy = trade?.holding.decimals === 0 && trade.sign === 1;
      const some = [whole - 1, Math.ceil(whole / 2)].filter((ticks) => ticks >= 1);
      want(!isFewer || (isWholeBuy && some.includes(trade.ticks)), 'another number than the cash asks for');
    }
    restore();
    const { aboveLeast, aboveMost } = state.cashAfter(change);
    const isCash = aboveLeast < 0 || aboveMost > 0;
    // What makes the cash come out for no more turnover, and is allowed, is found.
    const isOpen = (k: number) => was[k]! > 0 && !state.trades[k]!.isFixed;
    const allows = (whole: Change) => {
      const again = state.mark();
      const would = state.apply(whole);
      again();
      return would;
    };
    // So is a unit less of whole ones that are bought, or half of them.
    const fewerOf = (k: number, whole: Change): Change[] => {
      const { holding, sign } = state.trades[k]!;
      const [, most] = whole.at(-1)!;
      if (holding.decimals > 0 || sign === -1) return [];
      const fewer = [most - 1, Math.ceil(most / 2)].filter((ticks) => ticks >= 1 && ticks < most);
      return fewer.map((ticks): Change => [...change, [k, ticks]]);
    };
    const found = wholes.some((whole, k) => {
      if (isAlone || !isCash || !whole || !isOpen(k) || state.turnoverBy(whole) > 0) return false;
      const strained = state.strainedGroup(change);
      const isNear = strained === null || strained === state.trades[k]!.holding.groupIndex;
      return allows(whole) || (isNear && fewerOf(k, whole).some(allows));
    });
    want(!found || isApplied, 'refused although another order balances it');
  }
  expect(broken).toEqual([]);
  expect(count.balanced).toBeGreaterThan(randomCases(20));
  expect(count.refused).toBeGreaterThan(randomCases(20));
});
