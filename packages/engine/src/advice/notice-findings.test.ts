import { expect, it } from 'vitest';
import { anInput, orderByHand as order } from '../fixtures/advice-input-fixture.ts';
import { editAdvice, type OrderEdit } from './edit-advice.ts';

const minimumsOf = (orders: OrderEdit[], input: ReturnType<typeof anInput>) =>
  editAdvice(input, {}, { orders, savingsPlan: null }).plan?.checks.find(
    ({ checkKey }) => checkKey === 'minimums',
  );

it('names sales of funds that are given back with notice only, and no purchase of them', () => {
  const bound = { sector: 'realEstate', equityQuota: 0 } as const;
  const sale = [order('sell', 1, 100)];
  expect(minimumsOf(sale, anInput())?.result).toBe('ok');
  const one = minimumsOf(sale, anInput({}, [{}, bound]));
  expect(one?.result).toBe('warning');
  expect(one?.text).toMatch(
    /^Fonds 2 ist ein offener Immobilienfonds: .*24 Monaten.*12 Monaten Kündigungsfrist/,
  );
  expect(one?.text).toContain('nicht sofort ausführbar');
  const two = minimumsOf([...sale, order('sell', 2, 100)], anInput({}, [{}, bound, bound]));
  expect(two?.text).toContain('Fonds 2 und Fonds 3 sind offene Immobilienfonds');
  // What is only bought is not given back.
  expect(
    minimumsOf([order('sell', 1, 100), order('buy', 3, null, 900)], anInput({}, [{}, {}, {}, bound]))?.result,
  ).toBe('ok');
});

it('takes no fund of property shares, none that is traded on an exchange and none of unknown shares for one', () => {
  const saidOf = (fund: object) =>
    minimumsOf([order('sell', 1, 100)], anInput({}, [{}, { sector: 'realEstate', equityQuota: 0, ...fund }]))
      ?.result;
  expect(saidOf({})).toBe('warning');
  expect(saidOf({ equityQuota: 0.24 })).toBe('warning');
  for (const other of [{ equityQuota: 0.25 }, { equityQuota: null }, { isEtf: true }, { sector: 'broad' }])
    expect(saidOf(other)).toBe('ok');
});
