import { expect, it } from 'vitest';
import { valueHoldings } from './value-holdings.ts';

const isin = 'US0378331005';
const lot = (quantity: number | null, value: number | null) => ({ isin, name: 'Apple', quantity, value });
// A house that knows no fund of them.
const unknownFunds = { fundByIsin: new Map<string, never>() };

it('values lots of a security nobody knows by what is stated, and not at all where one of them has no value', () => {
  const valued = (...lots: ReturnType<typeof lot>[]) =>
    valueHoldings(lots, unknownFunds, '2026-11-29').positions.map(({ value }) => value);
  expect(valued(lot(10, 200), lot(null, 20))).toEqual([220]);
  expect(valued(lot(10, null), lot(null, 20))).toEqual([null]);
});

it('adds up what stands on the page, not what it was before it was rounded', () => {
  const lots = ['IE00BYZK4669', 'IE00B4L5Y983', 'US0378331005'].map((each) => ({
    ...lot(1, null),
    isin: each,
  }));
  const fund = { name: 'Fonds', price: 0.114, priceDate: '2026-11-27' };
  const house = { fundByIsin: new Map(lots.map((each) => [each.isin, fund])) };
  const { positions, total } = valueHoldings(lots, house, '2026-11-29');
  expect(positions.map(({ value }) => value)).toEqual([0.11, 0.11, 0.11]);
  expect(total).toBe(0.33);
});
