import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { hideRepeats } from './repeats.ts';

declare global {
  interface Window {
    /** In the page once a test has brought it there. */
    axe?: typeof axe;
    hideRepeats?: typeof hideRepeats;
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 A and AA, and what axe recommends beyond them. */
const everyRule = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** What another theme may do to a page whose structure was examined before. */
const colourRules = { type: 'rule', values: ['color-contrast'] } as const;

/**
 * Findings of axe on the page as it stands, one line a rule. Runs in the page itself: the driver made for Playwright
 * carries what every rule passed into a page of its own, which takes ten times as long. What is repeated on the page is
 * examined three times (`hideRepeats`). Frames are not entered; the application has none.
 */
export async function findingsOf(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  if (page.frames().length > 1) throw new Error(`axe would pass over the frames of ${page.url()}`);
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(`${source}\nwindow.hideRepeats = ${hideRepeats.toString()}`);
  }
  return page.evaluate(
    async (runOnly) => {
      if (!window.axe || !window.hideRepeats) throw new Error('axe is not in the page');
      // Transitions run down the tree, one level a frame; half-way colours are nobody's fault.
      const end = performance.now() + 2_000;
      do {
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      } while (
        document.getAnimations().some(({ playState }) => playState === 'running') &&
        performance.now() < end
      );
      const showRepeats = window.hideRepeats();
      try {
        const { violations } = await window.axe.run(document, {
          runOnly: { ...runOnly, values: [...runOnly.values] },
          resultTypes: ['violations'],
          preload: false,
        });
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
        );
      } finally {
        showRepeats();
      }
    },
    rules === 'all' ? everyRule : colourRules,
  );
}
