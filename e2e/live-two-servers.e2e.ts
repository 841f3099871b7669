import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { useJourney } from './support/journey.ts';
import { hearsOthers } from './support/live-stream.ts';
import { type SecondServer, startSecondServer } from './support/second-server.ts';

const admin = 'admin@demo.example';
const written = z.array(z.object({ id: z.string() }));

let second: SecondServer;
let customerId: string;
beforeAll(async () => {
  second = await startSecondServer();
  const call = await adviserApi(here.url);
  const [customer] = written.parse((await call('GET', '/customers?pageSize=1')).answer);
  customerId = customer?.id ?? '';
});
afterAll(() => second.stop());

const here = useJourney({ signsInAlways: true });
const there = useJourney({ signsInAlways: true, urlOf: () => second.url });

/** Moment at which the page has painted the text. */
async function paintedIn(page: Page, text: string): Promise<number> {
  const moment = await page.waitForFunction(
    (wanted) => (document.body.textContent.includes(wanted) ? Date.now() : 0),
    text,
    { polling: 'raf' },
  );
  return moment.jsonValue();
}

/** Counts how often a page is loaded from now on: what it shows later came to it by itself. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

describe('an event in three browsers on two servers', () => {
  it('is seen in each by itself, whichever of the servers it happened at', async () => {
    const path = `/customers/${customerId}?tab=notes`;
    const pages = [
      await here.signedIn(adviser, path),
      await here.signedIn('assistenz@demo.example', path, 'phone'),
      await there.signedIn(admin, path),
    ];
    expect(pages.map((page) => new URL(page.url()).origin)).toEqual([here.url, here.url, second.url]);
    for (const page of pages) await hearsOthers(page);
    const loads = pages.map(loadsOf);
    for (const [name, url] of [
      ['the first server', here.url],
      ['the second server', second.url],
    ] as const) {
      const call = await adviserApi(url);
      const text = `Anruf ${crypto.randomUUID().slice(0, 8)}`;
      const seen = pages.map((page) => paintedIn(page, text));
      const sentAt = Date.now();
      const { status } = await call('POST', `/customers/${customerId}/notes`, { text, visibility: 'group' });
      expect(status).toBe(201);
      const after = (await Promise.all(seen)).map((moment) => moment - sentAt);
      process.stderr.write(
        `A note written at ${name} stood in three browsers after ${after.join(', ')} ms\n`,
      );
      expect(Math.min(...after)).toBeGreaterThanOrEqual(0);
    }
    expect(loads.map((count) => count())).toEqual([0, 0, 0]);
  });
});
