/** A price or net asset value of a day (day number since 1970-01-01). */
export interface DatedPrice {
  readonly day: number;
  readonly price: number;
}

/** Money paid out per unit, on its ex-day. */
export interface Distribution {
  readonly day: number;
  readonly amount: number;
}

/** A grid point: the Friday of a week or the last day of a month, and the price used; null where there is none. */
export interface GridPoint {
  readonly day: number;
  readonly price: number | null;
}

/** Older than this many business days before the Friday is missing (engine.md section 1). */
const oldestBusinessDays = 5;

/** Weekday of a day number, 0 Monday to 6 Sunday; day 0 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The Friday on or after a day. */
const fridayFrom = (day: number): number => day + ((4 - weekdayOf(day) + 7) % 7);

/** Business days (Monday to Friday, no holidays) after `from` up to and including `to`. */
export function businessDaysBetween(from: number, to: number): number {
  let count = 0;
  for (let day = from + 1; day <= to; day++) if (weekdayOf(day) < 5) count += 1;
  return count;
}

/** Prices in the order of their days; of several on one day the last given counts. */
function inOrder(prices: readonly DatedPrice[]): DatedPrice[] {
  const byDay = new Map(prices.map((entry) => [entry.day, entry]));
  return [...byDay.values()].sort((a, b) => a.day - b.day);
}

/**
 * Weekly grid (engine.md section 1): for every Friday from the first price's week to the last price's week the last price
 * on or before it, not older than five business days, else null. A week that has not reached its Friday has no point.
 *
 * @param to day up to which Fridays count; by default that of the last price
 */
export function weeklyGrid(prices: readonly DatedPrice[], to?: number): GridPoint[] {
  const sorted = inOrder(prices);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (!first || !last) return [];
  const grid: GridPoint[] = [];
  let at = 0;
  for (let friday = fridayFrom(first.day); friday <= (to ?? last.day); friday += 7) {
    while (at + 1 < sorted.length && sorted[at + 1]!.day <= friday) at += 1;
    const { day, price } = sorted[at]!;
    const isFresh = friday - day <= 7 && businessDaysBetween(day, friday) <= oldestBusinessDays;
    grid.push({ day: friday, price: isFresh ? price : null });
  }
  return grid;
}

/**
 * Monthly grid: for every calendar month the last price of that month, null for a month without any. The month of the last
 * price counts as far as it goes.
 */
export function monthlyGrid(prices: readonly DatedPrice[]): GridPoint[] {
  const sorted = inOrder(prices);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (!first || !last) return [];
  const end = monthNumber(last.day);
  const grid: GridPoint[] = [];
  let at = 0;
  for (let month = monthNumber(first.day); month <= end; month++) {
    let price: number | null = null;
    for (; at < sorted.length && monthNumber(sorted[at]!.day) === month; at++) price = sorted[at]!.price;
    grid.push({ day: lastDayOf(month), price });
  }
  return grid;
}

/** Year and month of a day number by Hinnant's civil-from-days algorithm (public domain). */
function civil(day: number): { readonly year: number; readonly month: number } {
  const z = day + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month };
}

/** Months since January of year 0 of a day number. */
export function monthNumber(day: number): number {
  const { year, month } = civil(day);
  return 12 * year + month - 1;
}

/** Day number of a month's last day. */
function lastDayOf(month: number): number {
  const next = month + 1;
  const year = Math.floor(next / 12);
  const inYear = (next % 12) + 1;
  const y = inYear <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (inYear + (inYear > 2 ? -3 : 9)) + 2) / 5);
  return (
    era * 146097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719469
  );
}

/**
 * Total-return prices: every distribution is reinvested at the price of its ex-day, factor 1 + D / P_ex. A distribution on
 * a day without a price counts at the next price, which no longer contains it; one after the last price waits.
 */
export function reinvested(
  prices: readonly DatedPrice[],
  distributions: readonly Distribution[],
): DatedPrice[] {
  const open = distributions.toSorted((a, b) => a.day - b.day);
  const sorted = inOrder(prices);
  let factor = 1;
  let at = 0;
  // What was paid before the first price was never part of the series.
  while (at < open.length && open[at]!.day < (sorted[0]?.day ?? Number.POSITIVE_INFINITY)) at += 1;
  return sorted.map(({ day, price }) => {
    for (; at < open.length && open[at]!.day <= day; at++) factor *= 1 + open[at]!.amount / price;
    return { day, price: price * factor };
  });
}
