import { describe, expect, it } from 'vitest';
import { endOfInvitation, lastDayOfInvitation } from './invitation-end.ts';

describe('the end of an invitation', () => {
  it.each(['2026-12-08', '2026-12-31', '2028-02-28', '2027-03-28', '2026-10-25'])(
    'is after its last day, which is the one that was chosen: %s',
    (day) => {
      expect(Date.parse(endOfInvitation(day))).toBeGreaterThan(Date.parse(`${day}T23:59:59+01:00`));
      expect(lastDayOfInvitation(endOfInvitation(day))).toBe(day);
    },
  );
});
