import type { ExportColumn } from '../export/export-column.ts';
import { exportList } from '../export/export-list.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { Reply } from '../http/route.ts';
import type { Services } from '../services.ts';
import { pageHeaders, pageOf } from './paging.ts';
import { parseSort, type SortTerm } from './sort-order.ts';
import { boundedHeaders } from './total-count.ts';

interface ListQuery {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly sort?: string | undefined;
  readonly format?: 'csv' | 'xlsx' | undefined;
  readonly columns?: string | undefined;
}
type QueryValue = string | number | boolean | undefined;

interface List<Row, Key extends string, Query extends ListQuery> {
  /** Of the call, for the links to other pages. */
  readonly path: string;
  readonly query: Query & { readonly [Member in keyof Query]: QueryValue };
  readonly sortKeys: readonly Key[];
  /** Its order where none is asked for: keys, smallest first. */
  readonly firstSort: readonly Key[];
  /** Columns of the file. */
  readonly columns: readonly ExportColumn<Row>[];
  /** German noun for file and sheet. */
  readonly name: string;
  /** Entry of the log for the file, e.g. `insurers.export`. */
  readonly action: string;
  readonly read: (
    sort: readonly SortTerm<Key>[],
    page: { readonly size: number; readonly offset: number },
    isFile: boolean,
  ) => Promise<{ readonly rows: Row[]; readonly total: number; readonly isTotalExact?: boolean }>;
}

/**
 * A list of thousands as its page, or the whole of it as a file where the query asks for one.
 * @throws 400 for a key it cannot be sorted by or a column it does not have, 422 for a file with too many rows
 */
export async function answerList<
  Row extends { readonly id: number | string },
  Key extends string,
  Query extends ListQuery,
>(
  services: Services,
  context: SignedInContext,
  { path, query, sortKeys, firstSort, columns, name, action, read }: List<Row, Key, Query>,
): Promise<Reply<Row[]>> {
  const fallback = firstSort.map((key) => ({ key, isDescending: false }));
  const sort = parseSort(query.sort, sortKeys, fallback);
  if (query.format !== undefined) {
    const whole = (size: number) => read(sort, { size, offset: 0 }, true);
    return exportList(services, context, { query, columns, name, action, read: whole });
  }
  const page = pageOf(query);
  const { rows, total, isTotalExact = true } = await read(sort, page, false);
  // Of more hits than are counted, the one behind the last counted is known to be there.
  const headers = isTotalExact
    ? pageHeaders(path, query, page, total)
    : boundedHeaders(path, query, page, total, rows.length, total - 1);
  return Reply.json(rows, headers);
}
