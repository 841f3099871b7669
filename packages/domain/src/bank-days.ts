/** Bank days of TARGET: Monday to Friday but for six holidays. Days are ISO dates without a time zone. */

const dayMs = 86_400_000;

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** Easter Sunday of the Gregorian calendar as days since 1970 (Anonymous Gregorian algorithm, Meeus/Jones/Butcher). */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.trunc(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.trunc(b / 4) - Math.trunc((b - Math.trunc((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.trunc(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.trunc((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.trunc(f / 31) - 1, (f % 31) + 1) / dayMs;
}

const fixedHolidays = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Whether TARGET settles on this day. */
export function isBankDay(day: string): boolean {
  const number = numberOf(day);
  const weekday = new Date(number * dayMs).getUTCDay();
  if (weekday === 0 || weekday === 6 || fixedHolidays.has(day.slice(5))) return false;
  const fromEaster = number - easterSunday(Number(day.slice(0, 4)));
  return fromEaster !== -2 && fromEaster !== 1;
}

/** Bank days after `from` up to and including `to`; 0 when `to` is not later. */
export function bankDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let number = numberOf(from) + 1; number <= numberOf(to); number += 1) {
    if (isBankDay(dayOf(number))) count += 1;
  }
  return count;
}
