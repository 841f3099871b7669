import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type CDPSession, chromium, type Page, type Route } from 'playwright-core';
import { findChromium } from '../tools/find-chromium.ts';
import { milliseconds, report, verdict } from './report.ts';
import { exampleContract, exampleStats, exampleUser } from './scroll-examples.ts';
import { serveWeb } from './serve-web.ts';

/** Rows of the list that is scrolled. */
const rowCount = 100_000;
const frames = 240;
const limitMs = 50;

interface ScrollFigures {
  /** How the list was moved. */
  kind: 'wheel' | 'fling' | 'jump';
  /** Milliseconds between two frames, as the page saw them. */
  medianFrame: number;
  p95Frame: number;
  worstFrame: number;
  framesOverLimit: number;
  /** Longest stretch of processor time the page's main thread spent on one task, without waiting for a core. */
  worstTaskCpu: number;
}

/** Answers the calls of the list page from memory: the measure is the browser's work, not the database's. */
async function answer(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const path = url.pathname.replace(/^\/api/, '');
  if (path === '/auth/refresh') {
    const token = { accessToken: 'bench', tokenType: 'Bearer', expiresIn: 600, refreshExpiresIn: 86_400 };
    return route.fulfill({ json: { ...token, userId: exampleUser.id } });
  }
  if (path === '/auth/user') return route.fulfill({ json: exampleUser });
  if (path === '/contracts/stats') return route.fulfill({ json: exampleStats(rowCount) });
  if (path !== '/contracts') return route.fulfill({ status: 404, body: '' });
  const pageSize = Number(url.searchParams.get('pageSize'));
  const first = (Number(url.searchParams.get('page')) - 1) * pageSize;
  const rows = Array.from({ length: Math.min(pageSize, rowCount - first) }, (_, index) =>
    exampleContract(first + index),
  );
  return route.fulfill({ json: rows, headers: { 'x-total-count': String(rowCount) } });
}

/** Moves the list frame by frame inside the page and answers the times between frames. */
function scroll(page: Page, kind: ScrollFigures['kind']): Promise<number[]> {
  return page.evaluate(
    async ({ kind, frames }) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      window.scrollTo(0, 0);
      await wait(500);
      const end = document.documentElement.scrollHeight - window.innerHeight;
      const settleFrames = kind === 'jump' ? 8 : 0;
      const times: number[] = [];
      let seed = 7;
      let place = 0;
      await nextFrame();
      for (let frame = 0; frame < frames; frame += 1) {
        seed = (seed * 48_271) % 2_147_483_647;
        if (kind === 'jump') place = (seed / 2_147_483_647) * end;
        else place += kind === 'wheel' ? 120 : end / frames;
        const start = performance.now();
        window.scrollTo(0, place);
        await nextFrame();
        times.push(performance.now() - start);
        // After a jump the page of rows arrives and is drawn: those frames count as well.
        for (let settle = 0; settle < settleFrames; settle += 1) {
          const begin = performance.now();
          await nextFrame();
          times.push(performance.now() - begin);
        }
      }
      return times;
    },
    { kind, frames: kind === 'jump' ? 60 : frames },
  );
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/** Longest task of the page's main thread in processor time while `work` runs. */
async function worstTask(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = [];
  // The protocol types trace events as loose records; these are the members we read.
  const collect = (chunk: { value: object[] }) => events.push(...(chunk.value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const mains = new Set(
    events
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map((event) => `${event.pid}:${event.tid}`),
  );
  const tasks = events.filter(
    (event) => event.name.endsWith('RunTask') && mains.has(`${event.pid}:${event.tid}`),
  );
  return Math.max(0, ...tasks.map((event) => (event.tdur ?? 0) / 1000));
}

async function openList(context: BrowserContext, address: string): Promise<Page> {
  await context.addCookies([{ name: 'refreshTokenExists', value: '1', url: address }]);
  const page = await context.newPage();
  await page.route('**/api/**', answer);
  await page.goto(`${address}/contracts`);
  await page.waitForSelector('[role="row"] [data-row-link]');
  return page;
}

/**
 * Scrolls the contract list with 100,000 rows in Chromium: like a wheel, in one fling from top to bottom, and by
 * jumps. Needs the built browser application.
 */
async function measureScroll(): Promise<ScrollFigures[]> {
  const server = await serveWeb(fileURLToPath(new URL('../apps/web/dist', import.meta.url)));
  // A listening TCP server has an address object.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
    const page = await openList(context, address);
    const session = await context.newCDPSession(page);
    const figures: ScrollFigures[] = [];
    for (const kind of ['wheel', 'fling', 'jump'] as const) {
      // Tracing costs time itself, so frames and processor time are measured in two runs.
      const times = (await scroll(page, kind)).toSorted((one, other) => one - other);
      const cpu = await worstTask(session, async () => {
        await scroll(page, kind);
      });
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
      figures.push({
        kind,
        medianFrame: at(0.5),
        p95Frame: at(0.95),
        worstFrame: at(1),
        framesOverLimit: times.filter((time) => time > limitMs).length,
        worstTaskCpu: cpu,
      });
    }
    return figures;
  } finally {
    await browser.close();
    server.close();
  }
}

const figures = await measureScroll();
report(
  'scroll',
  'Scrolling a list of 100,000 rows',
  'The contract list in Chromium at 1440 × 900, answers from memory: turned like a wheel, in one fling from top to ' +
    'bottom, and by jumps to places that must load first. Frames are wall time, the longest task is processor time ' +
    'of the page alone, so that a busy machine can be told from a slow page.',
  ['moved', 'median frame', 'p95', 'worst', `frames over ${limitMs} ms`, 'longest task (CPU)', ''],
  figures.map((row) => [
    row.kind,
    milliseconds(row.medianFrame),
    milliseconds(row.p95Frame),
    milliseconds(row.worstFrame),
    String(row.framesOverLimit),
    milliseconds(row.worstTaskCpu),
    verdict(row.framesOverLimit === 0),
  ]),
);
