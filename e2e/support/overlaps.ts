import type { Page } from 'playwright-core';

/** Texts on screen that lie over a text that says so, such as "über dem Band"; each pair as one line. */
export function textsOver(page: Page, said: string): Promise<string[]> {
  return page.evaluate((words) => {
    const texts: { text: string; box: DOMRect }[] = [];
    const walk = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      // What is there for screen readers alone is nowhere on the screen.
      if (text === '' || !element || element.closest('.visually-hidden') || !element.checkVisibility())
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) texts.push({ text, box });
    }
    const found: string[] = [];
    for (const { text, box } of texts.filter((each) => each.text === words))
      for (const other of texts) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Lines of one font reach into each other by some pixels.
        if (other.box !== box && across > 1 && down > 5) found.push(`${text} / ${other.text}`);
      }
    return found;
  }, said);
}
