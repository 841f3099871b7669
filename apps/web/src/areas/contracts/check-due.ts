import { dayOf } from '@depotwerk/domain/date-text';

/** True when a contract was not checked within the twelve months before `today` (`YYYY-MM-DD`), or never. */
export function isCheckDue(lastCheck: string | null, today: string): boolean {
  return lastCheck === null || dayOf(new Date(lastCheck)) < yearBefore(today);
}

/** The same day one year earlier; 29 February becomes 28 February. */
export function yearBefore(day: string): string {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return earlier.endsWith('-02-29') ? `${earlier.slice(0, 8)}28` : earlier;
}
