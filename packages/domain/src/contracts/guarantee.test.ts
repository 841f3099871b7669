import { expect, it } from 'vitest';
import { promisedRateText } from './guarantee.ts';

it('reads a promise with every place it can be typed with', () => {
  expect([0.8, 0.01, 0.80005, 0.800055, 0.002575, 0].map((rate) => promisedRateText(rate))).toEqual([
    '80\u00a0%',
    '1\u00a0%',
    '80,005\u00a0%',
    '80,0055\u00a0%',
    '0,2575\u00a0%',
    '0\u00a0%',
  ]);
});
