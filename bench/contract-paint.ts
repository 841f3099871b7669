import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from '../tools/find-chromium.ts';
import { startProduct } from './children.ts';
import { type BenchServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';

const limitMs = 1000;
const rounds = 7;
/** A modest laptop: a quarter of this processor, 10 Mbit/s, 40 ms to the server. */
const cpuSlowdown = 4;
const network = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 625_000 };

/** A page of the adviser, signed in on the list of contracts, that asks for no password of a bank. */
export async function signedInPage(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1440, height: 900 },
    locale: 'de-DE',
  });
  await context.addInitScript(() =>
    sessionStorage.setItem(
      'depotwerk.dismissedBanks',
      JSON.stringify(Array.from({ length: 50 }, (_, id) => id)),
    ),
  );
  await context.addInitScript(watchFigures, figures);
  const page = await context.newPage();
  await page.goto('/auth/login?returnUrl=%2Fcontracts');
  await page.getByLabel('Benutzername').fill('berater@demo.example');
  await page.getByLabel('Passwort', { exact: true }).fill('Depotwerk-Demo-1');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.locator('[data-row="0"]').getByText(/\d/).first().waitFor();
  return page;
}

async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return session;
}

const figures = '.ui-figures--joined .ui-figures__value';

declare global {
  /** Set by {@link watchFigures}: when the contract's key figures were painted, by the page's clock. */
  var figuresPainted: number | undefined;
}

/**
 * Notes in the page when the key figures were painted. Waiting from outside asks at growing intervals and would add up
 * to half a second that nobody sees.
 */
function watchFigures(selector: string): void {
  new MutationObserver((_, observer) => {
    if (globalThis.figuresPainted === undefined && document.querySelector(selector)) {
      observer.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          globalThis.figuresPainted = Date.now();
        }, 0),
      );
    }
  }).observe(document, { subtree: true, childList: true });
}

/** Milliseconds from `begin` until the contract's key figures are painted. */
async function timeToFigures(page: Page, begin: () => Promise<void>): Promise<number> {
  const started = Date.now();
  await begin();
  const painted = await page.waitForFunction(() => globalThis.figuresPainted);
  return Number(await painted.jsonValue()) - started;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** First useful paint of a contract: its key figures, on a throttled laptop, from the list and by its address. */
export async function benchContractPaint(
  server: BenchServer,
  contracts: number,
  port: number,
): Promise<void> {
  const product = await startProduct(port, productEnvironment(await server.databaseOf(contracts)));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const fromList: number[] = [];
  const byAddress: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const page = await signedInPage(browser, `http://127.0.0.1:${port}`);
      await throttle(page);
      // The first opening after signing in: the page's own scripts have still to come.
      fromList.push(
        await timeToFigures(page, async () => {
          await page.locator(`[data-row="${round}"] a`).first().click();
        }),
      );
      byAddress.push(
        await timeToFigures(page, async () => {
          await page.reload({ waitUntil: 'commit' });
        }),
      );
      await page.context().close();
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  const row = (name: string, values: readonly number[]): Row => [
    name,
    milliseconds(median(values)),
    milliseconds(Math.max(...values)),
    verdict(median(values) <= limitMs),
  ];
  report(
    'contract-paint',
    'First useful paint of a contract',
    `${server.name}, ${contracts.toLocaleString('de-DE')} contracts, processor slowed ${cpuSlowdown} ×, 10 Mbit/s, 40 ms; ` +
      `until the key figures are painted, ${rounds} fresh browsers. Aim: ≤ ${limitMs} ms.`,
    ['way', 'median', 'worst', 'aim'],
    [
      row('from the list, first contract after signing in', fromList),
      row('reload by its address', byAddress),
    ],
  );
}
