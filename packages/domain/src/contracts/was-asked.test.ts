import { expect, it } from 'vitest';
import { saidNone, saysAnything, untoldText, wasAskedAbout } from './was-asked.ts';

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

it('tells a no from a question left out', () => {
  const asked = { wasAsked: true, askedFields: ['excludedRegions', 'excludedFunds', 'sustainabilityKind'] };
  expect(saidNone('restrictions', asked)).toBe(true);
  expect(saidNone('restrictions', { ...asked, skippedFields: ['excludedRegions'] })).toBe(true);
  const silent = { ...asked, skippedFields: ['excludedRegions', 'excludedFunds'] };
  expect([saidNone('restrictions', silent), untoldText('restrictions', silent)]).toEqual([
    false,
    'Keine Angabe',
  ]);
  expect(saidNone('sustainability', silent)).toBe(true);
  expect(saidNone('horizon', silent)).toBe(false);
  // A profile from before says of none of them that it was left out.
  expect(saidNone('restrictions', { wasAsked: true })).toBe(true);
});
