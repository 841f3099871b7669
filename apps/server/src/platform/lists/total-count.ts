import { type Page, pageHeaders } from './paging.ts';

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

/** Hits of lists that only grow, or whose every hit costs look-ups, are counted exactly up to here; beyond it nobody needs the number. */
const exactHits = 10_000;

/** Statement whose `count` is the number of hits, at most {@link exactHits} + 1; fixed SQL. */
export const boundedCount = (from: string, where: string): string =>
  `select count(*)::int as count from (select from ${from} where ${where} limit ${exactHits + 1}) found`;

/**
 * `pageHeaders` of such a list: more than `exact` hits are told as "at least", as many as are known to be there.
 * @param rowsRead how many rows the page has
 */
export function boundedHeaders(
  path: string,
  query: Parameters<typeof pageHeaders>[1],
  page: Page,
  hits: number,
  rowsRead: number,
  exact = exactHits,
): Record<string, string> {
  if (hits <= exact) return pageHeaders(path, query, page, hits);
  const known = rowsRead === 0 ? exact : Math.max(exact, page.offset + rowsRead);
  // Behind a full page there may be another: who follows the links comes to the end of the list, not to that of the counting.
  const linked = rowsRead < page.size ? known : Math.max(known, page.offset + rowsRead + 1);
  const headers = pageHeaders(path, query, page, linked);
  return { ...headers, 'x-total-count': String(known), 'x-total-count-relation': 'atLeast' };
}
