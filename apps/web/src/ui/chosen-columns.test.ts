import { expect, it } from 'vitest';
import { chosenColumns } from './chosen-columns.ts';

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
