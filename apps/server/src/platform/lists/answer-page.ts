import type { Call } from '@depotwerk/api/call';
import { Reply } from '../http/route.ts';
import { type Page, pageHeaders, pageOf } from './paging.ts';

interface PageInput {
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Parameters<typeof pageHeaders>[1] & Parameters<typeof pageOf>[0];
}
interface PageOfRows<Row> {
  readonly items: Row[];
  readonly total: number;
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
  const { items, total, version } = await read(page);
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const etag = version === undefined ? {} : { etag: `"${version}"` };
  return Reply.json(items, { ...pageHeaders(path, query, page, total), ...etag });
}
