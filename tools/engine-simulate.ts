// `npm run engine:simulate [-- SEEDS]`: what the smallest intervention saves against trading to the target, over five years of
// the demo market's prices and SEEDS - 1 other markets of the same kind.
import {
  simulatedClasses,
  simulatedMarket,
  simulateTrading,
  type TradingRecord,
} from './simulate-trading.ts';

const seeds = Number(process.argv[2] ?? 1);
const sums = new Map<string, Record<keyof TradingRecord, number> & { count: number }>();
for (let seed = 1; seed <= seeds; seed++) {
  const market = simulatedMarket(seed);
  for (const context of simulatedClasses(market))
    for (const step of [1, 21])
      for (const habit of ['destination', 'third', 'sixth', 'group', 'target'] as const) {
        const line = `${step === 1 ? 'daily  ' : 'monthly'} ${habit}`;
        const record = simulateTrading(context, market, habit, 50_000, step);
        const sum = sums.get(line);
        if (!sum) sums.set(line, { ...record, count: 1 });
        else {
          sum.count += 1;
          for (const key of Object.keys(record) as (keyof TradingRecord)[]) sum[key] += record[key];
        }
      }
}
for (const [line, sum] of sums) {
  const mean = (key: keyof TradingRecord) => sum[key] / sum.count;
  console.log(
    `${line}: ${sum.count} runs, turnover ${(100 * mean('turnoverPerYear')).toFixed(2)} % a year, trades ${mean('tradesPerYear').toFixed(2)}, orders ${mean('ordersPerYear').toFixed(2)}, outside the band ${(100 * mean('outsideBand')).toFixed(2)} % of the days, outside a tolerance ${(100 * mean('outsideTolerance')).toFixed(2)} %`,
  );
}
