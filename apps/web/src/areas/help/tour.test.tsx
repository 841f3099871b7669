// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { Tour } from './tour.tsx';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1}>Kunden</h1>
      {isOpen ? <Tour onClose={() => setIsOpen(false)} /> : null}
    </main>
  );
}

it('leaves who goes on with the keyboard at the beginning of the page it ends on', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  const page = renderForTest(<RouterProvider router={router} />);
  const waited = () => act(() => new Promise<void>((done) => setTimeout(done, 20)));
  await waited();
  const close = page.find('[role=dialog] button', HTMLButtonElement);
  act(() => close.focus());
  act(() => close.click());
  await waited();
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Kunden');
  page.rerender(null);
});
