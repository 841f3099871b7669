import { expect, it } from 'vitest';
import { isCurrency } from './currency-codes.ts';

it('knows the currencies there are, and neither units of one nor codes nobody pays in', () => {
  expect(['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'XOF'].filter((code) => !isCurrency(code))).toEqual([]);
  expect(['USX', 'GBX', 'EUX', 'DEM', 'XAU', 'XXX', 'eur', 'EU', ''].filter(isCurrency)).toEqual([]);
});

it('has no code that the tables of languages do not know', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  const codes = [...known].filter(isCurrency);
  expect(codes.length).toBeGreaterThan(145);
});
