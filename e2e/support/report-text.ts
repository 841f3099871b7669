import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';

/** One blank for any white space, as paper and screen break lines differently. */
export const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');

/** Text of a PDF, words split at line ends joined. */
export async function pdfText(path: string): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(path))), {
    mergePages: true,
  });
  return plain(text);
}

/** Clicks, and returns name and text of the report its window brings. */
export async function reportOf(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const downloads: Download[] = [];
  const [popup] = await Promise.all([
    page.waitForEvent('popup', (opened) => {
      // At once: a quick server's file comes before the next line of ours.
      opened.on('download', (download) => downloads.push(download));
      return true;
    }),
    click(),
  ]);
  await expect.poll(() => downloads.length).toBe(1);
  const [download] = downloads;
  if (!download) throw new Error('the report did not come');
  // Where PDFs are saved, the window says so under the file's name and can be closed.
  await expect.poll(() => popup.title()).toBe(download.suggestedFilename());
  // The window may be gone before the click that closes it is answered.
  await popup
    .getByRole('button', { name: 'Fenster schließen' })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
  await expect.poll(() => popup.isClosed()).toBe(true);
  return { name: download.suggestedFilename(), text: await pdfText(await download.path()) };
}
