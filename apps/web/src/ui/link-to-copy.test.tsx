// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { LinkToCopy } from './link-to-copy.tsx';
import { renderForTest } from './render-for-test.tsx';

speaksGerman();
afterEach(() => vi.unstubAllGlobals());

const told = async (clipboard: unknown) => {
  vi.stubGlobal('navigator', { clipboard });
  const page = renderForTest(<LinkToCopy link="https://haus.example/a" label="Link" hint="Aufheben" />);
  await act(async () => page.find('button', HTMLElement).click());
  return page.find('[role=status]', HTMLElement).textContent;
};

it('copies the link, and says so', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  expect(await told({ writeText })).toBe('Der Link ist kopiert.');
  expect(writeText).toHaveBeenCalledWith('https://haus.example/a');
});

it('says what to do where the browser lets nobody copy', async () => {
  expect(await told({ writeText: () => Promise.reject(new Error('denied')) })).toBe(
    'Bitte kopieren Sie den Link von Hand.',
  );
  // As on a page that came without TLS.
  expect(await told(undefined)).toBe('Bitte kopieren Sie den Link von Hand.');
});
