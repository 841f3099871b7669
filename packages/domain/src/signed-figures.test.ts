import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatMoney } from './money.ts';
import { formatNumber } from './number-text.ts';
import { formatMoneySigned, formatNumberSigned } from './signed-figures.ts';

it('carry their sign, except what is shown as nothing', () => {
  expect([12, -3.5, 0, -0.001, 0.001].map(formatMoneySigned)).toEqual([
    '+12,00\u00a0€',
    '−3,50\u00a0€',
    '0,00\u00a0€',
    '0,00\u00a0€',
    '0,00\u00a0€',
  ]);
  expect([43, -2, 0, 0.4].map((value) => formatNumberSigned(value))).toEqual(['+43', '−2', '0', '0']);
  expect([0.25, -1234.5].map((value) => formatNumberSigned(value, 1))).toEqual(['+0,3', '−1.234,5']);
});

it('are the same figures as without a sign, but for the plus', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      expect(formatMoneySigned(value).replace('+', '')).toBe(formatMoney(value));
      expect(formatNumberSigned(value, 2).replace('+', '')).toBe(formatNumber(value, 0, 2));
    }),
  );
});
