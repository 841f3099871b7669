// Measures of the advisory engine: warm medians on one core, with the yardstick (bisection with HiGHS) in the same run. Plans
// are measured in processor time, so that others on the machine count for less.

import { type AllocationInput, allocationTypes } from '@depotwerk/engine/allocation/allocation-input';
import { automaticAllocation } from '@depotwerk/engine/allocation/automatic-allocation';
import { checkContract } from '@depotwerk/engine/check/check-contract';
import type { ContractInput, Position } from '@depotwerk/engine/check/contract-input';
import { prepareTariff } from '@depotwerk/engine/check/tariff-context';
import { contractFixture } from '@depotwerk/engine/fixtures/contract-fixture';
import { frontierFixture } from '@depotwerk/engine/fixtures/frontier-fixture';
import { loadHighs } from '@depotwerk/engine/fixtures/load-highs';
import { marketFixture } from '@depotwerk/engine/fixtures/market-fixture';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import { buildFrontier } from '@depotwerk/engine/frontier/efficient-frontier';
import type { FrontierInput } from '@depotwerk/engine/frontier/problem';
import { atVolatility } from '@depotwerk/engine/frontier/read-off';
import { monthsToNextHint } from '@depotwerk/engine/planning/next-hint';
import type { PlanRequest } from '@depotwerk/engine/planning/plan-input';
import { planOptimization } from '@depotwerk/engine/planning/plan-optimization';
import { rankFunds } from '@depotwerk/engine/ranking/rank-funds';
import { type RankableFund, rankingTypes } from '@depotwerk/engine/ranking/ranking-figures';

/** Median milliseconds of one run after warming up; at most about `budget` milliseconds in all. */
function median(run: () => void, budget = 1500): number {
  const end = performance.now() + budget / 3;
  do run();
  while (performance.now() < end);
  const times: number[] = [];
  const stop = performance.now() + (2 * budget) / 3;
  do {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  } while (performance.now() < stop || times.length < 5);
  times.sort((a, b) => a - b);
  return times[times.length >> 1] ?? Number.NaN;
}

/** Millions of multiply-add per second this machine does in a plain loop over two arrays: what arithmetic alone costs. */
function multiplyAddRate(): number {
  const a = new Float64Array(1000).fill(1.0000001);
  const b = new Float64Array(1000).fill(0.9999999);
  let sink = 0;
  const time = median(() => {
    let sum = 0;
    for (let i = 0; i < 1000; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
    sink += sum;
  }, 300);
  return sink > 0 ? 1 / time : 0;
}

const rate = multiplyAddRate();
const row = (what: string, milliseconds: number, limit: number, multiplyAdds: number | null) => {
  const bound =
    multiplyAdds === null
      ? ''
      : `, arithmetic alone ${(multiplyAdds / rate / 1000).toPrecision(2)} ms (${(milliseconds / (multiplyAdds / rate / 1000)).toFixed(1)} x)`;
  console.log(
    `${what}: ${milliseconds.toPrecision(3)} ms, limit ${limit} ms ${milliseconds <= limit ? 'kept' : 'MISSED'}${bound}`,
  );
};

function boxProblem(n: number): FrontierInput {
  const problem = frontierFixture(randomSource(n), n, 0);
  return { ...problem, upperBounds: problem.upperBounds.map(() => (n === 10 ? 0.4 : 0.15)) };
}

/** Seven volatilities evenly inside the frontier's range. */
function readSeven(input: FrontierInput) {
  const frontier = buildFrontier(input);
  const low = Math.sqrt(frontier.corners[0]?.variance ?? 0);
  const high = Math.sqrt(frontier.corners.at(-1)?.variance ?? 0);
  return {
    frontier,
    points: Array.from({ length: 7 }, (_, k) => atVolatility(frontier, low + ((high - low) * (k + 0.5)) / 7)),
  };
}

/** What the trace must at least compute: per corner a factor of the free block and the products with the rest. */
function frontierWork(input: FrontierInput): number {
  const n = input.expectedReturns.length;
  return buildFrontier(input).corners.reduce((sum, { weights }) => {
    const f = weights.filter((weight, i) => weight > 0 && weight < (input.upperBounds[i] ?? 1)).length;
    return sum + f ** 3 / 6 + 3 * f ** 2 + 2 * f * (n - f) + n ** 2;
  }, 0);
}

console.log(`multiply-adds: ${rate.toFixed(0)} million per second`);
for (const [n, limit] of [
  [10, 0.15],
  [30, 0.8],
  [100, 15],
] as const) {
  const input = boxProblem(n);
  row(
    `full frontier + 7 volatilities, n = ${n}`,
    median(() => readSeven(input)),
    limit,
    frontierWork(input),
  );
}

await yardstick(boxProblem(30));

/** The same seven portfolios by bisection on lambda with HiGHS, as one would do without a parametric method. */
async function yardstick(input: FrontierInput): Promise<void> {
  const highs = await loadHighs();
  const { covariance: s, expectedReturns: mu } = input;
  const signed = (value: number) => `${value < 0 ? '-' : '+'} ${Math.abs(value).toFixed(15)}`;
  const quadratic = s
    .flatMap((line, i) =>
      line
        .slice(i)
        .map((value, k) =>
          k === 0 ? `${signed(value)} x${i} ^2` : `${signed(2 * value)} x${i} * x${i + k}`,
        ),
    )
    .join(' ');
  const rest = `Subject To\n budget: ${mu.map((_, i) => `+ x${i}`).join(' ')} = 1\nBounds\n${input.upperBounds.map((upper, i) => ` 0 <= x${i} <= ${upper}`).join('\n')}\nEnd`;
  const volatilityAt = (lambda: number) => {
    const linear = mu.map((value, i) => signed(-lambda * value) + ` x${i}`).join(' ');
    const { Columns } = highs.solve(`Minimize\n obj: ${linear} + [ ${quadratic} ] / 2\n${rest}`, {
      qp_iteration_limit: 1000,
    });
    const w = mu.map((_, i) => Columns[`x${i}`]?.Primal ?? 0);
    return Math.sqrt(
      w.reduce((sum, a, i) => sum + a * w.reduce((inner, b, j) => inner + b * (s[i]?.[j] ?? 0), 0), 0),
    );
  };
  const { points, frontier } = readSeven(input);
  const top = frontier.corners.at(-1)?.lambda ?? 1;
  const start = performance.now();
  for (const { volatility } of points) {
    let [low, high] = [0, top];
    // 40 halvings give the weights about the accuracy the trace has for nothing.
    for (let k = 0; k < 40; k++) {
      const middle = (low + high) / 2;
      if (volatilityAt(middle) < volatility) low = middle;
      else high = middle;
    }
  }
  const slow = performance.now() - start;
  const fast = median(() => readSeven(input));
  const factor = slow / fast;
  console.log(
    `bisection with HiGHS, n = 30: ${slow.toFixed(0)} ms; the trace is ${factor.toFixed(0)} x faster, at least 300 x ${factor >= 300 ? 'kept' : 'MISSED'}`,
  );
}

/**
 * What a matrix must at least compute: one trace of the whole frontier for its picture and, per column, the minimum and
 * the measure of the groups that are left (a factor, a few solves, one quadratic form).
 */
function matrixWork(input: AllocationInput): number {
  const frontier = frontierWork({
    expectedReturns: input.groups.map((group) => group.expectedReturn),
    covariance: input.covariance,
    lowerBounds: input.groups.map((group) => group.lower),
    upperBounds: input.groups.map((group) => group.upper),
    groups: input.rows,
  });
  const n = input.groups.length;
  return automaticAllocation(input).columns.reduce((sum, { units }) => {
    const used = units.filter((value) => value > 0).length;
    return sum + used ** 3 / 6 + 4 * used ** 2 + n ** 2;
  }, frontier);
}

const market = marketFixture(33, randomSource(3));
row(
  'whole matrix, 33 groups, 7 classes, 3 rows',
  median(() => automaticAllocation(market)),
  10,
  matrixWork(market),
);
for (const measure of ['VOLATILITY', 'EQUITY_QUOTA'] as const) {
  for (const type of allocationTypes) {
    const input = marketFixture(33, randomSource(3), type, measure);
    row(
      `  matrix by ${measure}, ${type}`,
      median(() => automaticAllocation(input), 900),
      10,
      matrixWork(input),
    );
  }
}

const { tariff, contract, request } = contractFixture(randomSource(5));
const context = prepareTariff(tariff);
row(
  'one contract check, 20 positions, 33 groups',
  median(() => checkContract(context, contract)),
  0.03,
  33 * 33 + 20 * 8,
);
/** The same tariff's contracts with other holdings, money and savings plans: no run finds what the one before computed. */
function manyRequests(count: number): PlanRequest[] {
  const random = randomSource(7);
  const funds = [...request.traded.values()];
  const anyFund = () => funds[Math.floor(random() * funds.length)];
  return Array.from({ length: count }, () => {
    const held = new Map<string, Position>();
    while (held.size < 20) {
      const fund = anyFund();
      if (!fund) throw new Error('The fixture trades funds.');
      const { isin, price } = fund;
      const quantity = 1 + Math.round(random() * 1000);
      held.set(isin, { isin, quantity, price, priceDay: 19_999, costValue: null });
    }
    const entries = [...held.keys()].slice(0, 4).map((isin) => ({ isin, percent: 25 }));
    const cash = Math.round(random() * 500_000) / 100;
    const savingsPlan = { rate: 200, entries };
    return { ...request, contract: { ...contract, positions: [...held.values()], cash, savingsPlan } };
  });
}

/** Milliseconds of processor time of the whole process, with what collects its garbage. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const planned = manyRequests(12_000).map((own) => {
  const start = processorTime();
  planOptimization(context, own);
  return processorTime() - start;
});
// The first two thousand warm up.
const plans = planned.slice(2000).sort((a, b) => a - b);
row(
  'one planned optimisation, four proposals (processor time)',
  plans[plans.length >> 1] ?? Number.NaN,
  1,
  // About twelve checks and, for each of six plans, a value, a target and a share per fund that may be held.
  12 * (33 * 33 + 20 * 8) + 6 * 10 * (20 + 2 * 33),
);
row('  the worst of 10,000', plans.at(-1) ?? Number.NaN, 5, null);
row('  99 of 100', plans[Math.floor(0.99 * plans.length)] ?? Number.NaN, 5, null);

const spread = { ...tariff, targetWeights: tariff.targetWeights.map(() => 1 / 33) };
const balanced: ContractInput = {
  ...contract,
  cash: 0,
  positions: tariff.shortlists.flatMap(([isin], g) =>
    isin === undefined
      ? []
      : [{ isin, quantity: 1 + 0.1 * Math.sin(g), price: 1000, priceDay: contract.day, costValue: null }],
  ),
};
const spreadContext = prepareTariff(spread);
const { hints } = checkContract(spreadContext, balanced);
row(
  'months until the next hint, all of 33 groups held',
  median(() => monthsToNextHint(spreadContext, balanced, hints)),
  0.25,
  33 ** 3 / 2 + 2 * 33 ** 2,
);

const random = randomSource(9);
const funds: RankableFund[] = Array.from({ length: 1000 }, (_, i) => ({
  id: `fund ${i}`,
  peerGroup: `group ${i % 33}`,
  returns: Float64Array.from({ length: 260 }, () => (random() - 0.49) * 0.04),
  ter: random() * 0.02,
  esgScore: random(),
}));
const riskFree = new Float64Array(260).fill(0.0003);
const composite = [
  { type: 'SHARPE_3Y', weight: 60 },
  { type: 'TER', weight: 40 },
] as const;
row(
  'ranking 1,000 funds by all eleven types',
  median(() => {
    for (const type of rankingTypes) rankFunds(funds, { type, periodsPerYear: 52, riskFree, composite });
  }),
  150,
  1000 * (8 * 2 * 156 + 2 * 260),
);
