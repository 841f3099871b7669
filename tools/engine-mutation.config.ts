import { defineConfig } from 'vitest/config';

const source = 'packages/engine/src';

/** Tests by topic; the slow comparison with HiGHS and the properties of whole plans stay out. */
const topics: Readonly<Record<string, readonly string[]>> = {
  rounding: [`${source}/rounding/*.test.ts`, `${source}/largest-remainder.test.ts`],
  frontier: [`${source}/frontier/*.test.ts`],
  orders: [`${source}/planning/{make-orders,holdings,plan-input,order-reasons}*.test.ts`],
  proposals: [
    `${source}/planning/{proposals,trim-orders,merge-funds,fit-units,settle-plan,stuck-orders,trade-destination,balance-groups,avoid-clusters,steer-risk,group-moves,necessary-targets,plan-necessary,judge-plan}.test.ts`,
  ],
  savings: [`${source}/planning/{savings-plan,choose-savings-groups,apply-limits}*.test.ts`],
  check: [`${source}/check/*.test.ts`, `${source}/contract-score.test.ts`],
};

const topic = process.env.MUTATION_TOPIC;

/**
 * What Stryker runs for every mutant of the engine. `MUTATION_TOPIC` (rounding, frontier, orders or check) keeps to the
 * tests of one topic, so that a run is cheap and a topic's mutants are killed by its own tests.
 */
export default defineConfig({
  test: {
    include: [...((topic && topics[topic]) || Object.values(topics).flat())],
    exclude: ['**/*{-,.}highs.test.ts', '**/node_modules/**'],
    setupFiles: ['tools/engine-mutation-setup.ts'],
  },
});
