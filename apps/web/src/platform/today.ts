import { dayOf } from '@depotwerk/domain/date-text';

/** The user's calendar day, `YYYY-MM-DD`. */
export function today(): string {
  return dayOf(new Date());
}

/** The user's calendar day so many days from now. */
export function dayIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return dayOf(day);
}
