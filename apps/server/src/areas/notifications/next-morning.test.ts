import { expect, it } from 'vitest';
import { nextMorning } from './next-morning.ts';

it.each([
  ['2026-01-15T05:59:59.999Z', '2026-01-15T06:00:00.000Z'],
  ['2026-01-15T06:00:00.000Z', '2026-01-16T06:00:00.000Z'],
  ['2026-07-15T12:00:00.000Z', '2026-07-16T05:00:00.000Z'],
  // The nights in which the clocks change.
  ['2026-03-28T12:00:00.000Z', '2026-03-29T05:00:00.000Z'],
  ['2026-10-24T12:00:00.000Z', '2026-10-25T06:00:00.000Z'],
])('after %s seven o’clock in Germany is %s', (now, morning) => {
  expect(nextMorning(Date.parse(now))).toBe(morning);
});
