// @vitest-environment happy-dom
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { RouteErrorPage } from './pages.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What "Erneut versuchen" does: loads the page anew, or draws it again. */
async function retried(error: Error, answers: () => Promise<Response>): Promise<string[]> {
  const done: string[] = [];
  vi.stubGlobal('fetch', answers);
  vi.spyOn(globalThis.location, 'reload').mockImplementation(() => void done.push('loaded anew'));
  const router = createRouter({ routeTree: createRootRoute() });
  vi.spyOn(router, 'invalidate').mockResolvedValue();
  const page = renderForTest(
    <RouterContextProvider router={router}>
      <RouteErrorPage error={error} reset={() => done.push('drawn again')} />
    </RouterContextProvider>,
  );
  page.click('button');
  await expect.poll(() => done).not.toEqual([]);
  page.rerender(null);
  return done;
}

const there = () => Promise.resolve(new Response());
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const lostPart = new TypeError('Failed to fetch dynamically imported module');

it('loads the page anew for a part whose code did not arrive, once the server is there', async () => {
  expect(await retried(lostPart, there)).toEqual(['loaded anew']);
  expect(await retried(lostPart, away)).toEqual(['drawn again']);
});

it('draws the page again where a call failed', async () => {
  const failed = new ApiError({ kind: 'network', status: 0, code: 'common.unavailable' });
  expect(await retried(failed, there)).toEqual(['drawn again']);
});
