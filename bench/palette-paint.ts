import { chromium, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from '../tools/find-chromium.ts';
import { startProduct } from './children.ts';
import { signedInPage } from './contract-paint.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';

const limitMs = 100;
const rounds = 30;

declare global {
  /** Set by {@link watchEntries}: milliseconds from the key to the picture with what was waited for. */
  var entriesPainted: number | undefined;
}

/** Notes in the page when an entry that says this is painted, counted from the next key; empty = any entry. */
function watchEntries(text: string): void {
  globalThis.entriesPainted = undefined;
  const start = (event: KeyboardEvent) => {
    const isThere = () =>
      [...document.querySelectorAll('.palette__entry')].some((entry) => entry.textContent.includes(text));
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          globalThis.entriesPainted ??= performance.now() - event.timeStamp;
        }),
      );
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  addEventListener('keydown', start, { capture: true, once: true });
}

async function measure(page: Page, key: string, text: string): Promise<number> {
  await page.evaluate(watchEntries, text);
  await page.keyboard.press(key);
  await page.waitForFunction(() => globalThis.entriesPainted !== undefined, null, { timeout: 20_000 });
  return (await page.evaluate(() => globalThis.entriesPainted)) ?? Number.NaN;
}

const closed = (page: Page) =>
  page.getByRole('combobox', { name: /Seiten und Befehle/ }).waitFor({ state: 'detached' });

/** The search of the product: from Strg+K to its first entries, and from the last letter to what the server found. */
export async function benchPalettePaint(server: BenchServer, contracts: number, port: number): Promise<void> {
  const target = await server.databaseOf(contracts);
  const [{ name } = { name: '' }] = await onServer<{ name: string }>(
    target,
    `select last_name as name from customers c join group_users g on g.tenant_id = c.tenant_id and g.group_id = c.group_id
      join users u on u.tenant_id = g.tenant_id and u.id = g.user_id where u.user_name = 'berater@demo.example' limit 1`,
  );
  const product = await startProduct(port, productEnvironment(target));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const opened: number[] = [];
  const found: number[] = [];
  try {
    const page = await signedInPage(browser, `http://127.0.0.1:${port}`);
    for (let round = 0; round <= rounds; round += 1) {
      const open = await measure(page, 'Control+k', '');
      await page.keyboard.type(name.slice(0, -1));
      const answer = await measure(page, name.slice(-1), name);
      // The first time its code comes over the network.
      if (round > 0) opened.push(open);
      if (round > 0) found.push(answer);
      await page.keyboard.press('Escape');
      await closed(page);
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  const row = (what: string, times: number[], aim: string): Row => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
    return [what, milliseconds(at(0.5)), milliseconds(at(0.95)), aim && verdict(at(0.95) <= limitMs)];
  };
  report(
    'palette-paint',
    'The search of every page, painted',
    `Chromium at 1440 × 900, ${server.name}, ${contracts.toLocaleString('de-DE')} contracts, ${rounds} times each. From Strg+K to the first ` +
      `entries in the picture (aim: ≤ ${limitMs} ms), and from the last letter of a customer’s name to the hit: of that 80 ms are the pause ` +
      'after which the server is asked.',
    ['what', 'median', 'p95', 'aim'],
    [row('Strg+K to entries', opened, 'yes'), row('last letter to the hit', found, '')],
  );
}
