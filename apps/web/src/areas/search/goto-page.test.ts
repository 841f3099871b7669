import { expect, it } from 'vitest';
import { atTab } from './goto-page.tsx';

it('A stable link leads to the tab it names, where its page has tabs', () => {
  expect(atTab('/customers/7', 'notes')).toBe('/customers/7?tab=notes');
  expect(atTab('/contracts/7/overview', 'optimization')).toBe('/contracts/7/optimization');
  expect(atTab('/contracts?search=7', 'optimization')).toBe('/contracts?search=7');
  expect(atTab('/admin/tariffs/7/summary', 'notes')).toBe('/admin/tariffs/7/summary');
  expect(atTab('/customers/7', undefined)).toBe('/customers/7');
});
