// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { catchLostFocus } from './catch-focus.ts';
import { PageHeader } from './layout.tsx';
import { renderForTest } from './render-for-test.tsx';
import { UnloadedPage } from './unloaded-page.tsx';

speaksGerman();

const focused = () => document.activeElement?.textContent;
const waiting = { isError: false, isFetching: true, error: null as unknown, refetch: () => null };
const failed: typeof waiting = { ...waiting, isError: true, isFetching: false, error: new Error('away') };

function PageOfTest({ query }: { query: typeof waiting | null }) {
  return (
    <main>
      {query === null ? (
        <PageHeader title="Özlem Handwerk" />
      ) : (
        <UnloadedPage query={query} title="Kunde" loadFailed="Nicht geladen" heights={[64]} />
      )}
    </main>
  );
}

it('takes the lost focus while the page is on its way, and hands it to the page that comes', async () => {
  const page = renderForTest(<PageOfTest query={waiting} />);
  catchLostFocus();
  expect(focused()).toBe('Kunde');
  page.rerender(<PageOfTest query={null} />);
  await expect.poll(focused).toBe('Özlem Handwerk');
});

it('hands it to what says that the page could not be loaded', async () => {
  const page = renderForTest(<PageOfTest query={waiting} />);
  catchLostFocus();
  page.rerender(<PageOfTest query={failed} />);
  await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  expect(document.activeElement?.isConnected).toBe(true);
});
