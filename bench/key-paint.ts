import type { CDPSession, Page } from 'playwright-core';

/** What one key cost. */
export interface KeyTimes {
  /** Wall time from the key to the painted picture. */
  readonly wall: number;
  /** Processor time of the page's main thread meanwhile. */
  readonly cpu: number;
  /** Elements matching the counted selectors in which anything changed. */
  readonly changed: Readonly<Record<string, number>>;
}

/**
 * Watches keys (and, for buttons, clicks) in the page: from the event to the task after the frame in which its effect
 * was painted. `counted` names selectors whose matching elements are counted when something in them changed.
 */
export async function watchKeys(page: Page, counted: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((selectors) => {
    type Seen = { wall: number; changed: Record<string, number> };
    const watch: { last: Seen | null; resolve?: (seen: Seen) => void } = { last: null };
    Object.assign(window, { keyWatch: watch });
    const touched = new Map(Object.keys(selectors).map((name) => [name, new Set<Element>()]));
    const note = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      for (const [name, selector] of Object.entries(selectors)) {
        const found = element?.closest(selector);
        if (found) touched.get(name)?.add(found);
      }
    };
    new MutationObserver((records) => {
      for (const { target } of records) note(target);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    window.addEventListener(
      'keydown',
      (event) => {
        const since = event.timeStamp;
        for (const set of touched.values()) set.clear();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => {
            const changed = Object.fromEntries([...touched].map(([name, set]) => [name, set.size]));
            watch.last = { wall: performance.now() - since, changed };
            watch.resolve?.(watch.last);
          });
          port1.start();
          port2.postMessage(0);
        });
      },
      true,
    );
  }, counted);
}

/** Tells how long the main thread of a page has worked, in milliseconds. */
export const threadTimeOf = (session: CDPSession) => async (): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
};

/** Presses keys one after another, each when the picture of the one before is painted. */
export async function pressKeys(
  page: Page,
  session: CDPSession,
  keys: readonly string[],
  pauseMilliseconds = 30,
): Promise<KeyTimes[]> {
  const times: KeyTimes[] = [];
  const threadTime = threadTimeOf(session);
  for (const key of keys) {
    const before = await threadTime();
    await page.evaluate(() => {
      // Set by watchKeys.
      const { keyWatch } = window as unknown as { keyWatch: { last: unknown } };
      keyWatch.last = null;
    });
    await page.keyboard.press(key);
    // The key may have been painted before this is asked for.
    const { wall, changed } = await page.evaluate(() => {
      type Seen = { wall: number; changed: Record<string, number> };
      // Set by watchKeys.
      const { keyWatch } = window as unknown as {
        keyWatch: { last: Seen | null; resolve: (seen: Seen) => void };
      };
      return (
        keyWatch.last ??
        new Promise<Seen>((resolve) => {
          keyWatch.resolve = resolve;
        })
      );
    });
    times.push({ wall, changed, cpu: (await threadTime()) - before });
    await page.waitForTimeout(pauseMilliseconds);
  }
  return times;
}

/** Value below which the share of the values lies. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
