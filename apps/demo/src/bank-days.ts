/** The bank days of TARGET, as ISO dates. All arithmetic is on calendar dates without a time zone. */

const dayLength = 86_400_000;

const toDate = (iso: string): Date => new Date(`${iso}T00:00:00Z`);
const toIso = (date: Date): string => date.toISOString().slice(0, 10);

// The same few thousand days are asked for millions of times.
const isoByNumber = new Map<number, string>();
const numberByIso = new Map<string, number>();

function dayNumber(iso: string): number {
  let number = numberByIso.get(iso);
  if (number === undefined) {
    number = toDate(iso).getTime() / dayLength;
    numberByIso.set(iso, number);
  }
  return number;
}

/** The date `days` later (earlier when negative). */
export function addDays(iso: string, days: number): string {
  const number = dayNumber(iso) + days;
  let result = isoByNumber.get(number);
  if (result === undefined) {
    result = toIso(new Date(number * dayLength));
    isoByNumber.set(number, result);
  }
  return result;
}

/** Calendar days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** Easter Sunday of the Gregorian calendar (Gauss, Lichtenberg's form). */
export function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sun = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const fullMoon = (19 * cycle + moon) % 30;
  const correction = Math.floor((fullMoon + Math.floor(cycle / 11)) / 29);
  const easterLimit = 21 + fullMoon - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7);
  const marchDay = easterLimit + (7 - ((easterLimit - firstSunday) % 7));
  return addDays(`${year}-03-01`, marchDay - 1);
}

/** Monday to Friday, except the six holidays of TARGET. */
export function isBankDay(iso: string): boolean {
  const weekday = toDate(iso).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (['01-01', '05-01', '12-25', '12-26'].includes(iso.slice(5))) return false;
  const easter = easterSunday(Number(iso.slice(0, 4)));
  return iso !== addDays(easter, -2) && iso !== addDays(easter, 1);
}

/** The last bank day on or before the date. */
export function lastBankDay(iso: string): string {
  let day = iso;
  while (!isBankDay(day)) day = addDays(day, -1);
  return day;
}

/** All bank days from `from` to `to`, both included. */
export function bankDaysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isBankDay(day)) days.push(day);
  return days;
}
