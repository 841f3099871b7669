// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { Tour } from './tour.tsx';

speaksGerman();

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1}>Kunden</h1>
      {isOpen ? <Tour onClose={() => setIsOpen(false)} /> : null}
    </main>
  );
}

const routerAt = (address: string) =>
  createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
const waited = () => act(() => new Promise<void>((done) => setTimeout(done, 20)));

it('leaves who goes on with the keyboard at the beginning of the page it ends on', async () => {
  const router = routerAt('/');
  await router.load();
  const page = renderForTest(<RouterProvider router={router} />);
  await waited();
  const close = page.find('[role=dialog] button', HTMLButtonElement);
  act(() => close.focus());
  act(() => close.click());
  await waited();
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Kunden');
  page.rerender(null);
});

it('brings whoever has seen it all back to where it began', async () => {
  act(() => useSession.setState({ user: aUser({ permissions: ['contracts.view', 'customers.view'] }) }));
  const router = routerAt('/contracts?page=2');
  await router.load();
  const page = renderForTest(<RouterProvider router={router} />);
  await waited();
  const next = () => page.find('[role=dialog] .ui-button--primary', HTMLButtonElement);
  const seen: string[] = [];
  while (next().textContent === 'Weiter') {
    act(() => next().click());
    await waited();
    seen.push(router.state.location.pathname);
  }
  expect(seen.at(-1)).not.toBe('/contracts');
  act(() => next().click());
  await waited();
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(router.state.location.href).toBe('/contracts?page=2');
  page.rerender(null);
  act(() => useSession.setState({ user: null }));
});
