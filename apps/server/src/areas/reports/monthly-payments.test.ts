import { savingsAhead } from '@depotwerk/domain/contracts/savings-ahead';
import { expect, it } from 'vitest';
import { reportSource } from '../../../test/report-world.ts';
import { buildCostInformation } from './report/build-cost-information.ts';

it('counts a quarterly payment with a third of it a month', () => {
  const source = reportSource();
  const blocksOf = (contributionInterval: 1 | 4, contribution: number) => {
    const plan = {
      validFrom: '2020-01-01',
      validTo: null,
      dynamicPercent: 0,
      contributionInterval,
      contribution,
    };
    // Only where all costs are known is their effect told.
    const known = {
      ...source,
      savingsAhead: savingsAhead([plan], source.today),
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
