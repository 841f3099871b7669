import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../tools/find-chromium.ts';
import { type KeyTimes, pressKeys, quantileOf, watchKeys } from './key-paint.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { serveWeb } from './serve-web.ts';
import { exampleAnalysis, exampleGuid, exampleHouse } from './visitor-examples.ts';

const questionCount = 60;
const medianMs = 16;
const rounds = 40;

/** Where keys are pressed, and which; each in a question in the middle of the page. */
const fields = [
  { what: 'free text', place: 32, role: 'textbox', keys: 'Das ist eine Antwort '.split('') },
  {
    what: 'whole number',
    place: 33,
    role: 'textbox',
    keys: ['1', '2', '3', 'Backspace', 'Backspace', 'Backspace'],
  },
  { what: 'day', place: 34, role: 'textbox', keys: ['3', '.', '4', 'Backspace', 'Backspace', 'Backspace'] },
  { what: 'single choice (arrow)', place: 35, role: 'radio', keys: ['ArrowDown'] },
  { what: 'several (space)', place: 36, role: 'checkbox', keys: ['Space'] },
] as const;

const question = (page: Page, place: number) =>
  page.locator('.question').filter({ hasText: `Frage ${place + 1}:` });

/** A measure of a form that takes no keys would be worth nothing. */
async function provesToWrite(page: Page): Promise<void> {
  const field = question(page, 32).getByRole('textbox');
  await field.fill('Probe');
  if ((await field.inputValue()) !== 'Probe') throw new Error('The text did not arrive.');
  await field.fill('');
}

function rowOf(what: string, times: readonly KeyTimes[]): Row {
  const wall = times.map((time) => time.wall);
  const median = quantileOf(wall, 0.5);
  return [
    what,
    milliseconds(median),
    milliseconds(quantileOf(wall, 0.95)),
    milliseconds(Math.max(...wall)),
    milliseconds(
      quantileOf(
        times.map(({ cpu }) => cpu),
        0.5,
      ),
    ),
    `${Math.max(...times.map(({ changed }) => changed['questions'] ?? 0))} of ${questionCount}`,
    verdict(median <= medianMs),
  ];
}

async function measure(): Promise<Row[]> {
  const server = await serveWeb(fileURLToPath(new URL('../apps/web/dist', import.meta.url)), {
    answers: {
      '/api/white-label-config': exampleHouse,
      [`/api/depotanalysis/${exampleGuid}`]: exampleAnalysis(questionCount),
    },
  });
  // A listening TCP server has an address object.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'de-DE' });
    const page = await context.newPage();
    // Stored while typing, as in the product.
    await page.route('**/api/depotanalysis/**', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ json: { rowVersion: 2 } }) : route.fallback(),
    );
    await page.goto(`${address}/depotanalysis#${exampleGuid}`);
    await question(page, 59).waitFor();
    const drawn = await page.locator('.question').count();
    if (drawn !== questionCount) throw new Error(`${drawn} questions are drawn.`);
    await provesToWrite(page);
    await watchKeys(page, { questions: '.question' });
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const all: KeyTimes[] = [];
    const rows: Row[] = [];
    for (const { what, place, role, keys } of fields) {
      await question(page, place).getByRole(role).first().focus();
      const pressed = Array.from({ length: rounds }, (_, index) => keys[index % keys.length] ?? '');
      const times = await pressKeys(page, session, pressed);
      all.push(...times);
      rows.push(rowOf(what, times));
    }
    return [...rows, rowOf('all', all)];
  } finally {
    await browser.close();
    server.close();
  }
}

report(
  'questionnaire',
  'Answering a questionnaire of 60 questions',
  `From the key until the changed picture is painted, on the page of the depot analysis with ${questionCount} questions of all five kinds on one page, in Chromium at 1440 × 900, ${rounds} keys each; processor time is that of the page's main thread. "Questions" is the most of them in which one key changed anything. Aim: median ≤ ${medianMs} ms.`,
  ['key in', 'median', 'p95', 'worst', 'median (CPU)', 'questions', ''],
  await measure(),
);
