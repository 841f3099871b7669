import { today } from '../../platform/today.ts';

/** Days an invitation is open, unless another day is chosen. */
export const usualInvitationDays = 14;

export const daysFromToday = (count: number): string =>
  new Date(Date.parse(today()) + count * 86_400_000).toISOString().slice(0, 10);
