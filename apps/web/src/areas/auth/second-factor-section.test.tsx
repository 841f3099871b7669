// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps on screen what it has shown where asking again fails: it may be codes that come only once', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(['auth', 'second-factor'], {
    isMandatory: false,
    isSmsOffered: false,
    isSmsActive: false,
    isTotpActive: true,
    passkeyCount: 0,
    recoveryCodesLeft: 10,
  });
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <SecondFactorSection />
    </QueryClientProvider>,
  );
  const title = german.settings.secondFactor.title;
  expect(page.target.textContent).toContain(title);
  await act(async () => {
    await client.refetchQueries({ queryKey: ['auth', 'second-factor'] });
    // Components are told of it a moment later.
    await new Promise((done) => setTimeout(done, 50));
  });
  expect(client.getQueryState(['auth', 'second-factor'])?.error).not.toBeNull();
  expect(page.target.textContent).toContain(title);
});
