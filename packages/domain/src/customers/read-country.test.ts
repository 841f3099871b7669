import { expect, it } from 'vitest';
import { readCountry } from './read-country.ts';

it.each([
  ['DE', 'DE'],
  [' at ', 'AT'],
  ['Österreich', 'AT'],
  ['deutschland', 'DE'],
  ['Schweiz', 'CH'],
  ['A', 'AT'],
  ['D', 'DE'],
  ['Frankreich', 'FR'],
  ['uk', 'GB'],
  ['Bayern', null],
  ['QQ', null],
  ['', null],
  ['constructor', null],
])('%j is %j', (text, code) => {
  expect(readCountry(text)).toBe(code);
});
