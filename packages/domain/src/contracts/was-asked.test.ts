import { expect, it } from 'vitest';
import { saysAnything } from './was-asked.ts';

const byHand = {
  horizonYears: null,
  lossCapacity: null,
  knowledge: [],
  sustainability: { kind: 'none' },
  restrictions: { isins: [], companies: [], regions: [], sectors: [] },
};

it('finds no answer in a class that was chosen by hand', () => {
  expect(saysAnything(byHand)).toBe(false);
});

it.each([
  { horizonYears: 10 },
  { lossCapacity: 'limited' },
  { knowledge: ['Aktien'] },
  { sustainability: { kind: 'pai' } },
  { restrictions: { ...byHand.restrictions, sectors: ['arms'] } },
])('finds any answer: %o', (answer) => {
  expect(saysAnything({ ...byHand, ...answer })).toBe(true);
});
