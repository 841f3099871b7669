import { Readable } from 'node:stream';
import { locale } from '@depotwerk/domain/locale';
import { AppError } from '../http/app-error.ts';
import type { ClientZone } from '../http/client-zone.ts';
import { todayIn } from '../http/client-zone.ts';
import { Reply } from '../http/route.ts';
import { Slots } from '../slots.ts';
import { writeCsv } from './csv.ts';
import { type ExportColumn, exportRowLimit } from './export-column.ts';
import { writeXlsx, xlsxContentType } from './xlsx.ts';

/** Rows fetched at once: enough to be quick, few enough that what people do at the screen has its turn in between. */
const batchSize = 250;
/** One batch of all files at a time: many files at once take longer, and the lists of others do not. */
const turns = new Slots(1);

interface ExportRequest<Row> {
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly ExportColumn<Row>[];
  /** Ids of all rows in their order. */
  readonly ids: readonly string[];
  /** Rows by id; those that vanished since are left out. */
  readonly fetch: (ids: readonly string[]) => Promise<readonly Row[]>;
  /** German noun for file and sheet, e.g. "Verträge". */
  readonly name: string;
  readonly zone: ClientZone;
  readonly now: Date;
}

/**
 * A list as a file. The ids fix what is exported and in which order; rows follow in batches while the file is
 * sent, so no transaction stays open for a slow reader.
 */
export function exportRows<Row>(request: ExportRequest<Row>): Reply<never> {
  const { format, columns, name, zone } = request;
  const timeZone = zone.name ?? locale.timeZone;
  const rows = batches(request.ids, request.fetch);
  const body =
    format === 'csv' ? writeCsv(columns, rows, timeZone) : writeXlsx(name, columns, rows, timeZone);
  return Reply.file({
    fileName: `${name}_${todayIn(zone, request.now).replaceAll('-', '')}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : xlsxContentType,
    body: Readable.from(body, { objectMode: false }),
  });
}

async function* batches<Row>(ids: readonly string[], fetch: ExportRequest<Row>['fetch']) {
  for (let start = 0; start < ids.length; start += batchSize) {
    // The turn ends with the rows, before the reader takes them: a slow one holds nobody up.
    yield await turns.use(() => fetch(ids.slice(start, start + batchSize)));
  }
}

/** Refuses what exceeds the limit instead of cutting it off: a file that silently ends early would mislead. */
export function refuseTooManyRows(count: number): void {
  if (count > exportRowLimit)
    throw new AppError('common.exportTooLarge', { params: { limit: exportRowLimit } });
}
