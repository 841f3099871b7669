import { expect, it } from 'vitest';
import { cellText, section } from './archive-section.ts';

const words = { none: 'Keine', japan: 'Japan' };
const [column] = section('key', 'Titel', 'table', 'from table', [
  ['x.one', 'one', 'Eins', 'json', words],
]).columns;
const textOf = (value: unknown) => column && cellText(column, value, 'Europe/Berlin');

it.each([
  [[], ''],
  [{}, ''],
  [null, ''],
  [['japan', 'Kiesel'], 'Japan, Kiesel'],
  [{ kind: 'none' }, 'Keine'],
  [[1, 2], '1, 2'],
])('writes %j without braces and in words', (value, text) => {
  expect(textOf(value)).toBe(text);
});

it('leaves what is deeper as it is stored', () => {
  expect(textOf([{ isin: 'LU1' }])).toBe(JSON.stringify([{ isin: 'LU1' }], null, 1));
  expect(textOf({ a: 1, b: 2 })).toBe(JSON.stringify({ a: 1, b: 2 }, null, 1));
});
