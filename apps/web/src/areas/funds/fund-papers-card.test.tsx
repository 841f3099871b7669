// @vitest-environment happy-dom
import { fundDocument } from '@depotwerk/api/documents/fund-documents';
import { fund } from '@depotwerk/api/funds/funds';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { json, refused } from '../../platform/api-client-for-test.ts';
import { useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { FundPapersCard } from './fund-papers-card.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null, user: null });
});

const known = fund.parse({
  ...Object.fromEntries(Object.keys(fund.shape).map((member) => [member, null])),
  id: 7,
  isin: 'LU0274208692',
  name: 'Welt',
  currency: 'EUR',
  esgIndustries: [],
  targetMarket: {},
  isETF: false,
  isSavingsPlanCapable: true,
  isGuaranteeFund: false,
  isInactive: false,
});

it('tells the fate of each file before anything is stored, files what can be and says what was refused', async () => {
  useSession.setState({ accessToken: 'a', user: aUser() });
  const sent: string[] = [];
  const added: string[] = [];
  const second = Promise.withResolvers<void>();
  const answer = (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, 'http://house');
    if (init?.method === 'POST') {
      sent.push(pathname);
      return pathname.endsWith('/funds/8/documents')
        ? refused('common.quotaExceeded', 429)
        : second.promise.then(() =>
            json(
              fundDocument.parse({
                id: '5d1e7a52-0000-4000-8000-000000000001',
                documentType: 'kiid',
                title: 'Basisinformationsblatt LU0274208692',
                fileName: 'LU0274208692.pdf',
                byteSize: 8,
                contentHash: 'ab',
                createdAt: '2026-11-30T12:00:00.000Z',
              }),
            ),
          );
    }
    if (pathname.endsWith('/documents')) return json([]);
    const search = searchParams.get('search');
    if (search === known.isin) return json([known]);
    if (added.includes(search ?? '')) return json([{ ...known, id: 9, isin: search }]);
    return json(search === 'DE0008474024' ? [{ ...known, id: 8, isin: 'DE0008474024' }] : []);
  };
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    return Promise.resolve(answer(input, init));
  });
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <FundPapersCard />
    </QueryClientProvider>,
  );
  const pdf = (name: string) => new File(['%PDF-1.7'], name);
  const files = [
    pdf('DE0008474024.pdf'),
    pdf('LU0274208692.pdf'),
    pdf('IE00B4L5Y983.pdf'),
    pdf('blatt.pdf'),
    new File(['text'], 'FR0010135103.pdf'),
  ];
  const input = page.find('input[type=file]', HTMLInputElement);
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  act(() => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const fates = () =>
    [...page.target.querySelectorAll('tbody tr')].map(
      (row) => row.firstElementChild?.lastElementChild?.textContent,
    );
  await vi.waitFor(() => expect(fates()).toEqual(['Neu', 'Neu', 'Fonds fehlt', 'Fonds fehlt', 'Abgelehnt']));
  expect(page.target.textContent).toContain('Den Fonds IE00B4L5Y983 gibt es noch nicht.');
  expect(sent).toEqual([]);
  // The way to enter it leaves what was chosen here alone; then it is found.
  const way = page.find('a[target=_blank]', HTMLAnchorElement);
  expect(way.getAttribute('href')).toBe('/admin/funds?open=new');
  added.push('IE00B4L5Y983');
  page.click('tbody .row button');
  await vi.waitFor(() => expect(fates()).toEqual(['Neu', 'Neu', 'Neu', 'Fonds fehlt', 'Abgelehnt']));
  added.pop();
  act(() => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await vi.waitFor(() => expect(fates()).toEqual(['Neu', 'Neu', 'Fonds fehlt', 'Fonds fehlt', 'Abgelehnt']));
  // Each box that asks for a fund says of which file.
  const asked = [...page.target.querySelectorAll('[role=group][aria-labelledby]')].map(
    (group) => page.target.querySelector(`[id="${group.getAttribute('aria-labelledby')}"]`)?.textContent,
  );
  expect(asked).toEqual(['Fonds zu IE00B4L5Y983.pdf', 'Fonds zu blatt.pdf']);

  const status = page.find('[role=status]', HTMLElement);
  page.click('.ui-button--primary');
  // One that failed may be filed again, and is still one of two.
  await vi.waitFor(() => expect(status.textContent).toBe('1 von 2 Dateien abgelegt'));
  second.resolve();
  await vi.waitFor(() =>
    expect(fates()).toEqual(['Nicht abgelegt', 'Abgelegt', 'Fonds fehlt', 'Fonds fehlt', 'Abgelehnt']),
  );
  expect(sent.map((path) => path.slice(-18))).toEqual(['/funds/8/documents', '/funds/7/documents']);
});
