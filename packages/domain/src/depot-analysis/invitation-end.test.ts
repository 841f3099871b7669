import { describe, expect, it } from 'vitest';
import { endOfInvitation, lastDayOfInvitation } from './invitation-end.ts';

describe('the end of an invitation', () => {
  it.each([
    ['2026-12-08', '2026-12-08T23:00:00.000Z'],
    ['2026-12-31', '2026-12-31T23:00:00.000Z'],
    ['2028-02-28', '2028-02-28T23:00:00.000Z'],
    ['2027-03-27', '2027-03-27T23:00:00.000Z'],
    ['2027-03-28', '2027-03-28T22:00:00.000Z'],
    ['2026-07-14', '2026-07-14T22:00:00.000Z'],
    ['2026-10-24', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25', '2026-10-25T23:00:00.000Z'],
  ])('is the midnight after its last day, which is the one that was chosen: %s', (day, end) => {
    expect(endOfInvitation(day)).toBe(end);
    expect(lastDayOfInvitation(end)).toBe(day);
  });

  it('is told by the same day where it lies an hour or two after that midnight, as before', () => {
    expect(lastDayOfInvitation('2026-12-09T00:00:00.000Z')).toBe('2026-12-08');
  });
});
