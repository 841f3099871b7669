/** Days before its end a profile asks to be renewed: a month, a week, and on the last day. */
export const reminderDays = [30, 7, 0] as const;

export type ProfileValidity =
  | { readonly state: 'missing' }
  | { readonly state: 'expired'; readonly validUntil: string }
  /** Holds, but a reminder is due: so many days are left. */
  | {
      readonly state: 'ending';
      readonly validUntil: string;
      readonly daysLeft: number;
      readonly isUrgent: boolean;
    }
  | { readonly state: 'valid'; readonly validUntil: string };

const dayMilliseconds = 86_400_000;

/** How a profile stands on a day; null = there is none. Days are `YYYY-MM-DD`, the last one counts. */
export function profileValidity(validUntil: string | null, today: string): ProfileValidity {
  if (validUntil === null) return { state: 'missing' };
  const daysLeft = Math.round((Date.parse(validUntil) - Date.parse(today)) / dayMilliseconds);
  if (daysLeft < 0) return { state: 'expired', validUntil };
  if (daysLeft > reminderDays[0]) return { state: 'valid', validUntil };
  return { state: 'ending', validUntil, daysLeft, isUrgent: daysLeft <= reminderDays[1] };
}
