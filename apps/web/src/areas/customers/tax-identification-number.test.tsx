// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetSession, useSession } from '../../platform/session.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { TaxIdentificationNumber } from './tax-identification-number.tsx';

speaksGerman();
beforeEach(() => useSession.setState({ accessToken: 'token' }));
afterEach(() => {
  vi.unstubAllGlobals();
  resetSession();
});

const shown = () => document.querySelector('[aria-live]')?.textContent;
async function untilShown(text: string): Promise<void> {
  const looked = async () => {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    return shown();
  };
  await expect.poll(looked).toBe(text);
}

it('asks for the whole number each time it is wanted, and masks it again', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ taxIdentificationNumber: '36574261809' });
  });
  const { click } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <TaxIdentificationNumber id="5f0e7a3c-0d7e-4f0e-9b52-0c1f3a5c7d11" masked="•••••••••09" />
    </QueryClientProvider>,
  );
  expect([shown(), asked]).toEqual(['•••••••••09', []]);
  click('button');
  await untilShown('36\u00a0574\u00a0261\u00a0809');
  click('button');
  await untilShown('•••••••••09');
  click('button');
  await untilShown('36\u00a0574\u00a0261\u00a0809');
  expect(asked.length).toBe(2);
});

it('has nothing to show for a number nobody knows', () => {
  renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <TaxIdentificationNumber id="5f0e7a3c-0d7e-4f0e-9b52-0c1f3a5c7d11" masked={null} />
    </QueryClientProvider>,
  );
  expect(document.querySelector('button')).toBeNull();
});
