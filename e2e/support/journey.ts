import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { findingsOf } from './axe.ts';
import { forgetHandedOut } from './handed-out.ts';
import { ownBrowser } from './own-browser.ts';
import { ownProduct } from './own-product.ts';
import { loaded, pageAsItStands, watchRequests } from './page-requests.ts';
import { patience } from './patience.ts';

export { loaded } from './page-requests.ts';

/** Sizes every journey of a screen is walked at. */
export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Size = keyof typeof sizes;

export const demoPassword = 'Depotwerk-Demo-1';

/** Console errors that a journey provokes on purpose: the browser's own lines about a 401, or a network taken away. */
const expectedConsole =
  /Failed to load resource: (the server responded with a status of|net::ERR_INTERNET_DISCONNECTED)/;

/** What the tab keeps of closed password dialogs (apps/web/src/areas/traders/dismissed-banks.ts). */
const everyBank = JSON.stringify(Array.from({ length: 50 }, (_, index) => index + 1));

export interface Journey {
  /**
   * A visitor without cookies and storage. Fails the test on script errors and policy violations. Unless
   * `asksForBanks`, somebody who has closed the question for bank passwords in this tab before.
   */
  visitor(size?: Size, asksForBanks?: boolean): Promise<Page>;
  /**
   * A signed-in user on the page `path`. Later tests of the file with the same user and size are given the same page,
   * loaded anew and with empty storage, those of other files one of the same size without its session: a new one needs
   * a process of the browser that knows nothing of the application yet, which takes three times as long.
   */
  signedIn(userName: string, path?: string, size?: Size): Promise<Page>;
  readonly url: string;
}

interface JourneyOptions {
  /** Origin of another product than the demo, such as an empty house; asked when a page is opened. */
  readonly urlOf?: () => string;
  /** Every page of a signed-in user is new: for tests of sessions themselves. */
  readonly signsInAlways?: boolean;
}

/** A page that a test has used. */
interface KeptPage {
  /** Origin of its product. */
  readonly url: string;
  /** Whose session it holds; null = nobody's. */
  readonly userName: string | null;
  readonly size: Size;
  readonly asksForBanks: boolean;
  readonly page: Page;
}

const idle: KeptPage[] = [];

/** Pages that carry what cannot be taken from them, such as a device. */
const unkept = new WeakSet<Page>();

/** Has the page end with its test. */
export function endWithTest(page: Page): void {
  unkept.add(page);
}

/** Script errors and policy violations since the last test. */
const complaints: string[] = [];

/** The worker's browser for a test file; what visitors did is closed after every test. */
export function useJourney({
  urlOf = () => ownProduct().url,
  signsInAlways = false,
}: JourneyOptions = {}): Journey {
  const contexts: BrowserContext[] = [];
  const inUse: KeptPage[] = [];

  afterAll(async () => {
    forgetHandedOut();
    // One of each size for the next file; what another product has shown ends with it.
    for (const kept of idle.splice(0)) {
      const isLeft =
        kept.url === ownProduct().url && !kept.asksForBanks && idle.every(({ size }) => size !== kept.size);
      if (isLeft) {
        await kept.page.context().clearCookies();
        idle.push({ ...kept, userName: null });
      } else await closed(kept.page.context());
    }
  });
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) {
      const pages = contexts.flatMap((context) => context.pages());
      for (const page of pages) process.stderr.write(`${task.name}\n${await pageAsItStands(page)}\n`);
    }
    const isKept = !hasFailed && !signsInAlways;
    for (const kept of inUse.splice(0)) {
      if (!isKept || !(await makeAsNew(kept))) continue;
      idle.push(kept);
      contexts.splice(contexts.indexOf(kept.page.context()), 1);
    }
    await Promise.all(contexts.splice(0).map(closed));
    expect(complaints.splice(0), 'script errors and policy violations').toEqual([]);
  });

  async function visitor(size: Size = 'desktop', asksForBanks = false): Promise<Page> {
    const wanted = { url: urlOf(), userName: null, size, asksForBanks };
    const former = signsInAlways ? undefined : takeIdle(wanted);
    const page = former?.page ?? (await newPage(size, asksForBanks));
    if (former) contexts.push(page.context());
    inUse.push({ ...wanted, page });
    return page;
  }

  async function newPage(size: Size, asksForBanks: boolean): Promise<Page> {
    const context = await (await ownBrowser()).newContext({
      baseURL: urlOf(),
      viewport: sizes[size],
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      hasTouch: size === 'phone',
      reducedMotion: 'reduce',
    });
    contexts.push(context);
    context.setDefaultTimeout(patience);
    // Whoever is new sees the tour of the first day; no journey is about it.
    await context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage.setItem('depotwerk.tour', 'closed');
    });
    if (!asksForBanks) {
      await context.addInitScript((banks) => {
        // An empty page has no storage.
        if (location.protocol === 'http:') sessionStorage.setItem('depotwerk.dismissedBanks', banks);
      }, everyBank);
    }
    const page = await context.newPage();
    watch(page);
    return page;
  }

  async function signedIn(userName: string, path = '/contracts', size: Size = 'desktop'): Promise<Page> {
    const wanted = { url: urlOf(), userName, size, asksForBanks: false };
    const former = signsInAlways ? undefined : (takeIdle(wanted) ?? takeIdle({ ...wanted, userName: null }));
    const page = former?.page ?? (await newPage(size, false));
    if (former) contexts.push(page.context());
    inUse.push({ ...wanted, page });
    await page.goto(`/auth/login?returnUrl=${encodeURIComponent(path)}`);
    const arrival = page.waitForURL((address) => `${address.pathname}${address.search}`.startsWith(path));
    // A kept session leads on by itself, unless newer ones of the user have pushed it out.
    const isAsked = await Promise.race([
      page
        .getByLabel('Benutzername')
        .waitFor()
        .then(
          () => true,
          () => false,
        ),
      arrival.then(() => false),
    ]);
    if (isAsked) await signIn(page, userName);
    await arrival.catch(async (error: unknown) => {
      const said = await page.getByRole('alert').allInnerTexts();
      throw new Error(`${userName} came to ${page.url()} instead of ${path}. ${said.join(' ')}`, {
        cause: error,
      });
    });
    return page;
  }

  return {
    visitor,
    signedIn,
    get url() {
      return urlOf();
    },
  };
}

/** A question that is still being answered otherwise is a fault of nobody once its page goes. */
async function closed(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

function takeIdle(wanted: Omit<KeptPage, 'page'>): KeptPage | undefined {
  const place = idle.findIndex(
    ({ url, userName, size, asksForBanks }) =>
      url === wanted.url &&
      userName === wanted.userName &&
      size === wanted.size &&
      asksForBanks === wanted.asksForBanks,
  );
  return place < 0 ? undefined : idle.splice(place, 1)[0];
}

/** Listens to the page for script errors and policy violations, and to what it has under way. */
function watch(page: Page): void {
  watchRequests(page);
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || expectedConsole.test(message.text())) return;
    complaints.push(`console: ${message.text()}`);
  });
}

/** Leaves the page empty for another test, with the session it was given only; false where that cannot be. */
async function makeAsNew({ url, userName, page, size }: KeptPage): Promise<boolean> {
  if (page.isClosed() || unkept.has(page)) return false;
  const context = page.context();
  try {
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme: 'light' });
    // A picture of the same origin: behind an empty page, which is of none, the browser begins with a new process.
    await page.goto(`${url}/favicon.svg`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    page.removeAllListeners();
    watch(page);
    if (userName === null) await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}

/** The server does what it was asked for; its answer never arrives. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('internetdisconnected');
}

/** What is written in all of them, once there is one: Playwright's own `allInnerTexts` takes what is there at once. */
export async function textsOf(locator: Locator): Promise<string[]> {
  await locator.first().waitFor();
  return locator.allInnerTexts();
}

/** Fills the sign-in form that is on screen. */
export async function signIn(page: Page, userName: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Benutzername').fill(userName);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** No finding of axe (WCAG 2.2 A and AA) and no horizontal overflow on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page whose code has arrived and is not drawn yet has nothing under way either; one without a heading fails below.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached' })
    .catch(() => undefined);
  expect(await findingsOf(page, 'all'), `axe on ${page.url()}`).toEqual([]);
  // Tables follow a changed width within some frames, which a busy machine draws slowly.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `horizontal overflow on ${page.url()}` }).toBeLessThanOrEqual(0);
}

/** Where a step or the other width leaves the page is chance, and what a bar covers by half counts as too small a target. */
export const toTop = (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, 0));

/**
 * As `expectAccessible`, at the size of a desk and then of a phone: where only the layout differs, one walk serves
 * both. Leaves the page at the desk's.
 */
export async function expectAccessibleAtBothSizes(page: Page): Promise<void> {
  await toTop(page);
  await expectAccessible(page);
  await page.setViewportSize(sizes.phone);
  await toTop(page);
  await loaded(page);
  await expectAccessible(page);
  await page.setViewportSize(sizes.desktop);
}

/**
 * As `expectAccessibleAtBothSizes`, and both sizes in the other theme, which only changes colours. Theme and size are
 * changed as seldom as can be: each change styles and draws the whole page anew.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme="dark"]').waitFor();
  await expectReadable(page, 'in the dark');
  await page.setViewportSize(sizes.phone);
  await toTop(page);
  await loaded(page);
  await expectReadable(page, 'in the dark, on a phone');
  await page.emulateMedia({ colorScheme: 'light' });
  // Whoever goes on before has the page change its colours while axe reads them.
  await page.locator('html:not([data-theme="dark"])').waitFor();
  await expectAccessible(page);
  await page.setViewportSize(sizes.desktop);
}

async function expectReadable(page: Page, how: string): Promise<void> {
  expect(await findingsOf(page, 'colours'), `axe on ${page.url()} ${how}`).toEqual([]);
}

/** Rows of the list on screen that are there: a click on one that still loads opens nothing. */
export const rowsOf = (page: Page): Locator => page.locator('[data-row]:not(.ui-grid__row--pending)');

/** The row with the text in the list on screen; lists render only what is in sight, so it is scrolled to. */
export async function rowWith(page: Page, text: string): Promise<Locator> {
  const row = rowsOf(page).filter({ hasText: text }).first();
  await rowsOf(page).first().waitFor();
  // Over the list, whose own scrolling it is.
  await page.mouse.move(200, 500);
  const end = Date.now() + patience;
  while ((await row.count()) === 0) {
    if (Date.now() > end) throw new Error(`no row with ${text}`);
    await page.mouse.wheel(0, 400);
    await loaded(page);
  }
  return row;
}

/** Opens the first row of the list on screen by keyboard, once it shows the text. */
export async function enterFirstRow(page: Page, text: string | RegExp = /\w/): Promise<void> {
  const row = page.locator('[data-row="0"]');
  await row.getByText(text).first().waitFor();
  await row.press('Enter');
}

/** Opens the first contract or customer of the list on screen. */
export async function openFirstRow(page: Page): Promise<void> {
  await enterFirstRow(page, /\d/);
  await page.waitForURL(/\/(contracts|customers)\/[0-9a-f-]{36}/);
}
