import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CallAnswer } from '@depotwerk/api/call';
import type { getContract } from '@depotwerk/api/contracts/contract-detail';
import { type BrowserContext, type CDPSession, chromium, type Page, type Route } from 'playwright-core';
import { adviceFixture } from '../apps/web/src/areas/optimization/advice-fixture.ts';
import { findChromium } from '../tools/find-chromium.ts';
import { threadTimeOf } from './key-paint.ts';
import { milliseconds, report, verdict } from './report.ts';
import { exampleContract, exampleUser } from './scroll-examples.ts';
import { serveWeb } from './serve-web.ts';

const rounds = 60;
const limitMs = 50;
/** Processor slowed down to this part: a tired laptop. */
const throttles = [1, 4] as const;

const example = exampleContract(0);
const detail: CallAnswer<typeof getContract> = {
  contract: {
    ...example,
    tariffId: example.tariff.id,
    issuerId: null,
    nonFundsValue: 0,
    contributionsValue: 0,
    reserveValue: 0,
    guaranteeFundQuantity: 0,
    isCustomerBlocked: false,
    rowVersion: 1,
  },
  contractScore: null,
  latestRiskAssessment: null,
  currentSavingsPlan: null,
  currentPortfolio: null,
  guarantee: null,
  lifeCycle: null,
};

function adviceInput(groups: number, positions: number) {
  const input = adviceFixture(1, groups, positions);
  const { sriLimit: _none, ...rules } = { sriLimit: null, ...input.tariff.rules };
  return { ...input, contractId: example.id, tariff: { ...input.tariff, rules } };
}

/** Answers from memory: the measure is the browser's work. */
function answering(groups: number, positions: number) {
  const input = adviceInput(groups, positions);
  return async (route: Route): Promise<void> => {
    const path = new URL(route.request().url()).pathname.replace(/^\/api/, '');
    if (path === '/auth/refresh') {
      const token = { accessToken: 'bench', tokenType: 'Bearer', expiresIn: 600, refreshExpiresIn: 86_400 };
      return route.fulfill({ json: { ...token, userId: exampleUser.id } });
    }
    if (path === '/auth/user') {
      const permissions = [...exampleUser.permissions, 'optimization.view', 'optimization.plan'];
      return route.fulfill({ json: { ...exampleUser, permissions } });
    }
    if (path === `/contracts/${example.id}`) return route.fulfill({ json: detail });
    if (path === `/contracts/${example.id}/advice-input`) return route.fulfill({ json: input });
    return route.fulfill({ status: 404, json: {} });
  };
}

async function openTab(
  context: BrowserContext,
  address: string,
  groups: number,
  positions: number,
): Promise<Page> {
  await context.addCookies([{ name: 'refreshTokenExists', value: '1', url: address }]);
  const page = await context.newPage();
  await page.route('**/api/**', answering(groups, positions));
  await page.goto(`${address}/contracts/${example.id}/optimization`);
  await page.waitForSelector('.opt-risk__flag--after');
  // From the key to the task after the frame in which the changed picture was painted.
  await page.evaluate(() => {
    let pressedAt = 0;
    window.addEventListener('keydown', (event) => (pressedAt = event.timeStamp), true);
    window.addEventListener(
      'input',
      () => {
        const since = pressedAt;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => {
            // The waiting promise of `press`.
            const { whatIfPainted } = window as unknown as { whatIfPainted?: (time: number) => void };
            whatIfPainted?.(performance.now() - since);
          });
          port1.start();
          port2.postMessage(0);
        });
      },
      true,
    );
  });
  return page;
}

interface KeyTimes {
  /** Wall time from the key to the painted picture. */
  readonly wall: number;
  /** Processor time of the page's main thread meanwhile. */
  readonly cpu: number;
}

/** Presses keys one after another, each when the picture of the one before is painted. */
async function press(page: Page, session: CDPSession, keys: readonly string[]): Promise<KeyTimes[]> {
  const times: KeyTimes[] = [];
  const threadTime = threadTimeOf(session);
  for (const key of keys) {
    const before = await threadTime();
    const painted = page.evaluate(
      () =>
        new Promise<number>((done) => {
          // Set by openTab.
          Object.assign(window, { whatIfPainted: done });
        }),
    );
    await page.keyboard.press(key);
    const wall = await painted;
    times.push({ wall, cpu: (await threadTime()) - before });
    // What is put off until the browser has time is not part of the next key.
    await page.waitForTimeout(120);
  }
  return times;
}

/** A measure of a picture that stands still would be worth nothing. */
async function provesToMove(page: Page, session: CDPSession): Promise<void> {
  const band = () => page.locator('.opt-risk__band').first().getAttribute('style');
  const before = await band();
  await press(page, session, ['ArrowRight']);
  if ((await band()) === before) throw new Error('The band did not move with the risk class.');
  await press(page, session, ['ArrowLeft']);
}

function quantiles(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((one, other) => one - other);
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function measure() {
  const server = await serveWeb(fileURLToPath(new URL('../apps/web/dist', import.meta.url)));
  // A listening TCP server has an address object.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const rows: string[][] = [];
  try {
    for (const [groups, positions] of [
      [16, 10],
      [33, 20],
    ] as const) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
      const page = await openTab(context, address, groups, positions);
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      for (const rate of throttles) {
        await session.send('Emulation.setCPUThrottlingRate', { rate });
        const classes = page.getByRole('group', { name: 'Risikoklasse' });
        await classes.getByRole('radio', { checked: true }).focus();
        await provesToMove(page, session);
        const classTimes = await press(
          page,
          session,
          Array.from({ length: rounds }, (_, index) => (index % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')),
        );
        const cash = page.getByLabel('Zuzahlung');
        await cash.fill('');
        await cash.focus();
        const cashTimes: KeyTimes[] = [];
        for (let round = 0; round < rounds / 5; round += 1) {
          cashTimes.push(...(await press(page, session, ['7', '5', '0', '0', '0'])));
          await cash.fill('');
        }
        for (const [what, times] of [
          ['risk class', classTimes],
          ['added cash', cashTimes],
        ] as const) {
          const wall = quantiles(times.map((time) => time.wall));
          const cpu = quantiles(times.map((time) => time.cpu));
          rows.push([
            what,
            `${groups} groups, ${positions} positions`,
            rate === 1 ? 'as it is' : `${rate} × slower`,
            milliseconds(wall(0.5)),
            milliseconds(wall(0.95)),
            milliseconds(cpu(0.5)),
            milliseconds(cpu(0.95)),
            rate === 1 ? verdict(wall(0.95) <= limitMs) : '',
          ]);
        }
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
  'what-if',
  'What-if in the browser',
  `From the key until the changed picture is painted: three proposals computed with the engine in the page, compared in a table, with the band bar; ${rounds} keys each in Chromium at 1440 × 900. Processor time is that of the page's main thread alone, so that a busy machine can be told from a slow page. Aim: ≤ ${limitMs} ms.`,
  ['changed', 'contract', 'processor', 'median', 'p95', 'median (CPU)', 'p95 (CPU)', ''],
  await measure(),
);
