// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { type Kept, useKept } from './use-kept.ts';

function Field({ store, show }: { store: () => Promise<void>; show: (kept: Kept<string>) => void }) {
  show(useKept('', false, store));
  return null;
}

it('stores what was just typed when the page goes, with a request that outlives it, and goes on when it comes back', async () => {
  const store = vi.fn(() => Promise.resolve());
  let kept: Kept<string> | undefined;
  const page = renderForTest(<Field store={store} show={(now) => (kept = now)} />);
  const type = (text: string) => act(() => kept?.change(() => text));
  type('Mitten im Satz');
  expect(kept?.unstored()).toBe('Mitten im Satz');
  await act(async () => void globalThis.dispatchEvent(new Event('pagehide')));
  expect(store.mock.calls).toEqual([['Mitten im Satz', true]]);
  expect(kept?.unstored()).toBeUndefined();
  type('Mitten im Satz, weiter');
  globalThis.dispatchEvent(new Event('pageshow'));
  await act(async () => void (await kept?.flush()));
  expect(store.mock.calls.at(-1)).toEqual(['Mitten im Satz, weiter', false]);
  page.rerender(null);
});
