import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { patience } from './patience.ts';

const requestsOf = new WeakMap<Page, Set<Request>>();
const answersOf = new WeakMap<Page, string[]>();

/** Keeps count of what the page has under way to the server, for {@link loaded}. */
export function watchRequests(page: Page): void {
  const underWay = new Set<Request>();
  requestsOf.set(page, underWay);
  const answers: string[] = [];
  answersOf.set(page, answers);
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    answers.push(`${response.request().method()} ${pathname} ${response.status()}`);
    if (answers.length > 12) answers.shift();
  });
  const isNextPage = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  let answered: Request | undefined;
  page.on('response', (response) => {
    if (isNextPage(response.request())) answered = response.request();
  });
  // The browser tells no end of what a page had under way when the next one came: not of what it asked for before,
  // nor of what it went on asking for until it was gone.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || answered === undefined) return;
    for (const request of underWay) if (request !== answered) underWay.delete(request);
    answered = undefined;
  });
  page.on('request', (request) => {
    // The stream of changes goes on for as long as the page is there.
    if (new URL(request.url()).pathname !== '/api/live') underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => {
    // An address that is a file to be kept leads to no next page.
    if (request === answered) answered = undefined;
    underWay.delete(request);
  });
}

/** What a page shows and has asked the server for: what somebody would look at who sees it fail. */
export async function pageAsItStands(page: Page): Promise<string> {
  const shown = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: unknown) => `nothing can be read: ${String(error)}`);
  return [
    `── ${page.url()}`,
    `under way: ${[...(requestsOf.get(page) ?? [])].map((request) => request.url()).join(' ')}`,
    `answers: ${(answersOf.get(page) ?? []).join(', ')}`,
    shown.slice(0, 3000),
  ].join('\n');
}

/**
 * Waits until nothing was under way to the server for 100 ms and the page has drawn what it has: what it asks for after
 * its answers is there, too. A busy machine takes longer to run code that has arrived than to fetch it, and nothing is
 * under way meanwhile.
 */
export async function loaded(page: Page): Promise<void> {
  const end = Date.now() + patience;
  const underWay = () => requestsOf.get(page)?.size ?? 0;
  do {
    for (let quiet = 0; quiet < 100; quiet = underWay() > 0 ? 0 : quiet + 20) {
      if (Date.now() > end) {
        throw new Error(
          `still loading: ${[...(requestsOf.get(page) ?? [])].map((request) => request.url()).join(' ')}`,
        );
      }
      await pause(20);
    }
  } while (!(await hasDrawn(page)) || underWay() > 0);
}

/** Waits for two frames, which come once the page has done what it was to do; false when it went to another one instead. */
function hasDrawn(page: Page): Promise<boolean> {
  return page
    .evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    .then(
      () => true,
      () => {
        if (page.isClosed()) throw new Error('the page was closed while it was loading');
        return false;
      },
    );
}
