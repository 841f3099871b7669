import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '../tools/find-chromium.ts';
import { type KeyTimes, pressKeys, quantileOf, watchKeys } from './key-paint.ts';
import { answeringMatrix, matrixPath } from './matrix-examples.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { serveWeb } from './serve-web.ts';

/** Aims by the number of rows: median and, where there is one, the slowest key. */
const sizes = [
  { rows: 33, medianMs: 16, worstMs: 50 },
  { rows: 200, medianMs: 25, worstMs: null },
] as const;
const automaticMs = 150;
const rounds = 24;
const automaticRounds = 12;

async function openMatrix(context: BrowserContext, address: string, rows: number): Promise<Page> {
  await context.addCookies([{ name: 'refreshTokenExists', value: '1', url: address }]);
  const page = await context.newPage();
  await page.route('**/api/**', answeringMatrix(rows));
  await page.goto(`${address}${matrixPath}`);
  await page.waitForSelector(`[data-cell="${rows * 7 - 1}"]`, { state: 'attached' });
  await page.getByText('Risikobeiträge').first().waitFor();
  await page.waitForTimeout(500);
  await watchKeys(page, { cells: '[data-cell]', foot: '.matrix__foot [data-col]' });
  return page;
}

/** Keys as people press them: a share of two digits and a decimal, on to the next cell, and so on. */
function typing(count: number): string[] {
  return Array.from({ length: count }, (_, index) => [String(index % 9), ',', '5', 'Enter']).flat();
}
const moving = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][index % 4] ?? '',
  );

/** A measure of a grid that takes no keys would be worth nothing. */
async function provesToWrite(page: Page): Promise<void> {
  const sum = page.locator('.matrix__sum').first();
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.type('12,5');
  if (!(await sum.textContent())?.includes('102,5')) throw new Error('The sum did not follow the typing.');
  await page.keyboard.press('Escape');
  if (!(await sum.textContent())?.includes('100,0')) throw new Error('Escape did not revert.');
}

function keyRow(
  what: string,
  { rows, medianMs, worstMs }: (typeof sizes)[number],
  times: readonly KeyTimes[],
  most: number,
): Row {
  const wall = times.map((time) => time.wall);
  const cpu = times.map((time) => time.cpu);
  const cells = Math.max(...times.map(({ changed }) => changed['cells'] ?? 0));
  const foot = Math.max(...times.map(({ changed }) => changed['foot'] ?? 0));
  const [median, worst] = [quantileOf(wall, 0.5), Math.max(...wall)];
  const holds = median <= medianMs && (worstMs === null || worst <= worstMs) && cells <= most;
  return [
    what,
    `${rows} × 7`,
    milliseconds(median),
    milliseconds(quantileOf(wall, 0.95)),
    milliseconds(worst),
    milliseconds(quantileOf(cpu, 0.5)),
    `${cells} of ${rows * 7}`,
    `${foot} of 28`,
    verdict(holds),
  ];
}

/** From the click on "Neu berechnen" to the frame that shows the new shares. */
async function measureAutomatic(page: Page): Promise<number[]> {
  await page.getByText('Automatisch', { exact: true }).click();
  await page.getByRole('button', { name: 'Jetzt berechnen' }).click();
  const again = page.getByRole('button', { name: 'Neu berechnen' });
  await again.waitFor();
  const times: number[] = [];
  for (let round = 0; round < automaticRounds; round += 1) {
    await page.waitForTimeout(300);
    times.push(
      await again.evaluate(
        (button) =>
          new Promise<number>((resolve) => {
            const since = performance.now();
            // The grid is marked busy while it is computed.
            const observer = new MutationObserver(() => {
              if (document.querySelector('[aria-busy] .matrix') !== null) return;
              observer.disconnect();
              requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                port1.addEventListener('message', () => resolve(performance.now() - since));
                port1.start();
                port2.postMessage(0);
              });
            });
            if (button instanceof HTMLElement) button.click();
            queueMicrotask(() =>
              setTimeout(() =>
                observer.observe(document.body, { subtree: true, attributes: true, childList: true }),
              ),
            );
          }),
      ),
    );
  }
  return times;
}

async function measure(): Promise<Row[]> {
  const server = await serveWeb(fileURLToPath(new URL('../apps/web/dist', import.meta.url)));
  // A listening TCP server has an address object.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const rows: Row[] = [];
  try {
    for (const size of sizes) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
      const page = await openMatrix(context, address, size.rows);
      const session: CDPSession = await context.newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await provesToWrite(page);
      // Enter shows the next cell: two cells change then, one by every other key.
      rows.push(keyRow('typing', size, await pressKeys(page, session, typing(rounds)), 2));
      rows.push(keyRow('moving', size, await pressKeys(page, session, moving(rounds * 2)), 2));
      if (size.rows === 33) {
        const times = await measureAutomatic(page);
        const median = quantileOf(times, 0.5);
        rows.push([
          'automatic allocation',
          '33 × 7',
          milliseconds(median),
          milliseconds(quantileOf(times, 0.95)),
          milliseconds(Math.max(...times)),
          '',
          '',
          '',
          verdict(median <= automaticMs),
        ]);
      }
      await context.close();
    }
    return rows;
  } finally {
    await browser.close();
    server.close();
  }
}

report(
  'matrix',
  'Allocation matrix in the browser',
  `From the key until the changed picture is painted, on the real page with rating, pictures and wizard around it, in Chromium at 1440 × 900; processor time is that of the page's main thread. "Cells" and "foot" are the most elements in which one key changed anything. Aims: 33 × 7 ≤ 16 ms median and ≤ 50 ms at worst, 200 × 7 ≤ 25 ms median, at most two cells a key. Automatic allocation: from the button to the painted matrix, computed by the engine outside the page as the server does, without the three seconds of quiet; aim ≤ ${automaticMs} ms.`,
  ['what', 'matrix', 'median', 'p95', 'worst', 'median (CPU)', 'cells', 'foot', ''],
  await measure(),
);
