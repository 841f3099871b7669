import type { Page } from 'playwright-core';

/** What has the focus, as a screen reader calls it. */
interface Focused {
  readonly name: string;
  /** Question or group it belongs to. */
  readonly group: string;
  /** Whether a person sees where she is. */
  readonly isShown: boolean;
}

/** Somebody without a mouse: gets from one thing to the next by Tab alone, and is lost where that leads nowhere. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  focused(): Promise<Focused> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body)
        return { name: '', group: '', isShown: false };
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
      const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent;
      const group = element.closest('fieldset')?.querySelector('legend')?.textContent;
      return { name: name.trim(), group: group?.trim() ?? '', isShown: element.matches(':focus-visible') };
    });
  }

  /** Tab until something is called so. @throws with the way when it is not reached, or reached unseen */
  async to(name: string, group = ''): Promise<void> {
    const way: string[] = [];
    for (let count = 0; count < 60; count += 1) {
      const focused = await this.focused();
      if (focused.name.includes(name) && focused.group.includes(group)) {
        if (!focused.isShown) throw new Error(`nobody sees that “${name}” has the focus`);
        return;
      }
      way.push(focused.name.slice(0, 30));
      await this.press('Tab');
    }
    throw new Error(`“${group} ${name}” is not reached: ${way.join(' | ')}`);
  }

  /** Goes to a field and writes. */
  async write(name: string, text: string): Promise<void> {
    await this.to(name);
    await this.type(text);
  }

  /** Goes to a button, a link or a box and uses it. */
  async use(name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.to(name);
    await this.press(key);
  }

  /** Chooses one of a question by arrows. */
  async choose(question: string, label: string): Promise<void> {
    await this.to('', question);
    if ((await this.focused()).name.startsWith(label)) return this.press('Space');
    for (let count = 0; count < 12; count += 1) {
      await this.press('ArrowDown');
      if ((await this.focused()).name.startsWith(label)) return;
    }
    throw new Error(`“${label}” is no choice of “${question}”`);
  }

  /** Ticks one of several of a question. */
  async tick(question: string, label: string): Promise<void> {
    await this.to(label, question);
    await this.press('Space');
  }
}
