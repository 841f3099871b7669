import { expect, it } from 'vitest';
import { withoutOverflow } from './without-overflow.ts';

const isRefused = (cells: readonly string[], width: number, delimiter = ',') =>
  withoutOverflow({ line: 2, cells }, width, { format: 'csv', delimiter }).fault !== undefined;

it.each([
  ['a decimal comma', ['A', '10', '50', '']],
  ['a decimal comma with a unit behind it', ['A', '10', '50 €', '']],
  ['thousands of an English number', ['A', '1', '234.50', '']],
  ['points and a comma', ['A', '1.234', '56', '']],
  ['something in the cell', ['A', '10.5', '1050.00', 'x']],
])('refuses a comma row of three headings whose cell too many may come from %s', (_, cells) => {
  expect(isRefused(cells, 3)).toBe(true);
});

it.each([
  ['as many cells as headings', ['A', '10', '50'], ','],
  ['numbers with decimals of their own', ['A', '10.5', '1050.00', ''], ','],
  ['quoted numbers', ['A', '10,5', '1.050,00', ''], ','],
  ['one number alone', ['A', '10', '', ''], ','],
  ['a semicolon, which is no decimal mark', ['A', '10', '50', ''], ';'],
])('leaves a row with %s as it is', (_, cells, delimiter) => {
  expect(isRefused(cells, 3, delimiter)).toBe(false);
});

it('leaves what is written beside a sheet', () => {
  const record = { line: 2, cells: ['A', '10', '50', 'verkaufen?'] };
  expect(withoutOverflow(record, 3, { format: 'xlsx' })).toBe(record);
});
