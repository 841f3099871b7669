import { expect, it } from 'vitest';
import { knownCosts } from './analysis-figures.ts';

const costModel = { contractFeeMonthly: 3 };

it.each([
  ['all', [0.01, 0.002], costModel],
  ['some', [0.01, null], costModel],
  ['some', [null, null], costModel],
  ['some', [0.01, 0.002], null],
  ['none', [null, null], null],
] as const)('%s is known of the costs of funds with %o', (known, fees, model) => {
  const holdings = fees.map((ongoingFee) => ({ ongoingFee }));
  expect(knownCosts({ holdings, costModel: model })).toBe(known);
});
