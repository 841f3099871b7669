import { foldText } from '@depotwerk/domain/fold-text';
import { Parameters } from '../database/parameters.ts';
import type { Scope } from '../scope.ts';
import type { ReadServices } from '../services.ts';
import { orderBy, type SortColumn } from './order-by.ts';
import type { Page } from './paging.ts';
import type { SortTerm } from './sort-order.ts';

/** A list that reads its page and its exact number of hits in one round trip: for lists of thousands, not millions. */
export interface ListSource<Row, Key extends string, Filter> {
  /** Names the type of a row; never filled. */
  readonly rowType?: Row;
  /** What a row consists of; fixed SQL. */
  readonly selection: string;
  /** Tables with their joins; fixed SQL. */
  readonly from: string;
  /** Conditions of a filter; every value goes through `parameters`. */
  readonly conditions: (filter: Filter, parameters: Parameters, scope: Scope) => string[];
  readonly sortColumns: Readonly<Record<Key, SortColumn>>;
  /** Column of the id, the last key of every order. */
  readonly id: string;
  /**
   * The table of the rows alone, where `from` only joins what every row has, and how names of what is joined look (`r.`): a
   * place far down and the number of hits are found without them wherever neither condition nor order names one.
   */
  readonly bare?: { readonly from: string; readonly joined: RegExp };
  /** Kept numbers that answer a filter, as a statement whose `total` is the number of hits; null where it must be counted. */
  readonly keptTotal?: (filter: Filter, parameters: Parameters) => string | null;
  /** So many hits of a filter are counted, and no more; null where all of them are. */
  readonly mostCounted?: (filter: Filter) => number | null;
}

/** Rows of a page and the number of hits; not exact where there are more than were counted. */
export interface ListPage<Row> {
  readonly rows: Row[];
  readonly total: number;
  readonly isTotalExact: boolean;
}

interface ListRequest<Key extends string, Filter> {
  readonly filter: Filter;
  readonly sort: readonly SortTerm<Key>[];
  readonly page: Pick<Page, 'size' | 'offset'>;
}

/** Rows of a page and the number of all hits. */
export async function readList<Row, Key extends string, Filter>(
  services: ReadServices,
  scope: Scope,
  source: ListSource<Row, Key, Filter>,
  { filter, sort, page }: ListRequest<Key, Filter>,
): Promise<ListPage<Row>> {
  const parameters = new Parameters();
  const where = source.conditions(filter, parameters, scope).join(' and ') || 'true';
  const { bare } = source;
  const fromOf = (...texts: string[]) =>
    bare && !texts.some((text) => bare.joined.test(text)) ? bare.from : source.from;
  const countParameters = new Parameters();
  const keptTotal = source.keptTotal?.(filter, countParameters) ?? null;
  const most = source.mostCounted?.(filter) ?? null;
  const counted = `from ${fromOf(where)} where ${where}`;
  const countQuery =
    keptTotal === null
      ? {
          sql: `select count(*)::int as total ${most === null ? counted : `from (select ${counted} limit ${most + 1}) found`}`,
          parameters: [...parameters.values],
        }
      : { sql: keptTotal, parameters: countParameters.values };
  const order = orderBy(sort, source.sortColumns, source.id);
  const limits = `limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`;
  // What a row consists of is worked out for the page, not for every row before it. An order by what the selection itself
  // works out (a name in quotation marks) needs all of them.
  const isByColumns = !order.includes('"');
  const chosen = isByColumns
    ? `${source.id} in (select ${source.id} from ${fromOf(where, order)} where ${where} order by ${order} ${limits})`
    : where;
  const rest = isByColumns ? '' : ` ${limits}`;
  const [rows, [count]] = await services.database.readMany<[Row, { total: number }]>(scope, [
    {
      sql: `select ${source.selection} from ${source.from} where ${chosen} order by ${order}${rest}`,
      parameters: parameters.values,
    },
    countQuery,
  ]);
  const total = count?.total ?? 0;
  return { rows, total, isTotalExact: most === null || total <= most };
}

type PageReader<Row, Key extends string, Filter> = (
  services: ReadServices,
  scope: Scope,
  filter: Filter,
  sort: readonly SortTerm<Key>[],
  page: Pick<Page, 'size' | 'offset'>,
) => Promise<ListPage<Row>>;

/** Reads pages of a list with the number of all hits; its rows as they are stored, or as `show` makes them. */
export function pageReader<Row, Key extends string, Filter>(
  source: ListSource<Row, Key, Filter>,
): PageReader<Row, Key, Filter>;
export function pageReader<Row, Key extends string, Filter, Shown>(
  source: ListSource<Row, Key, Filter>,
  show: (row: Row, filter: Filter) => Shown,
): PageReader<Shown, Key, Filter>;
export function pageReader<Row, Key extends string, Filter, Shown>(
  source: ListSource<Row, Key, Filter>,
  show?: (row: Row, filter: Filter) => Shown,
): PageReader<Row | Shown, Key, Filter> {
  return async (services, scope, filter, sort, page) => {
    const found = await readList(services, scope, source, { filter, sort, page });
    return { ...found, rows: show ? found.rows.map((row) => show(row, filter)) : found.rows };
  };
}

/** Condition: the text of `expression` contains what is searched, whatever its case, accents and punctuation. */
export const contains = (expression: string, search: string, parameters: Parameters): string =>
  containsFolded(`fold_text(${expression})`, search, parameters);

/** As `contains`, for a column that keeps its text folded already. */
export function containsFolded(column: string, search: string, parameters: Parameters): string {
  // Folded once here, not once a row; what is left has no sign that means something to LIKE.
  const folded = foldText(search);
  // A text of punctuation only finds nothing, instead of everything.
  return folded === '' ? 'false' : `${column} like ${parameters.add(`%${folded}%`)}`;
}
