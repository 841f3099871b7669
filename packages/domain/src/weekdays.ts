import { locale } from './locale.ts';

const dayOfWeek = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** Place of an ISO day in its week; the first day of the week is 0. */
export const weekdayOf = (day: string): number => (dayOfWeek(day) - locale.firstDayOfWeek + 7) % 7;

export const isWeekend = (day: string): boolean => locale.weekend.some((one) => one === dayOfWeek(day));
