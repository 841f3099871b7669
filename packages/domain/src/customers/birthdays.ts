import { addDays } from '../add-days.ts';

/** A day that stands for "unknown" in many a book. */
export const noBirthDay = '1900-01-01';

/** Longest time ahead that birthdays are asked for, days. */
export const mostBirthdayDays = 92;

export interface BirthdayDay {
  /** The day of birth without its year, `MM-DD`. */
  readonly monthDay: string;
  /** The day it is kept on, `YYYY-MM-DD`. */
  readonly day: string;
}

/**
 * The birthdays of so many days from `today` on, today's among them, in their order. Whoever was born on 29 February has it
 * on 1 March of a common year: with that day the year of life is full (§ 187 (2), § 188 (2) BGB).
 */
export function birthdaysFrom(today: string, days: number): readonly BirthdayDay[] {
  return Array.from({ length: days }, (_, index) => addDays(today, index)).flatMap((day) => {
    const monthDay = day.slice(5);
    const isAfterCommonFebruary = monthDay === '03-01' && addDays(day, -1).endsWith('02-28');
    return [...(isAfterCommonFebruary ? [{ monthDay: '02-29', day }] : []), { monthDay, day }];
  });
}

/** The years somebody is old on a birthday. */
export const ageOn = (birthday: string, dateOfBirth: string): number =>
  Number(birthday.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
