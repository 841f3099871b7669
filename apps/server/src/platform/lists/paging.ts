/** Rows of a page when the caller does not say. */
const defaultPageSize = 50;

export interface Page {
  /** 1-based. */
  readonly number: number;
  readonly size: number;
  readonly offset: number;
}

/** Page of a list query; the descriptor has already checked the limits. */
export function pageOf(query: { page?: number | undefined; pageSize?: number | undefined }): Page {
  const number = query.page ?? 1;
  const size = query.pageSize ?? defaultPageSize;
  return { number, size, offset: (number - 1) * size };
}

type QueryValue = string | number | boolean | undefined;

/**
 * `X-Total-Count` and `Link` (RFC 8288) of a list. Links carry every member of the query, so that following them
 * keeps filter and sort; beyond the last page `prev` leads back to it.
 */
export function pageHeaders(
  path: string,
  query: Readonly<Record<string, QueryValue>>,
  page: Page,
  total: number,
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.size));
  const kept = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && key !== 'page' && key !== 'pageSize') kept.set(key, String(value));
  }
  const rest = kept.size > 0 ? `&${kept.toString()}` : '';
  const link = (number: number, relation: string) =>
    `</api${path}?page=${number}&pageSize=${page.size}${rest}>; rel="${relation}"`;
  const links = [link(1, 'first'), link(last, 'last')];
  if (page.number > 1) links.push(link(Math.min(page.number - 1, last), 'prev'));
  if (page.number < last) links.push(link(page.number + 1, 'next'));
  return { 'x-total-count': String(total), link: links.join(', ') };
}
