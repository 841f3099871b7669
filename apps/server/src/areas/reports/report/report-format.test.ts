import { expect, it } from 'vitest';
import { costAverage, costShare, none } from './report-format.ts';

it('prints an average of costs with two decimals, a fee as it was set', () => {
  expect([0.012409, 0.01, null].map(costAverage)).toEqual(['1,24\u00a0%', '1,00\u00a0%', none]);
  expect([0.012409, 0.01].map(costShare)).toEqual(['1,2409\u00a0%', '1,00\u00a0%']);
});
