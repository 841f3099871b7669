// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { useIsTyping } from '../../ui/typing.ts';
import { FirstDayTour } from './first-day-tour.tsx';

speaksGerman();

const ready = () => undefined;
let isDue = false;

function Page() {
  const isTyping = useIsTyping();
  return (
    <main>
      <input aria-label="Nachname" />
      <button type="button">Speichern</button>
      {isDue || isTyping ? <FirstDayTour isHeld={isTyping} onReady={ready} /> : null}
    </main>
  );
}

const waited = () => act(() => new Promise<void>((done) => setTimeout(done, 20)));
const tour = () => document.querySelector('[role=dialog]');

it('does not open over what is half filled in, and opens on the next page', async () => {
  const root = createRootRoute({ component: Page });
  const router = createRouter({
    routeTree: root,
    defaultNotFoundComponent: () => null,
    history: createMemoryHistory({ initialEntries: ['/customers'] }),
  });
  await router.load();
  const page = renderForTest(<RouterProvider router={router} />);
  await waited();
  const field = page.find('input', HTMLInputElement);
  act(() => {
    field.focus();
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  isDue = true;
  act(() => page.find('main button', HTMLButtonElement).focus());
  await waited();
  expect(tour()).toBeNull();
  await act(() => router.navigate({ href: '/contracts' }));
  await waited();
  expect(tour()).not.toBeNull();
  page.rerender(null);
});
