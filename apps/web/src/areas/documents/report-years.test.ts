import { expect, it } from 'vitest';
import { lastYear, usualYear, yearOptions } from './report-years.ts';

const yearsFrom = (firstDay: string) => yearOptions(firstDay).map(({ value }) => Number(value));

it('offers no year in which the contract did not exist', () => {
  const last = lastYear();
  expect(yearsFrom(`${last - 1}-07-01`)).toEqual([last + 1, last, last - 1]);
  expect(yearsFrom(`${last + 1}-02-01`)).toEqual([last + 1]);
  expect(yearsFrom(`${last - 30}-02-01`)).toHaveLength(6);
  expect(yearOptions()).toHaveLength(6);
});

it('begins with the last year that is over, or with the first of a young contract', () => {
  expect(usualYear(`${lastYear()}-12-31`)).toBe(String(lastYear()));
  expect(usualYear(`${lastYear() + 1}-01-01`)).toBe(String(lastYear() + 1));
});
