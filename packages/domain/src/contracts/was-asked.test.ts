import { expect, it } from 'vitest';
import { saysAnything, wasAskedAbout } from './was-asked.ts';

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

it('knows of each topic whether the questionnaire asked about it', () => {
  const short = { wasAsked: true, askedFields: ['horizonYears', 'excludedRegions'] };
  expect(wasAskedAbout('restrictions', short)).toBe(true);
  expect(wasAskedAbout('sustainability', short)).toBe(false);
  // An assessment from before says of none of them that it was left out.
  expect(wasAskedAbout('sustainability', { wasAsked: true })).toBe(true);
  expect(wasAskedAbout('restrictions', { wasAsked: false, askedFields: ['excludedRegions'] })).toBe(false);
});
