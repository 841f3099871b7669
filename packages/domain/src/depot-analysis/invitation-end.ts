import { germanInstant } from '../german-figures.ts';
import { locale } from '../locale.ts';

const hourMs = 60 * 60_000;

/** Days ahead an invitation may end at the latest. */
export const longestInvitationDays = 90;

/** The moment an invitation ends whose last day is `day` (`YYYY-MM-DD`): the midnight after it, in the zone of the house. */
export function endOfInvitation(day: string): string {
  const inUtc = Date.parse(day) + 24 * hourMs;
  const asClock = (moment: number) => germanInstant(new Date(moment).toISOString(), locale.timeZone, true);
  const midnight = germanInstant(new Date(inUtc).toISOString(), 'UTC', true);
  // What the clock of the zone is ahead of UTC in that night.
  const ahead = [1, 2, 0].find((hours) => asClock(inUtc - hours * hourMs) === midnight) ?? 0;
  return new Date(inUtc - ahead * hourMs).toISOString();
}

/**
 * The last day (`YYYY-MM-DD`) of an invitation that ends at `moment`: what was chosen, and what the mail says. Half a day
 * before the end it is that day in UTC too, also where an older invitation ends with the day in UTC.
 */
export function lastDayOfInvitation(moment: string): string {
  return new Date(Date.parse(moment) - 12 * hourMs).toISOString().slice(0, 10);
}

/** Days an invitation is open, unless another day is chosen. */
export const usualInvitationDays = 14;
