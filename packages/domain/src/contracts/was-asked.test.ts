import { expect, it } from 'vitest';
import { wasAsked } from './was-asked.ts';

const byHand = {
  horizonYears: null,
  lossCapacity: null,
  knowledge: [],
  sustainability: { kind: 'none' },
  restrictions: { isins: [], companies: [], regions: [], sectors: [] },
};

it('knows a class chosen by hand by its lack of any answer', () => {
  expect(wasAsked(byHand)).toBe(false);
});

it.each([
  { horizonYears: 10 },
  { lossCapacity: 'limited' },
  { knowledge: ['Aktien'] },
  { sustainability: { kind: 'pai' } },
  { restrictions: { ...byHand.restrictions, sectors: ['arms'] } },
])('takes any answer as having been asked: %o', (answer) => {
  expect(wasAsked({ ...byHand, ...answer })).toBe(true);
});
