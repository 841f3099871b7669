// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { useSession } from '../platform/session.ts';
import { aUser } from '../platform/user-for-test.ts';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { Shortcuts } from './shortcuts.tsx';

speaksGerman();
beforeAll(async () => {
  // Their code is there before the test begins, however busy the machine is.
  await import('../areas/auth/public/terms-again-dialog.tsx');
  await import('../areas/help/first-day-tour.tsx');
});

const newcomer = aUser({ isTourDue: true, termsToAgree: '2027-01' });

it('asks for new terms alone: the tour of the first day waits until they are agreed to', async () => {
  useSession.setState({ user: newcomer });
  const router = createRouter({
    routeTree: createRootRoute({ component: Shortcuts }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  const page = renderForTest(<RouterProvider router={router} />);
  const titles = () =>
    [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent);
  const shown = async () => {
    await act(() => new Promise<void>((done) => setTimeout(done, 10)));
    return titles();
  };
  await expect.poll(shown).toEqual(['Neue Nutzungsbedingungen']);
  expect(document.querySelector('[role=dialog] a')?.getAttribute('href')).toBe('/terms?version=2027-01');
  const { termsToAgree: _agreed, ...rest } = newcomer;
  act(() => useSession.setState({ user: rest }));
  await expect.poll(shown).toEqual(['Willkommen']);
  page.rerender(null);
  useSession.setState({ user: null });
});

it('opens the tour once the welcome page is left, whatever was typed there for the second factor', async () => {
  const user = aUser({ isTourDue: true });
  useSession.setState({
    user: { ...user, clientConfig: { ...user.clientConfig, requireSecondFactor: true } },
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: Shortcuts }),
    history: createMemoryHistory({ initialEntries: ['/welcome'] }),
  });
  await router.load();
  const page = renderForTest(<RouterProvider router={router} />);
  const titles = async () => {
    await act(() => new Promise<void>((done) => setTimeout(done, 10)));
    return [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent);
  };
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '1' }));
  act(() => useSession.setState({ user }));
  expect(await titles()).toEqual([]);
  await act(() => router.navigate({ href: '/setup' }));
  await expect.poll(titles).toEqual(['Willkommen']);
  page.rerender(null);
  useSession.setState({ user: null });
});

it('takes back with Strg+Z from the row of a list one comes back to, and leaves a field its own undoing', async () => {
  useSession.setState({ user: aUser({}) });
  const router = createRouter({
    routeTree: createRootRoute({ component: Shortcuts }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  let undone = 0;
  const page = renderForTest(
    <>
      <RouterProvider router={router} />
      <div role="grid">
        <button type="button">Weitere Aktionen</button>
      </div>
      <input aria-label="Suche" />
      <button type="button" className="ui-toast__action" onClick={() => (undone += 1)}>
        Rückgängig
      </button>
    </>,
  );
  const press = (selector: string) =>
    document
      .querySelector(selector)
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
  press('[role=grid] button');
  expect(undone).toBe(1);
  press('input');
  expect(undone).toBe(1);
  page.rerender(null);
  useSession.setState({ user: null });
});
