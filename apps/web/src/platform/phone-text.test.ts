import { expect, it } from 'vitest';
import { formatPhoneText } from './phone-text.ts';

it.each([
  ['030 1234567', '+49-30-1234567'],
  ['0170/1234567', '+49-170-1234567'],
  ['+43 660 1234567', '+43-660-1234567'],
  ['+49-30-1234567', '+49-30-1234567'],
  ['ruft zurück', 'ruft zurück'],
  ['12', '12'],
  ['  ', ''],
])('%s is shown as %s', async (typed, shown) => {
  expect(await formatPhoneText(typed)).toBe(shown);
});
