// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { json } from '../../platform/api-client-for-test.ts';
import { queryClient } from '../../platform/query-client.ts';
import { resetSession, useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { OwnConsentsCard } from './own-consents-card.tsx';

speaksGerman();
afterEach(() => {
  queryClient.clear();
  resetSession();
  vi.unstubAllGlobals();
});

const withdrawn = {
  subject: 'bank',
  way: 'access',
  bankName: 'Talgrund Fondsbank',
  version: '2026-01',
  agreedAt: '2026-11-20T09:00:00.000Z',
  withdrawnAt: '2026-11-21T09:00:00.000Z',
  text: '',
};

it('says what was withdrawn in one word, and of which bank beside where and when', async () => {
  useSession.setState({ user: aUser({ permissions: [] }), accessToken: 'token' });
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(json(address.includes('/my/agreements') ? [withdrawn] : [])),
  );
  const { target } = renderForTest(
    <QueryClientProvider client={queryClient}>
      <OwnConsentsCard underageUntil={undefined} isPaused={undefined} />
    </QueryClientProvider>,
  );
  await vi.waitFor(
    async () => {
      await act(() => new Promise<void>((done) => setTimeout(done, 5)));
      expect(target.textContent).toContain('Abruf der Depots bei einer BankWiderrufen');
    },
    { timeout: 10_000 },
  );
  const line = [...target.querySelectorAll('.hint')].at(-1)?.textContent;
  expect(line).toMatch(/^Talgrund Fondsbank · Im eigenen Zugang · Bestätigt am .* · Widerrufen am /);
  expect(target.textContent).not.toContain('Zurückgenommen');
});
