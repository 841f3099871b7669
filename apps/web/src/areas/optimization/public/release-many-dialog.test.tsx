// @vitest-environment happy-dom
import { previewReleases } from '@depotwerk/api/optimization/bulk-releases';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import { json } from '../../../platform/api-client-for-test.ts';
import { useSession } from '../../../platform/session.ts';
import { aUser } from '../../../platform/user-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { withinRouter } from '../../../ui/within-router-for-test.tsx';
import { ReleaseManyDialog } from './release-many-dialog.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null, user: null });
});

const plan = {
  contractId: '5d1e7a52-0000-4000-8000-000000000001',
  planVersion: 3,
  contractNumber: 'A-1',
  customerName: 'Erika Muster',
  orderCount: 2,
  turnover: 500,
  needsSecondPerson: false,
  warnings: [],
};
const second = { ...plan, contractId: '5d1e7a52-0000-4000-8000-000000000002', contractNumber: 'A-2' };

function dialogOf(plans: z.input<typeof previewReleases.answer>['plans']) {
  useSession.setState({ accessToken: 'a', user: aUser({ permissions: [] }) });
  const started: unknown[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : 'null');
    if (!new URL(input, 'http://house').pathname.endsWith('/preview')) started.push(body);
    return Promise.resolve(json(previewReleases.answer.parse({ plans })));
  });
  renderForTest(
    withinRouter(
      <QueryClientProvider client={new QueryClient()}>
        <ReleaseManyDialog selection={{ filter: {} }} onClose={() => undefined} onDone={() => undefined} />
      </QueryClientProvider>,
    ),
  );
  return started;
}
const submit = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Freigeben');

it('names by reason what would be left out, with the way to it, and asks for the rest alone', async () => {
  const started = dialogOf([plan, { ...second, obstacle: 'profileMissing' }]);
  await vi.waitFor(() => expect(document.body.textContent).toContain('1 Vorschlag wird ausgelassen'));
  expect(document.body.textContent).toContain('1 Vorschlag: 2 Aufträge');
  expect(document.body.textContent).toContain('1 · Risikoprofil fehlt oder ist abgelaufen');
  const ways = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(ways).toEqual(['/contracts?withoutProfile=true', `/contracts/${second.contractId}/optimization`]);
  submit()?.click();
  await vi.waitFor(() =>
    expect(started).toEqual([{ plans: [{ contractId: plan.contractId, planVersion: 3 }] }]),
  );
});

it('starts nothing where everything would be left out', async () => {
  dialogOf([{ ...plan, obstacle: 'keyInformation' }]);
  await vi.waitFor(() => expect(document.body.textContent).toContain('lässt sich jetzt keiner freigeben'));
  expect(submit()?.disabled).toBe(true);
});

it('asks for all where a server of the release before does not say what it would leave out', async () => {
  dialogOf([plan, second]);
  await vi.waitFor(() => expect(document.body.textContent).toContain('2 Vorschläge: 4 Aufträge'));
  expect(document.body.textContent).not.toContain('ausgelassen');
});
