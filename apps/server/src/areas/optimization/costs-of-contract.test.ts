import { expect, it } from 'vitest';
import { costsOf } from './advice-input.view.ts';

const row = {
  tariff_type_id: 8,
  total_value: 22_970.84,
  quantities: [100, 73.46, 10],
  prices: [120.42, 33.333, 10.95],
  entry_fee: 0.025,
  fund_switch_fee: 15,
  free_switches_per_year: 4,
  switches_this_year: 1,
  contract_fee_monthly: 2.5,
  contract_fee_percent: 0.004,
  rebate: 0.001,
};

it('tells what lies with the insurer, of which costs are taken too', () => {
  // 12,042.00 + 2,448.64 + 109.50 in funds.
  expect(costsOf(row)).toEqual({
    entryFee: 0.025,
    switchFee: 0,
    freeSwitchesLeft: 3,
    contractFeeYearly: 30,
    contractFeePercent: 0.004,
    rebate: 0.001,
    besideFunds: 8370.7,
  });
});

it.each([
  ['all of it in funds', { total_value: 14_600.14 }],
  ['worth less than its funds, at other prices', { total_value: 14_000 }],
  ['never valued', { total_value: null }],
  ['a depot, whose cash is planned with', { tariff_type_id: 1 }],
])('tells nothing of it where there is none: %s', (_, change) => {
  expect(costsOf({ ...row, ...change })).not.toHaveProperty('besideFunds');
});

it('without funds all of it lies with the insurer', () => {
  expect(costsOf({ ...row, quantities: null, prices: null }).besideFunds).toBe(22_970.84);
});
