// @vitest-environment happy-dom
import type { PublicLink } from '@depotwerk/api/reports/public-links';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { json } from '../../../platform/api-client-for-test.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { resetSession, useSession } from '../../../platform/session.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { PublicLinks } from './public-links.tsx';

speaksGerman();
afterEach(() => {
  queryClient.clear();
  resetSession();
  vi.unstubAllGlobals();
});

const link = (createdAt: string): PublicLink => ({
  id: crypto.randomUUID(),
  reportType: 'costExamplePublic',
  title: 'Kostenbeispiel',
  createdAt,
  expiresAt: '2099-12-01T17:30:00.000Z',
  maxUses: null,
  useCount: 0,
  revokedAt: null,
  madeByOther: null,
});

it('offers a link to be handed on until it is taken back, and says to the minute when it ends', async () => {
  useSession.setState({ accessToken: 'token' });
  const older = link('2026-11-29T08:00:00.000Z');
  const made = link('2026-11-29T09:00:00.000Z');
  let links = [older];
  vi.stubGlobal('fetch', (address: string) => {
    const id = /public-reports\/(.+)\/revoke/.exec(address)?.[1];
    links = links.map((one) => (one.id === id ? { ...one, revokedAt: '2026-11-29T10:00:00.000Z' } : one));
    return Promise.resolve(json(id === undefined ? links : links.find((one) => one.id === id)));
  });
  const share = () => {
    links = [made, older];
    return Promise.resolve({ guid: 'g-1', reportType: made.reportType, expiresAt: made.expiresAt });
  };
  const page = renderForTest(
    <QueryClientProvider client={queryClient}>
      <PublicLinks onShare={share} filter={{ fundId: 1 }} />
    </QueryClientProvider>,
  );
  const soon = (check: () => boolean) =>
    vi.waitFor(
      async () => {
        await act(() => new Promise<void>((done) => setTimeout(done, 5)));
        expect(check()).toBe(true);
      },
      { timeout: 10_000 },
    );
  const isOffered = () =>
    [...page.target.querySelectorAll('input')].some(({ value }) => value.includes('guid=g-1')) ||
    page.target.innerHTML.includes('guid=g-1');
  const revoke = ({ createdAt }: PublicLink) => page.click(`[aria-label*="${formatDateTime(createdAt)}"]`);
  await soon(() => page.target.querySelectorAll('li').length === 1);
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  await soon(() => page.target.querySelectorAll('li').length === 2 && isOffered());
  expect(page.target.textContent).toContain(formatDateTime(made.expiresAt));
  revoke(older);
  await soon(() => page.target.querySelectorAll('li button').length === 1);
  expect(isOffered()).toBe(true);
  revoke(made);
  await soon(() => page.target.querySelectorAll('li button').length === 0);
  expect(isOffered()).toBe(false);
});
