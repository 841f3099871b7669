import { expect, it } from 'vitest';
import { aCheck } from '../fixtures/check-fixture.ts';
import { namedLimits } from './named-limits.ts';

const fallen = (before: number, after: number) =>
  namedLimits(
    aCheck({ parts: { allocation: before } }),
    aCheck({ parts: { allocation: after } }),
    () => null,
  ).map(({ text }) => text);
const cause = 'weil die zulässigen Aufträge nicht näher an die Zielaufteilung führen';

it('says a fall in whole points, and with a decimal where these are the same', () => {
  expect(fallen(98.4, 96.2)).toEqual([`Die Teilnote Aufteilung sinkt von 98 auf 96, ${cause}.`]);
  expect(fallen(98.4, 97.6)).toEqual([`Die Teilnote Aufteilung sinkt von 98,4 auf 97,6, ${cause}.`]);
});

it('says nothing of what rounding takes', () => {
  expect(fallen(98.4, 98)).toEqual([]);
  expect(fallen(98, 98.4)).toEqual([]);
});
