import { dayOf } from '@depotwerk/domain/date-de';

/** The user's calendar day, `YYYY-MM-DD`. */
export function today(): string {
  return dayOf(new Date());
}
