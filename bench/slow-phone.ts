import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../tools/find-chromium.ts';
import { quantileOf } from './key-paint.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { serveWeb } from './serve-web.ts';
import { exampleHouse } from './visitor-examples.ts';

const aimMs = 3000;
const rounds = 7;
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back: the usual slow 4G. */
const line = {
  offline: false,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
};
const slowdown = 4;

/** From the address to the frame in which the button stands and the box can be ticked, nothing cached. */
async function loadOnce(browser: Browser, address: string): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'de-DE',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${address}/depotanalysis`, { waitUntil: 'commit' });
  const start = page.getByRole('button', { name: 'Analyse beginnen' });
  await start.waitFor();
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => resolve(performance.now()));
      }),
  );
  await page.getByRole('checkbox').check();
  await context.close();
  return { ms, bytes };
}

async function measure(): Promise<Row[]> {
  const server = await serveWeb(fileURLToPath(new URL('../apps/web/dist', import.meta.url)), {
    answers: { '/api/white-label-config': exampleHouse },
    isCompressed: true,
  });
  // A listening TCP server has an address object.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const loads: { ms: number; bytes: number }[] = [];
    for (let round = 0; round < rounds; round += 1) loads.push(await loadOnce(browser, address));
    const times = loads.map(({ ms }) => ms);
    const median = quantileOf(times, 0.5);
    return [
      [
        '/depotanalysis',
        milliseconds(median),
        milliseconds(Math.max(...times)),
        `${(Math.max(...loads.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB`,
        verdict(median <= aimMs),
      ],
    ];
  } finally {
    await browser.close();
    server.close();
  }
}

report(
  'slow-phone',
  'First load on a slow phone',
  `Chromium at 390 × 844, processor ${slowdown} × slower, 1.6 Mbit/s with 150 ms there and back, nothing cached, HTTP/1.1 with gzip: from the address to the frame in which the first page stands and takes a tap; ${rounds} loads. Transferred is everything until then, fonts and texts with it. Aim: ≤ ${aimMs / 1000} s.`,
  ['page', 'median', 'slowest', 'transferred', ''],
  await measure(),
);
