import { expect, it } from 'vitest';
import { earliestFirstDay, readClientZone } from './client-zone.ts';

it('lets somebody west of the house choose what is today there, and nobody a day that is over for both', () => {
  const earliest = (instant: string, zone: string) =>
    earliestFirstDay(readClientZone(zone, undefined), { clock: () => Date.parse(instant) });
  // In Berlin it is 1:30 on 1 January, then 21:00 on 31 December.
  expect(earliest('2031-01-01T00:30:00Z', 'Pacific/Honolulu')).toBe('2030-12-31');
  expect(earliest('2031-01-01T00:30:00Z', 'Europe/Berlin')).toBe('2031-01-01');
  expect(earliest('2030-12-31T20:00:00Z', 'Pacific/Kiritimati')).toBe('2030-12-31');
});
