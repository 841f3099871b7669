import { expect, it } from 'vitest';
import { reportSource } from '../../../test/report-world.ts';
import { buildCostInformation } from './report/build-cost-information.ts';

it('counts a quarterly payment with a third of it a month', () => {
  const source = reportSource();
  const { currentSavingsPlan: plan } = source.detail;
  if (!plan) throw new Error('The contract of the reports saves.');
  const blocksOf = (contributionInterval: 1 | 4, contribution: number) => {
    const currentSavingsPlan = { ...plan, contributionInterval, contribution };
    const detail = { ...source.detail, currentSavingsPlan };
    // Only where all costs are known is their effect told.
    const known = {
      ...source,
      detail,
      ongoingFees: new Map([...source.ongoingFees.keys()].map((id) => [id, 0.0086])),
    };
    return buildCostInformation(known, null, { withCharts: false, salutation: null }).blocks;
  };
  const effectOf = (blocks: ReturnType<typeof blocksOf>) =>
    blocks.slice(
      blocks.findIndex((block) => JSON.stringify(block).includes('Wirkung der Kosten')),
      -3,
    );
  expect(effectOf(blocksOf(4, 300))).toEqual(effectOf(blocksOf(1, 100)));
  expect(effectOf(blocksOf(4, 300))).not.toEqual(effectOf(blocksOf(1, 75)));
});
