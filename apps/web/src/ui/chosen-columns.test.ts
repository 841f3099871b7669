import { expect, it } from 'vitest';
import { chosenColumns, columnNames, withWidth } from './chosen-columns.ts';

const all = [
  { key: 'score', minWidth: 1, priority: 2 },
  { key: 'name', minWidth: 1, priority: 0 },
  { key: 'value', minWidth: 1, priority: 1 },
];
const keys = (names: string | undefined, usual?: string[]) =>
  chosenColumns(names, all, usual).map(({ key }) => key);

it('shows the columns an address names in its order, each once', () => {
  expect(keys('value,name,score')).toEqual(['value', 'name', 'score']);
  expect(keys('value,gone,value,name')).toEqual(['value', 'name']);
});

it('always shows what never gives way', () => {
  expect(keys('value')).toEqual(['name', 'value']);
  expect(keys('gone')).toEqual(['name']);
});

it('shows the usual columns where none are named, else all', () => {
  expect(keys(undefined, ['score', 'name'])).toEqual(['score', 'name']);
  expect(keys(undefined)).toEqual(['score', 'name', 'value']);
});

it('gives columns the widths an address names, and leaves out impossible ones', () => {
  const widths = (names: string) =>
    chosenColumns(names, all).map(({ key, ...rest }) => [key, 'width' in rest ? rest.width : undefined]);
  expect(widths('value:160,name')).toEqual([
    ['value', 160],
    ['name', undefined],
  ]);
  expect(widths('value:5,name:9999')).toEqual([
    ['value', undefined],
    ['name', undefined],
  ]);
  expect(widths('value:160,value:200,name')).toEqual([
    ['value', 160],
    ['name', undefined],
  ]);
});

it('writes widths as it reads them, within what can be read', () => {
  const columns = chosenColumns('value,name', all);
  expect(columnNames(withWidth(columns, 'value', 160.4))).toBe('value:160,name');
  expect(columnNames(withWidth(columns, 'value', 3))).toBe('value:40,name');
  expect(columnNames(withWidth(columns, 'value', 5000))).toBe('value:800,name');
  expect(columnNames(withWidth(chosenColumns('value:160,name', all), 'value', undefined))).toBe('value,name');
});
