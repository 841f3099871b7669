import { writeAudit } from '../audit/write-audit.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { Reply } from '../http/route.ts';
import type { Services } from '../services.ts';
import { chooseColumns, type ExportColumn, exportRowLimit } from './export-column.ts';
import { exportRows, refuseTooManyRows } from './export-rows.ts';

interface Export<Row> {
  readonly query: { readonly format?: 'csv' | 'xlsx' | undefined; readonly columns?: string | undefined };
  readonly columns: readonly ExportColumn<Row>[];
  /** German noun for file and sheet. */
  readonly name: string;
  /** Entry of the log, e.g. `insurers.export`. */
  readonly action: string;
  /** What else the log says of it. */
  readonly details?: Readonly<Record<string, string>>;
}

interface IdExport<Row> extends Export<Row> {
  /** What the log calls the list. */
  readonly objectType: string;
  /** Ids of the whole list in its order, `limit` of them at most. */
  readonly readIds: (limit: number) => Promise<readonly string[]>;
  /** Rows by id; those that vanished since are left out. */
  readonly fetch: (ids: readonly string[]) => Promise<readonly Row[]>;
}

/**
 * A list of any length as a file: same filter, sort and columns as the screen, the whole of it instead of a page, with an
 * entry in the log. The caller has the permission.
 */
export async function exportByIds<Row>(
  services: Services,
  context: SignedInContext,
  list: IdExport<Row>,
): Promise<Reply<never>> {
  const { scope, actor } = context;
  const format = list.query.format ?? 'csv';
  const columns = chooseColumns(list.columns, list.query.columns);
  return exportRows(context, {
    format,
    columns,
    readIds: async () => {
      const ids = await list.readIds(exportRowLimit + 1);
      refuseTooManyRows(ids.length);
      await services.database.transaction(scope, (transaction) =>
        writeAudit(transaction, {
          actor,
          action: list.action,
          objectType: list.objectType,
          details: { ...list.details, format, rowCount: ids.length },
        }),
      );
      return ids;
    },
    fetch: list.fetch,
    name: list.name,
    now: new Date(services.clock()),
  });
}

interface ListExport<Row> extends Export<Row> {
  /** What the log calls it, where that is more than a list. */
  readonly objectType?: string;
  /** The first rows of the whole list in its order, and how many there are. */
  readonly read: (limit: number) => Promise<{ rows: readonly Row[]; total: number }>;
}

/** A list of thousands as a file, read at once. */
export async function exportList<Row extends { readonly id: number | string }>(
  services: Services,
  context: SignedInContext,
  { read, ...list }: ListExport<Row>,
): Promise<Reply<never>> {
  const byId = new Map<string, Row>();
  return exportByIds(services, context, {
    objectType: 'list',
    ...list,
    readIds: async () => {
      const { rows, total } = await read(exportRowLimit);
      refuseTooManyRows(total);
      for (const row of rows) byId.set(String(row.id), row);
      return [...byId.keys()];
    },
    fetch: (ids) => Promise.resolve(ids.flatMap((id) => byId.get(id) ?? [])),
  });
}
