import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import { fileKeys, groupedSort, headingAbove, rowGroupsOf, withGroupColumn } from './grouping.ts';

type Row = { insurer: string | null };
const columns = [
  { key: 'name', header: 'Name', sortKey: 'lastName' },
  {
    key: 'insurer',
    header: 'Versicherer',
    sortKey: 'insurerName',
    groupText: (row: Row) => row.insurer ?? 'Ohne',
  },
  { key: 'score', header: 'Score', sortKey: 'score', startsDescending: true, groupText: () => 'x' },
  { key: 'tags', header: 'Schlagwörter', groupText: () => 'x' },
];

it('sorts by group first, and within each as the list is sorted', () => {
  expect(groupedSort(columns, 'insurer', '-totalValue')).toBe('insurerName,-totalValue');
  expect(groupedSort(columns, 'score', 'lastName')).toBe('-score,lastName');
  expect(groupedSort(columns, 'insurer', undefined)).toBe('insurerName');
  // Sorted by the group itself the groups turn round; the calls refuse one key twice.
  expect(groupedSort(columns, 'insurer', '-insurerName')).toBe('-insurerName');
});

it('leaves out what the list does not know or cannot be sorted by', () => {
  for (const groupBy of [undefined, 'gone', 'tags', 'name']) {
    expect([groupBy, groupedSort(columns, groupBy, 'lastName')]).toEqual([groupBy, 'lastName']);
    expect([groupBy, rowGroupsOf(columns, groupBy)]).toEqual([groupBy, undefined]);
  }
});

it('puts what is grouped by into a file, once', () => {
  const keys = (groupBy: string | undefined, shown: string[]) =>
    withGroupColumn(
      columns.filter(({ key }) => shown.includes(key)),
      columns,
      groupBy,
    ).map(({ key }) => key);
  expect(keys('insurer', ['name'])).toEqual(['insurer', 'name']);
  expect(keys('insurer', ['name', 'insurer'])).toEqual(['name', 'insurer']);
  expect(keys(undefined, ['name'])).toEqual(['name']);
});

it('begins each group of sorted rows with one heading', () => {
  const groups = rowGroupsOf<Row>(columns, 'insurer');
  assert(
    property(array(constantFrom('A', 'B', 'C', null)), (insurers) => {
      const rows = insurers
        .map((insurer) => ({ insurer }))
        .toSorted((a, b) => ((a.insurer ?? '') < (b.insurer ?? '') ? -1 : 1));
      const headings = rows.flatMap((_, index) => headingAbove(groups, (at) => rows[at], index)?.text ?? []);
      expect(headings).toEqual([...new Set(rows.map(({ insurer }) => insurer ?? 'Ohne'))]);
    }),
  );
});

it('has no heading where rows are not loaded yet, and none without groups', () => {
  const rows: (Row | undefined)[] = [undefined, { insurer: 'A' }, { insurer: 'B' }];
  const groups = rowGroupsOf<Row>(columns, 'insurer');
  expect(rows.map((_, index) => headingAbove(groups, (at) => rows[at], index)?.text)).toEqual([
    undefined,
    undefined,
    'B',
  ]);
  expect(headingAbove(undefined, (at) => rows[at], 2)).toBeUndefined();
});

it('names columns as files do', () => {
  expect(fileKeys(columns)).toBe('lastName,insurerName,score,tags');
  expect(fileKeys(columns, { name: 'firstName,lastName', tags: '' })).toBe(
    'firstName,lastName,insurerName,score',
  );
});
