/**
 * How often something comes back: payments of a savings plan, optimizations of a tariff. The ids are those of the
 * specification (section 9) and no number of months: 4 is every quarter, which is every three months.
 */
export const intervals = [1, 4, 6, 12] as const;
export type Interval = (typeof intervals)[number];

/** Months from one time to the next. */
export const monthsOfInterval: Readonly<Record<Interval, number>> = { 1: 1, 4: 3, 6: 6, 12: 12 };

/** German words by id. */
export const intervalNames: Readonly<Record<Interval, string>> = {
  1: 'monatlich',
  4: 'vierteljährlich',
  6: 'halbjährlich',
  12: 'jährlich',
};

/** Whether a number is the id of an interval. */
export const isInterval = (value: number): value is Interval => intervals.some((known) => known === value);

/** The German word of an id; of another number what it is. */
export const intervalText = (value: number): string =>
  isInterval(value) ? intervalNames[value] : `unbekannter Turnus (${value})`;

/** Euros a month of a payment that comes at an interval. */
export const perMonth = (payment: number, interval: Interval): number => payment / monthsOfInterval[interval];
