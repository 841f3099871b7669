// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { ThresholdsForm } from './thresholds-panel.tsx';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('sends nothing while a number was taken out, and leads to it', () => {
  const asked = vi.fn<typeof fetch>(() => new Promise(() => {}));
  vi.stubGlobal('fetch', asked);
  const stored = {
    hintSeverity: 1,
    riskOpenPoints: 1,
    lossPercent: 10,
    profileOpenDays: 30,
    profileCloseDays: 45,
    consultationDays: 14,
  } as const;
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
