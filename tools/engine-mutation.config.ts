import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const source = 'packages/engine/src';

/** Published examples of figures, estimates and projections, and input that contradicts itself. */
const outside = [
  'tools/engine-reference-figures.test.ts',
  `${source}/operations/{contradicting-input,outside-faults}.test.ts`,
];

/** Tests by topic; the slow comparison with HiGHS and the properties of whole plans stay out. */
const topics: Readonly<Record<string, readonly string[]>> = {
  rounding: [`${source}/rounding/*.test.ts`, `${source}/largest-remainder.test.ts`],
  frontier: [`${source}/frontier/*.test.ts`],
  orders: [`${source}/planning/{make-orders,holdings,plan-input,order-reasons}*.test.ts`],
  necessary: [
    `${source}/planning/{proposals,stuck-orders,plan-necessary,necessary-targets,necessary-targets.risk,balance-groups,group-moves,steer-risk}.test.ts`,
    `${source}/planning/{avoid-clusters,fit-units,judge-plan}.test.ts`,
  ],
  judging: [`${source}/planning/{judge-plan,given-up,settle-plan,merge-funds,recommend-proposal}.test.ts`],
  proposals: [
    `${source}/planning/{proposals,trim-orders,merge-funds,settle-plan,stuck-orders,judge-plan,given-up,recommend-proposal,known-checks,balance-cash,balance-cash.property}.test.ts`,
  ],
  cash: [`${source}/planning/balance-cash*.test.ts`],
  next: [`${source}/planning/{trade-destination,weight-spread,next-hint,next-hint.rules}.test.ts`],
  savings: [`${source}/planning/{savings-plan,choose-savings-groups,apply-limits}*.test.ts`],
  begun: [`${source}/planning/begun-in-held.test.ts`],
  inOrder: [`${source}/check/contract-order.test.ts`],
  guarantee: [`${source}/guarantee/*.test.ts`],
  check: [`${source}/check/*.test.ts`, `${source}/contract-score.test.ts`],
  analysis: [`${source}/analysis/*.test.ts`],
  attribution: [`${source}/attribution/*.test.ts`],
  // Values of a few months alone: seeded paths and recursions over decades take half a minute a mutant.
  projection: [`${source}/projection/{independent,carried,certain}-values.test.ts`],
  figures: [`${source}/figures/*.test.ts`, ...outside],
  estimation: [`${source}/estimation/*.test.ts`, ...outside],
  allocation: [`${source}/allocation/*.test.ts`],
};

/** Most mutants are killed by an example: those that compare whole plans run last. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      /(proposals|trim-orders|next-hint|property)\.test\.ts$/.test(moduleId);
    return files.toSorted((a, b) => Number(isSlow(a)) - Number(isSlow(b)));
  }
}

const topic = process.env.MUTATION_TOPIC;

/**
 * What Stryker runs for every mutant of the engine. `MUTATION_TOPIC` (one of the names above) keeps to the
 * tests of one topic, so that a run is cheap and a topic's mutants are killed by its own tests.
 */
export default defineConfig({
  test: {
    include: [...((topic && topics[topic]) || Object.values(topics).flat())],
    exclude: ['**/*{-,.}highs.test.ts', '**/node_modules/**'],
    sequence: { sequencer: ExamplesFirst },
    env: { RANDOM_CASES: 'all' },
    setupFiles: ['tools/engine-mutation-setup.ts'],
  },
});
