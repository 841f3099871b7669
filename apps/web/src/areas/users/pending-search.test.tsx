// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import type { Candidate } from './pending-search.tsx';
import { PendingSearch } from './pending-search.tsx';

speaksGerman();

const people = [
  { id: '1', name: 'Anna Amsel', detail: 'Beraterin' },
  { id: '2', name: 'Anna Biber', detail: 'Beraterin' },
];

const asked: string[] = [];

function Host() {
  const [pending, setPending] = useState<readonly Candidate[]>([]);
  return (
    <PendingSearch
      label="Suche"
      queryKey="test"
      search={(text, excludedIds) => {
        asked.push(text);
        // One whose answer takes its time.
        if (text === 'Spät') return new Promise(() => {});
        return Promise.resolve(
          people.filter(({ id, name }) => name.includes(text) && !excludedIds.includes(id)),
        );
      }}
      pending={pending}
      onAdd={(added) => setPending([...pending, added])}
      onRemove={() => {}}
    />
  );
}

/** Draws until what is expected is there. */
const until = (isThere: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise<void>((done) => setTimeout(done, 10)));
      isThere();
    },
    { timeout: 10_000 },
  );

it('keeps the search while hits are left, ends it with the last one, and never says that there were none', async () => {
  const { target, type, click, find } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <Host />
    </QueryClientProvider>,
  );
  const names = (selector: string) =>
    [...target.querySelectorAll(selector)].map(({ textContent }) => textContent);
  type('input', 'Anna');
  await until(() => expect(names('.fund-picker__hit')).toHaveLength(2));
  click('.fund-picker__hit button');
  await until(() =>
    expect([find('input', HTMLInputElement).value, names('.fund-picker__hit').length]).toEqual(['Anna', 1]),
  );
  click('.fund-picker__hit button');
  await until(() =>
    expect([find('input', HTMLInputElement).value, names('[role=status]')]).toEqual(['', []]),
  );
  expect(names('.pending__chips')[0]).toContain('Anna Biber');
  type('input', 'Niemand');
  await until(() => expect(names('[role=status]')).toEqual([expect.stringContaining('Niemand')]));
  // That nobody was found before says nothing of what is still asked.
  type('input', 'Spät');
  await until(() => expect(asked.at(-1)).toBe('Spät'));
  await until(() => expect(names('[role=status]')).toEqual([]));
});
