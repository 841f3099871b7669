import { expect, it } from 'vitest';
import { currencySign, isEuroOrUnstated } from './currency.ts';

it('writes euros by their sign and other currencies by their code', () => {
  expect(['EUR', 'USD', '€'].map(currencySign)).toEqual(['€', 'USD', '€']);
});

it('takes what is stated without a currency for euros', () => {
  expect([null, '', 'EUR', '€', 'Euro', 'eur'].filter((one) => !isEuroOrUnstated(one))).toEqual([]);
  expect(['USD', 'CHF', 'Teuro'].map(isEuroOrUnstated)).toEqual([false, false, false]);
});
