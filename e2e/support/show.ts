import type { Page } from 'playwright-core';

/** What a step needs of the application's router. */
interface Router {
  navigate(to: { readonly href: string; readonly ignoreBlocker: true }): Promise<void>;
}

/** What a step needs of the cache of answers. */
interface Answers {
  invalidateQueries(filters: { readonly refetchType: 'none' }): Promise<void>;
  removeQueries(filters: { readonly type: 'inactive' }): void;
  refetchQueries(
    filters: { readonly type: 'active'; readonly stale: true },
    options: { readonly cancelRefetch: false },
  ): Promise<void>;
}

/** A node of what React has drawn, by the names React gives them. */
interface Drawn {
  readonly memoizedProps?: { readonly router?: Router; readonly client?: Answers } | null;
  readonly child: Drawn | null;
}

/**
 * Goes to another page of the application the way its links do, asking the server anew for all it shows, and waits for the
 * answers: a page loaded anew takes three times the processor time. Where the application does not run yet, or stands on that
 * page, it is loaded. For journeys that are not about loading: what the page keeps in memory (who is signed in, what she may
 * do, the look of the house) stays.
 * @throws where the application runs and its router or its answers are not found: a journey must not load every page unnoticed
 */
export async function show(page: Page, path: string): Promise<void> {
  if (!(await isShownWithin(page, path))) await page.goto(path);
}

function isShownWithin(page: Page, path: string): Promise<boolean> {
  return page.evaluate(async (href) => {
    const root = document.querySelector('#app');
    // An empty page or a picture.
    if (!root) return false;
    const target = new URL(href, location.href);
    const to = target.pathname + target.search + target.hash;
    const isThere = to === location.pathname + location.search + location.hash;
    if (isThere || target.origin !== location.origin) return false;
    // Nothing is drawn yet.
    if (root.childElementCount === 0) return false;
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
    // React's own property, typed by nobody.
    const container = key
      ? (root as unknown as Record<string, { stateNode: { current: Drawn } }>)[key]
      : undefined;
    let router: Router | undefined;
    let answers: Answers | undefined;
    for (let node = container?.stateNode.current ?? null; node && !router; node = node.child) {
      answers ??= node.memoizedProps?.client;
      router = node.memoizedProps?.router;
    }
    if (!router || !answers) throw new Error('The router of the running application was not found.');
    // A page loaded anew has no messages of what was done before; those of the new page stay.
    for (const close of document.querySelectorAll<HTMLElement>('.ui-toast > button:last-child'))
      close.click();
    answers.removeQueries({ type: 'inactive' });
    await answers.invalidateQueries({ refetchType: 'none' });
    await router.navigate({ href: to, ignoreBlocker: true });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // What both pages show is still what the former one asked for.
    await answers.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return true;
  }, path);
}
