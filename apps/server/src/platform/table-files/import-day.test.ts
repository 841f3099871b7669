import { expect, it } from 'vitest';
import { dayFault, readDay } from './import-day.ts';

it.each([
  ['', 'Das Datum fehlt.'],
  ['30.02.2026', 'Das Datum muss wie 2024-02-29 oder 29.02.2024 geschrieben sein und es geben.'],
  ['1.1.26', 'Das Datum muss wie 2024-02-29 oder 29.02.2024 geschrieben sein und es geben.'],
  ['01.01.1890', 'Das Datum muss zwischen dem 01.01.1900 und dem 31.12.2100 liegen.'],
  ['2101-01-01', 'Das Datum muss zwischen dem 01.01.1900 und dem 31.12.2100 liegen.'],
])('says what is wrong with the day „%s“', (text, sentence) => {
  expect(readDay(text)).toBeNull();
  expect(dayFault(text)).toBe(sentence);
});
