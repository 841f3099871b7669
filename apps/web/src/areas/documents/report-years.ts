import { today } from '../../platform/today.ts';

/** The last calendar year that is over. */
export const lastYear = (): number => Number(today().slice(0, 4)) - 1;

/** Years a report can look back at: this one so far, and the five before it. */
export const yearOptions = (): { value: string; label: string }[] =>
  Array.from({ length: 6 }, (_, back) => String(lastYear() + 1 - back)).map((year) => ({
    value: year,
    label: year,
  }));
