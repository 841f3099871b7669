import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

/** Sizes every journey of a screen is walked at. */
export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Size = keyof typeof sizes;

export const demoPassword = 'Depotwerk-Demo-1';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Console errors that a journey provokes on purpose, e.g. the browser's own line about a 401. */
const expectedConsole = /Failed to load resource: the server responded with a status of/;

/** What the tab keeps of closed password dialogs (apps/web/src/areas/traders/dismissed-banks.ts). */
const everyBank = JSON.stringify(Array.from({ length: 50 }, (_, index) => index + 1));

export interface Journey {
  /**
   * A fresh visitor: own cookies, own storage. Fails the test on script errors and policy violations. Unless
   * `asksForBanks`, somebody who has closed the question for bank passwords in this tab before.
   */
  visitor(size?: Size, asksForBanks?: boolean): Promise<Page>;
  /** A signed-in user on the page `path`. */
  signedIn(userName: string, path?: string, size?: Size): Promise<Page>;
  readonly url: string;
}

/** One browser for a test file; every test gets fresh contexts that are closed and examined afterwards. */
export function useJourney(): Journey {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const url = inject('productUrl');

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: flags });
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0), 'script errors and policy violations').toEqual([]);
  });

  async function visitor(size: Size = 'desktop', asksForBanks = false): Promise<Page> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: sizes[size],
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      hasTouch: size === 'phone',
      reducedMotion: 'reduce',
    });
    contexts.push(context);
    if (!asksForBanks) {
      await context.addInitScript(
        (banks) => sessionStorage.setItem('depotwerk.dismissedBanks', banks),
        everyBank,
      );
    }
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' || expectedConsole.test(message.text())) return;
      complaints.push(`console: ${message.text()}`);
    });
    return page;
  }

  async function signedIn(userName: string, path = '/contracts', size: Size = 'desktop'): Promise<Page> {
    const page = await visitor(size);
    await page.goto(`/auth/login?returnUrl=${encodeURIComponent(path)}`);
    await signIn(page, userName);
    await page.waitForURL((address) => `${address.pathname}${address.search}`.startsWith(path));
    return page;
  }

  return { visitor, signedIn, url };
}

/** Fills the sign-in form that is on screen. */
export async function signIn(page: Page, userName: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Benutzername').fill(userName);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

/** No finding of axe (WCAG 2.2 A and AA) and no horizontal overflow on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const result = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const findings = result.violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
  expect(findings, `axe on ${page.url()}`).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `horizontal overflow on ${page.url()}`).toBeLessThanOrEqual(0);
}

/** Waits for the list on screen and opens its first row by keyboard. */
export async function openFirstRow(page: Page): Promise<void> {
  const row = page.locator('[data-row="0"]');
  await row.getByText(/\d/).first().waitFor();
  await row.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(contracts|customers)\/[0-9a-f-]{36}/);
}
