// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { entryOf, favouriteEntries, lastEntries, matching, type PaletteEntry } from './palette-entries.ts';

speaksGerman();

const hit = {
  type: 'fund',
  id: '7',
  title: 'Aktien Welt',
  subtitle: 'LU0000000007',
  path: '/contracts',
} as const;
const fund = { ongoingFee: 0.0115, riskIndicator: 4, isInactive: false };

it('says of a fund what it is chosen by, and what is not known of it', () => {
  expect(entryOf({ ...hit, fund }).subtitle).toBe(
    'LU0000000007 · Risiko 4 von 7 · Kosten 1,15\u00a0% p.\u00a0a.',
  );
  expect(
    entryOf({ ...hit, fund: { ongoingFee: null, riskIndicator: null, isInactive: true } }).subtitle,
  ).toBe('LU0000000007 · Risiko unbekannt · Kosten unbekannt · Inaktiv');
  expect(entryOf({ ...hit, fund: { ...fund, ongoingFee: 0 } }).subtitle).toContain(
    'Kosten 0,00\u00a0% p.\u00a0a.',
  );
  expect(entryOf({ ...hit, type: 'tariff', subtitle: 'NK', fund: null }).subtitle).toBe('NK');
});

it('offers every page without a search, those with its words, and none for signs alone', () => {
  const entry = (title: string): PaletteEntry => ({
    id: title,
    group: '',
    title,
    subtitle: '',
    favourable: null,
    run: () => {},
  });
  const entries = [entry('Aufträge'), entry('Nächste Aufgabe')];
  const found = (search: string) => matching(entries, search).map(({ title }) => title);
  expect(found('  ')).toEqual(['Aufträge', 'Nächste Aufgabe']);
  expect(found('auf')).toEqual(['Aufträge', 'Nächste Aufgabe']);
  expect(found('auftraege')).toEqual(['Aufträge']);
  for (const signs of ['%', '__', '\\\\', '&&', "'"]) expect(found(signs)).toEqual([]);
});

it('offers customers, contracts, funds and tariffs as favourites, and nothing else', () => {
  const favourableOf = (type: 'fund' | 'document' | 'user') =>
    entryOf({ ...hit, type, fund: null }).favourable;
  expect(favourableOf('fund')).toEqual({ type: 'fund', id: '7' });
  expect([favourableOf('document'), favourableOf('user')]).toEqual([null, null]);
});

it('leads back to everything opened last but the page one is on', () => {
  const hits = ['1', '2'].map(
    (id) => ({ ...hit, type: 'contract', id, title: `V-${id}`, fund: null }) as const,
  );
  const titles = (pathname: string) => lastEntries(hits, pathname).map(({ title }) => title);
  expect(titles('/contracts')).toEqual(['V-1', 'V-2']);
  expect(titles('/contracts/1/overview')).toEqual(['V-2']);
  expect(titles('/contracts/12/overview')).toEqual(['V-1', 'V-2']);
});

it('names every favourite, also on its own page, where it says so', () => {
  const hits = ['1', '2'].map(
    (id) => ({ ...hit, type: 'contract', id, title: `V-${id}`, fund: null }) as const,
  );
  const lines = (pathname: string) =>
    favouriteEntries(hits, pathname).map(({ title, subtitle, isHere }) => [title, subtitle, isHere === true]);
  expect(lines('/contracts/1/overview')).toEqual([
    ['V-1', 'LU0000000007 · diese Seite', true],
    ['V-2', 'LU0000000007', false],
  ]);
});
