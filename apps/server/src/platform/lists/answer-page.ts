import type { Call } from '@depotwerk/api/call';
import { Reply } from '../http/route.ts';
import { type Page, pageHeaders, pageOf } from './paging.ts';
import { boundedHeaders } from './total-count.ts';

interface PageInput {
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Parameters<typeof pageHeaders>[1] & Parameters<typeof pageOf>[0];
}
interface PageOfRows<Row> {
  readonly items: Row[];
  readonly total: number;
  /** False where more hits are there than were counted; `total` is one more than those then. */
  readonly isTotalExact?: boolean;
  /** Of the object the rows belong to, where they are saved together. */
  readonly version?: number;
}

/** The page of a list that was asked for; its links lead to the other pages of the same address. */
export async function answerPage<Row>(
  call: Call,
  { params, query }: PageInput,
  read: (page: Page) => Promise<PageOfRows<Row>>,
): Promise<Reply<Row[]>> {
  const page = pageOf(query);
  const { items, total, isTotalExact = true, version } = await read(page);
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const etag = version === undefined ? {} : { etag: `"${version}"` };
  const headers = isTotalExact
    ? pageHeaders(path, query, page, total)
    : boundedHeaders(path, query, page, total, items.length, total - 1);
  return Reply.json(items, { ...headers, ...etag });
}
