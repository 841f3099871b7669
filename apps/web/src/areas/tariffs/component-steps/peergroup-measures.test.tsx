// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { PeergroupMeasures } from './peergroup-measures.tsx';

speaksGerman();

it('says that it loads only once it is opened: before, nothing is on its way', () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <PeergroupMeasures riskTypeId={1} measure="VOLATILITY" />
    </QueryClientProvider>,
  );
  const isLoading = () => {
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    return document.querySelector('.ui-skeleton') !== null;
  };
  expect(isLoading()).toBe(false);
  const details = document.querySelector('details');
  act(() => {
    if (details) details.open = true;
    details?.dispatchEvent(new Event('toggle'));
  });
  expect(isLoading()).toBe(true);
});
