import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { loaded } from './journey.ts';

/** Loads a page anew and waits until what others change comes to it by itself. */
export async function hearsOthers(page: Page): Promise<void> {
  const stream = page.context().waitForEvent('response', (response) => response.url().endsWith('/api/live'));
  await page.reload();
  expect((await stream).headers()['content-type']).toContain('text/event-stream');
  await loaded(page);
}
