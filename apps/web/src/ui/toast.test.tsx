// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from './render-for-test.tsx';
import { clearToasts, showToast, ToastRegion } from './toast.tsx';

speaksGerman();
afterEach(() => act(clearToasts));

const focused = () => document.activeElement?.textContent;

it('leaves the focus at the heading of the page when what had it is undone', async () => {
  const undone: string[] = [];
  const { find } = renderForTest(
    <>
      <main>
        <h1 tabIndex={-1}>Einstellungen</h1>
      </main>
      <ToastRegion />
    </>,
  );
  act(() =>
    showToast('Gelöscht.', { action: { label: 'Rückgängig', onSelect: () => undone.push('Ansicht') } }),
  );
  const undo = find('.ui-toast__action', HTMLButtonElement);
  undo.focus();
  act(() => undo.click());
  expect(undone).toEqual(['Ansicht']);
  await expect.poll(focused).toBe('Einstellungen');
});

it('takes the focus from nobody who has it elsewhere when it goes', async () => {
  const { find } = renderForTest(
    <>
      <main>
        <h1 tabIndex={-1}>Einstellungen</h1>
        <button type="button">Weiter</button>
      </main>
      <ToastRegion />
    </>,
  );
  act(() => showToast('Gespeichert.'));
  find('main button', HTMLButtonElement).focus();
  act(clearToasts);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(focused()).toBe('Weiter');
});
