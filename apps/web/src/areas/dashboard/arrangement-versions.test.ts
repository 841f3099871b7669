// @vitest-environment happy-dom
import type { DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import { expect, it } from 'vitest';
import { compareDrafts, mergeDrafts } from '../../forms/compare-drafts.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { arrangementOf, tileFields, widgetsOf } from './arrangement-versions.ts';

speaksGerman();

const tile = (id: string, x: number, y: number, title = id): DashboardWidget => ({
  id,
  title,
  x,
  y,
  w: 4,
  h: 3,
  dataKey: 'topFunds',
  kind: 'table',
  options: {},
  requiredPermission: 'funds.view',
});

it('takes what either side alone changed, tile by tile, and lets no two overlap', () => {
  const base = arrangementOf([tile('a', 0, 0), tile('b', 4, 0), tile('c', 8, 0)]);
  // Here "a" is called anew and one tile is added; there "b" is gone and one is added at the same place.
  const mine = arrangementOf([
    tile('a', 0, 0, 'Mein Titel'),
    tile('b', 4, 0),
    tile('c', 8, 0),
    tile('d', 0, 3),
  ]);
  const theirs = arrangementOf([tile('a', 0, 0), tile('c', 8, 0), tile('e', 0, 3)]);
  const differing = compareDrafts(base, mine, theirs, 'whole');
  expect(Object.fromEntries(differing.map(({ path, suggested }) => [path, suggested]))).toEqual({
    a: 'mine',
    b: 'theirs',
    d: 'mine',
    e: 'theirs',
  });
  const fields = tileFields(mine, theirs);
  expect(fields.map(({ path }) => path).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(fields.find(({ path }) => path === 'b')?.text(theirs)).toBe('Keine Kachel');
  expect(fields.find(({ path }) => path === 'a')?.text(mine)).toBe(
    'Mein Titel · Spalte 1, Zeile 1, 4 breit, 3 hoch',
  );
  const chosen = { a: 'mine', b: 'theirs', d: 'mine', e: 'theirs' } as const;
  const laid = widgetsOf(mergeDrafts(mine, theirs, chosen));
  expect(laid.map(({ id }) => id).toSorted()).toEqual(['a', 'c', 'd', 'e']);
  expect(laid.find(({ id }) => id === 'a')?.title).toBe('Mein Titel');
  const [d, e] = ['d', 'e'].map((id) => laid.find((each) => each.id === id));
  expect(d?.y).not.toBe(e?.y);
});
