// @vitest-environment happy-dom

import type { TaskThresholds } from '@depotwerk/api/workbench/workbench';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { refused } from '../../platform/api-client-for-test.ts';
import { useSession } from '../../platform/session.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { ThresholdsForm } from './thresholds-panel.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null });
});

const stored = {
  hintSeverity: 1,
  riskOpenPoints: 1,
  lossPercent: 10,
  profileOpenDays: 30,
  profileCloseDays: 45,
  consultationDays: 14,
} as const;

it('sends nothing while a number was taken out, and leads to it', () => {
  const asked = vi.fn<typeof fetch>(() => new Promise(() => {}));
  vi.stubGlobal('fetch', asked);
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <ThresholdsForm stored={stored} />
    </QueryClientProvider>,
  );
  const loss = page.target.querySelectorAll('input')[1];
  if (!loss) throw new Error('no field of the loss');
  page.type(`[id="${loss.id}"]`, '');
  act(() => {
    page
      .find('form', HTMLFormElement)
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  expect(asked).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(loss);
  expect(page.target.textContent).toContain('Bitte füllen Sie dieses Feld aus.');
});

it('asks which are meant where somebody else has set others meanwhile, and keeps what was typed', async () => {
  useSession.setState({ accessToken: 'a' });
  const sent: { shown: unknown; riskOpenPoints: number }[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(
      refused('common.versionConflict', 412, { current: { ...stored, lossPercent: 5 } }),
    );
  });
  // As the product's own: happy-dom is not on a network.
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  const form = (values: TaskThresholds) => (
    <QueryClientProvider client={client}>
      <ThresholdsForm stored={values} />
    </QueryClientProvider>
  );
  const page = renderForTest(form(stored));
  const risk = page.target.querySelector('input');
  if (!risk) throw new Error('no field of the risk');
  page.type(`[id="${risk.id}"]`, '2,5');
  // A later reading of the same takes nothing of what was typed.
  page.rerender(form({ ...stored, lossPercent: 5 }));
  expect(page.target.querySelector('input')?.value).toBe('2,5');
  act(() => {
    page
      .find('form', HTMLFormElement)
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await vi.waitFor(
    async () => {
      await act(async () => {});
      expect(document.body.textContent).toContain('Verlust: Aufgabe ab');
      expect(document.querySelector('form')).toBeNull();
    },
    { timeout: 15_000 },
  );
  expect(sent).toMatchObject([{ riskOpenPoints: 2.5, shown: stored }]);
});
