import { expect, it } from 'vitest';
import { simulatedClasses, simulatedMarket, simulateTrading, type TradingHabit } from './simulate-trading.ts';

it('trades half as much to the destinations as to the target, and is outside the band no longer', () => {
  const market = simulatedMarket(1);
  const contexts = simulatedClasses(market);
  const mean = (habit: TradingHabit) => {
    const records = contexts.map((context) => simulateTrading(context, market, habit, 50_000, 1));
    const of = (key: keyof (typeof records)[number]) =>
      records.reduce((sum, record) => sum + record[key], 0) / records.length;
    return {
      turnover: of('turnoverPerYear'),
      orders: of('ordersPerYear'),
      outsideBand: of('outsideBand'),
      outsideTolerance: of('outsideTolerance'),
    };
  };
  const [destination, target] = [mean('destination'), mean('target')];
  expect(contexts).toHaveLength(38);
  expect(destination.turnover).toBeGreaterThan(0);
  expect(destination.turnover).toBeLessThan(target.turnover / 2);
  expect(destination.orders).toBeLessThan(target.orders / 2);
  expect(destination.outsideBand).toBeLessThanOrEqual(target.outsideBand);
  // A group is outside on the day before it is traded, and it is traded more often: that is the price.
  expect(destination.outsideTolerance).toBeLessThan(0.005);
});
