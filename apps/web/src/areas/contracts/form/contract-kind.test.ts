// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { contractKind } from './contract-kind.ts';

it('tells two versions of the holdings apart by everything that may differ', () => {
  const kind = contractKind('customer');
  const text = kind.fields().find(({ path }) => path === 'holdings')?.text;
  const holding = { fundId: 1, quantity: 120.0625, price: 38.51, priceDate: '2008-03-24', costValue: null };
  const versions = [
    holding,
    { ...holding, quantity: 120.0626 },
    { ...holding, price: 38.512345 },
    { ...holding, priceDate: '2008-03-25' },
    { ...holding, costValue: 4000 },
  ].map((one) => text?.({ ...kind.empty(), holdings: [one] }));
  expect(new Set(versions).size).toBe(versions.length);
});
