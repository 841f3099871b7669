import { expect, test } from 'vitest';
import { bankDaysBetween } from './bank-days.ts';
import { createDemoFunds } from './demo-funds.ts';
import { quantityScale, simulateDepot } from './depot-simulation.ts';
import { periodEnds } from './fund-figures.ts';
import { marketReturns } from './market.ts';
import { Random } from './random.ts';

const days = bankDaysBetween('2021-11-19', '2026-11-20');
const offered = createDemoFunds(1, 200, days, marketReturns(new Random(1, 'market'), days.length)).filter(
  ({ firstDay, lastDay }) => firstDay === 0 && lastDay === days.length - 1,
);
const monthEnds = periodEnds(days, 'month').slice(0, -1);

test('what funds of whole units leave over is kept: a depot is worth what was invested in it', () => {
  const whole = offered.filter(({ unitDecimals }) => unitDecimals === 0).slice(0, 2);
  const inParts = offered.filter(({ unitDecimals }) => unitDecimals !== 0).slice(0, 2);
  expect([whole.length, inParts.length]).toEqual([2, 2]);
  const funds = [...whole, ...inParts];
  const invested = funds.map(() => 0);
  const weights = [0.3, 0.2, 0.1, 0.4];
  const states = simulateDepot(
    {
      funds,
      weights,
      planWeights: weights,
      startDay: 0,
      initialValue: 2000,
      initialContributions: 2000,
      payment: 100,
      paymentDays: new Set(monthEnds),
      fundShare: 1,
      rebalancingDays: new Set([monthEnds[12] ?? 0]),
    },
    monthEnds,
    [0, days.length - 1],
    ({ index, units }) => {
      invested[index] = (invested[index] ?? 0) + units;
    },
  );
  const last = days.length - 1;
  const worth = (units: readonly number[]) =>
    funds.reduce((sum, fund, k) => sum + ((units[k] ?? 0) * (fund.prices[last] ?? 0)) / quantityScale, 0);
  const held = states.at(-1)?.quantities.map((quantity) => quantity / quantityScale) ?? [];
  expect(held.slice(0, 2).map((units) => units % 1)).toEqual([0, 0]);
  // Less than a thousandth of a unit of each fund is cut off.
  expect(worth(invested) - worth(held)).toBeGreaterThanOrEqual(0);
  expect(worth(invested) - worth(held)).toBeLessThan(worth([0, 0, 0.001, 0.001]));
  // Costs go with the units: nothing is lost of them either.
  const [first] = states;
  expect(first?.costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(2000, 6);
});
