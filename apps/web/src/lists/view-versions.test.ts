// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { contractFilterWords } from '../areas/contracts/public/contract-filter-chips.tsx';
import { tagsQuery } from '../areas/tags/public/tag-queries.ts';
import { queryClient } from '../platform/query-client.ts';
import { speaksGerman } from '../texts/german-for-test.ts';
import { filterChoicesQuery } from './filter-choices.ts';
import { shownText } from './view-versions.ts';

const columns = [{ key: 'customer', header: 'Kunde', minWidth: 100, priority: 0 }];

speaksGerman();

it('tells two views of as many filters apart by what they filter', () => {
  queryClient.setQueryData(filterChoicesQuery().queryKey, {
    tariffs: [],
    insurers: [{ id: 7, insurerName: 'Elbwarte' }],
    groups: [],
    hints: [],
  });
  queryClient.setQueryData(tagsQuery().queryKey, []);
  const textOf = (filters: Record<string, string>, sort: string | null = null) =>
    shownText({ columns: null, filters, sort }, columns, contractFilterWords);
  expect(textOf({ insurerId: '7', valueFrom: '50000' }, '-customer')).toBe(
    'Übliche Spalten · 2 Filter: Versicherer: Elbwarte, Wert ab: 50.000,00\u00a0€ · eigene Sortierung: Kunde, absteigend',
  );
  expect(textOf({}, 'customer')).toBe('Übliche Spalten · 0 Filter · eigene Sortierung: Kunde, aufsteigend');
  // A tag that is gone by now is said to be gone; what has no words is still counted.
  expect(textOf({ tagId: '99', neu: 'x', groupBy: 'customer' })).toBe(
    'Übliche Spalten · 2 Filter: Schlagwort: nicht mehr vorhanden oder für Sie nicht sichtbar · übliche Sortierung · gruppiert: Kunde',
  );
  expect(shownText({ columns: null, filters: { a: 'b' }, sort: null }, columns)).toBe(
    'Übliche Spalten · 1 Filter · übliche Sortierung',
  );
});
