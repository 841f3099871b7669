import { expect, it } from 'vitest';
import { currencySign, isEuroOrUnstated } from './currency.ts';

it('writes euros by their sign and other currencies by their code', () => {
  expect(['EUR', 'USD', '€'].map(currencySign)).toEqual(['€', 'USD', '€']);
});

it('takes what is stated without a currency for euros', () => {
  expect([null, '', 'EUR', '€'].map(isEuroOrUnstated)).toEqual([true, true, true, true]);
  expect(['USD', 'CHF', 'eur'].map(isEuroOrUnstated)).toEqual([false, false, false]);
});
