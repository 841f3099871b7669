import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Keyboard } from './keyboard.ts';
import { patience } from './patience.ts';

type Role = Parameters<Page['getByRole']>[0];

/** The menu is as long as this at most. */
const mostEntries = 20;
/** More controls than stand before anything that is looked for. */
const mostSteps = 80;

/**
 * A page in the hands of somebody without a mouse: it can be looked at and it takes keys, nothing else. Whoever has it cannot click, fill or
 * tick past them.
 */
export class ByKeys extends Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    super(page);
    this.#page = page;
  }

  /** Types an address. */
  async open(path: string): Promise<void> {
    await this.#page.goto(new URL(path, this.#page.url()).href);
  }

  address(): URL {
    return new URL(this.#page.url());
  }

  /** Its page is another one now. */
  async arrives(path: RegExp): Promise<void> {
    await this.#page.waitForURL((url) => path.test(url.pathname));
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.#page.getByText(text).first().waitFor();
  }

  async seesOf(role: Role, name: string | RegExp): Promise<void> {
    await this.#page.getByRole(role, { name }).first().waitFor();
  }

  /** Whoever works by keys alone has to know where she is, whatever has just opened, closed or gone. */
  async isSomewhere(): Promise<void> {
    await untilTrue('The focus is nowhere to be seen', async () => (await this.focused()).isShown);
  }

  /** A dialog is there, and the focus in it. */
  async inDialog(name: string): Promise<void> {
    await this.#page.getByRole('dialog', { name }).waitFor();
    await untilTrue(`The focus is not in “${name}”`, () =>
      this.#page.evaluate(
        () => document.activeElement?.closest('[role=dialog], [role=alertdialog]') !== null,
      ),
    );
  }

  /** The dialog is gone, and the focus is where one sees it. */
  async closed(): Promise<void> {
    await this.#page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.isSomewhere();
  }

  /** Tab until something is called exactly so. */
  async toExactly(name: string): Promise<void> {
    for (let steps = 0; (await this.focused()).name !== name; steps += 1) {
      if (steps === mostSteps) throw new Error(`“${name}” is not reached`);
      await this.press('Tab');
    }
    await this.isSomewhere();
  }

  /** Opens the menu of a button and takes an entry of it. */
  async take(button: string, entry: string): Promise<void> {
    await this.toExactly(button);
    await this.press('Enter');
    await this.#page.getByRole('menu').waitFor();
    for (let steps = 0; !(await this.focused()).name.startsWith(entry); steps += 1) {
      if (steps === mostEntries) throw new Error(`“${entry}” is no entry of “${button}”`);
      await this.press('ArrowDown');
    }
    await this.press('Enter');
  }

  /** Chooses rows of the list, from its first one on. */
  async chooseRows(count: number): Promise<void> {
    await this.#page.locator('[data-row="0"]').getByText(/\d/).first().waitFor();
    await this.use('Auswählen');
    await this.seesOf('region', 'Auswahl');
    await this.to('Auswählen: ');
    for (let row = 0; row < count; row += 1) {
      if (row > 0) await this.press('ArrowDown');
      await this.press('Space');
    }
  }
}

/** Waits for as long as a page may take. @throws with what is wrong when it does not come true */
async function untilTrue(otherwise: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patience; !(await isTrue()); await pause(50))
    if (Date.now() > end) throw new Error(otherwise);
}
