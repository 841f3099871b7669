import { describe, expect, it } from 'vitest';
import { splitSearchDates } from './search-dates.ts';

const today = '2026-11-21';

describe('dates in a search text', () => {
  it.each([
    ['3.4.1964', ['1964-04-03'], ''],
    ['03.04.1964', ['1964-04-03'], ''],
    ['03.04.64', ['1964-04-03'], ''],
    ['03.04.12', ['1912-04-03', '2012-04-03'], ''],
    ['Müller 3. 4. 1964', ['1964-04-03'], 'Müller'],
    ['3.4.1964 Anna Müller', ['1964-04-03'], 'Anna Müller'],
    ['Anna 3.4.1964 Müller', ['1964-04-03'], 'Anna Müller'],
    ['1964-04-03', ['1964-04-03'], ''],
    ['3. April 1964', ['1964-04-03'], ''],
    ['3 apr 64', ['1964-04-03'], ''],
    ['12. März 1970', ['1970-03-12'], ''],
    ['12. Maerz 1970', ['1970-03-12'], ''],
    ['3/4/1964', ['1964-04-03'], ''],
  ])('%s', (text, days, words) => {
    expect(splitSearchDates(text, today)).toEqual({ days, words });
  });

  it.each([
    '31.2.1964',
    '3.13.1964',
    '3.4.2030',
    'V-1000123',
    '12 Haus 34',
    '3.4.',
    'Müller',
    '192.168.10.20',
    '',
  ])('leaves "%s" as words', (text) => {
    expect(splitSearchDates(text, today)).toEqual({ days: [], words: text });
  });
});
