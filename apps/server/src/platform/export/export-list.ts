import { writeAudit } from '../audit/write-audit.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { Reply } from '../http/route.ts';
import type { Services } from '../services.ts';
import { chooseColumns, type ExportColumn, exportRowLimit } from './export-column.ts';
import { exportRows, refuseTooManyRows } from './export-rows.ts';

interface ListExport<Row> {
  readonly query: { readonly format?: 'csv' | 'xlsx' | undefined; readonly columns?: string | undefined };
  readonly columns: readonly ExportColumn<Row>[];
  /** German noun for file and sheet. */
  readonly name: string;
  /** Entry of the log, e.g. `insurers.export`. */
  readonly action: string;
  /** The first rows of the whole list in its order, and how many there are. */
  readonly read: (limit: number) => Promise<{ rows: readonly Row[]; total: number }>;
}

/** A list of thousands as a file: same filter, sort and columns as the screen, with an entry in the log. */
export async function exportList<Row extends { readonly id: number | string }>(
  services: Services,
  context: SignedInContext,
  list: ListExport<Row>,
): Promise<Reply<never>> {
  const format = list.query.format ?? 'csv';
  const columns = chooseColumns(list.columns, list.query.columns);
  const { rows, total } = await list.read(exportRowLimit);
  refuseTooManyRows(total);
  await services.database.transaction(context.scope, (transaction) =>
    writeAudit(transaction, {
      actor: context.actor,
      action: list.action,
      objectType: 'list',
      details: { format, rowCount: rows.length },
    }),
  );
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return exportRows({
    format,
    columns,
    ids: [...byId.keys()],
    fetch: (ids) => Promise.resolve(ids.flatMap((id) => byId.get(id) ?? [])),
    name: list.name,
    zone: context.zone,
    now: new Date(services.clock()),
  });
}
