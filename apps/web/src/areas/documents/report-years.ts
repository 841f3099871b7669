import { today } from '../../platform/today.ts';

/** The last calendar year that is over. */
export const lastYear = (): number => Number(today().slice(0, 4)) - 1;

/**
 * Years a report can look back at: this one so far, and the five before it, as far as they are not before `firstDay`, on
 * which the contract began.
 */
export const yearOptions = (firstDay: string | null = null): { value: string; label: string }[] =>
  Array.from({ length: 6 }, (_, back) => String(lastYear() + 1 - back))
    .filter((year) => firstDay === null || year >= firstDay.slice(0, 4))
    .map((year) => ({ value: year, label: year }));

/** The year a report looks back at unless another one is chosen: the last one that is over, else the contract's first. */
export const usualYear = (firstDay: string): string => {
  const years = yearOptions(firstDay).map(({ value }) => value);
  return years.includes(String(lastYear())) ? String(lastYear()) : (years[0] ?? String(lastYear()));
};
