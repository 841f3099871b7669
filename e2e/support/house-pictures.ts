import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const folder = resolve(import.meta.dirname, '../../docs/pictures');

/**
 * Takes the picture of docs/first-day.md with this name, when `PICTURES=on` asks for it; ImageMagick makes it small. Other
 * runs take none.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== 'on') return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `first-day-${name}.png`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: file });
  execFileSync('convert', [file, '-resize', '960x', '-colors', '128', '-strip', `png8:${file}`]);
}
