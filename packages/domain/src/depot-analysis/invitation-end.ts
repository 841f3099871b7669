const dayMs = 24 * 60 * 60_000;

/** Days ahead an invitation may end at the latest. */
export const longestInvitationDays = 90;

/** The moment an invitation ends whose last day is `day` (`YYYY-MM-DD`): with that day in UTC, so never before it is over here. */
export function endOfInvitation(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString();
}

/** The last day (`YYYY-MM-DD`) of an invitation that ends at `moment`: what was chosen, and what the mail says. */
export function lastDayOfInvitation(moment: string): string {
  return new Date(Date.parse(moment) - 1).toISOString().slice(0, 10);
}
