import type { Page } from './paging.ts';

/**
 * Number of hits of a list whose page has been read. A page that is not full shows the end, so nothing needs to
 * be counted; otherwise `count` is asked, and never contradicts the rows just read.
 */
export async function totalOf(page: Page, rowsRead: number, count: () => Promise<number>): Promise<number> {
  const seen = page.offset + rowsRead;
  if (rowsRead < page.size && (rowsRead > 0 || page.offset === 0)) return seen;
  const counted = await count();
  return rowsRead === 0 ? Math.min(counted, page.offset) : Math.max(counted, seen);
}
