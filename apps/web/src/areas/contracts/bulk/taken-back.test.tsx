// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { clearToasts, ToastRegion } from '../../../ui/toast.tsx';
import { tellTakenBack } from './taken-back.ts';

speaksGerman();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  act(clearToasts);
});

it('names those that stay with the reason, counts the rest, and stays until it was read', () => {
  const { target } = renderForTest(<ToastRegion />);
  const left = [
    ...['1', '2', '3', '4', '5', '6'].map((name) => ({ name, reason: 'changedSince' as const })),
    { name: null, reason: 'notSeen' as const },
  ];
  act(() => tellTakenBack({ backCount: 1200, left }));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(target.textContent).toContain(
    'Zurückgenommen bei 1.200 von 1.207. So bleiben: 1, 2, 3, 4, 5 und 1 weiterer (seitdem an dieser Stelle anders geändert); 1 (gelöscht, oder für Sie nicht mehr sichtbar).',
  );
});

it('says in a word that all of it is taken back, also where a server does not say of how many', () => {
  const { target } = renderForTest(<ToastRegion />);
  act(() => tellTakenBack({}));
  expect(target.textContent).toContain('Die Änderung ist zurückgenommen.');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(target.textContent).not.toContain('Die Änderung ist zurückgenommen.');
});
