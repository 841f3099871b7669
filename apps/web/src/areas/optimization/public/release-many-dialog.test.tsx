// @vitest-environment happy-dom
import { previewReleases } from '@depotwerk/api/optimization/bulk-releases';
import { previewHandovers } from '@depotwerk/api/optimization/key-information';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
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

const contractId = '5d1e7a52-0000-4000-8000-000000000001';
const ahead = previewReleases.answer.parse({
  plans: [
    {
      contractId,
      planVersion: 3,
      contractNumber: 'A-1',
      customerName: 'Erika Muster',
      orderCount: 2,
      turnover: 500,
      needsSecondPerson: false,
      warnings: [],
    },
  ],
});

function dialogOf(permissions: string[]) {
  useSession.setState({ accessToken: 'a', user: aUser({ permissions }) });
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (!new URL(input, 'http://house').pathname.endsWith('/key-information/preview'))
      return Promise.resolve(json(ahead));
    asked.push(JSON.parse(typeof init?.body === 'string' ? init.body : 'null'));
    return Promise.resolve(json(previewHandovers.answer.parse({ contractCount: 1, funds: [] })));
  });
  renderForTest(
    withinRouter(
      <QueryClientProvider client={new QueryClient()}>
        <ReleaseManyDialog selection={{ filter: {} }} onClose={() => undefined} onDone={() => undefined} />
      </QueryClientProvider>,
    ),
  );
  return asked;
}

it('says before the release which of its plans are left out for want of key information', async () => {
  const asked = dialogOf(['optimization.plan']);
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain(
      '1 Vorschlag wartet auf Basisinformationsblätter und bliebe aus.',
    ),
  );
  expect(asked).toEqual([{ selection: { contractIds: [contractId] } }]);
});

it('asks nothing about key information for whoever may not hand it over', async () => {
  const asked = dialogOf([]);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Erika Muster, A-1'));
  expect(asked).toEqual([]);
});
