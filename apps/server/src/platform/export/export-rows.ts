import { locale } from '@depotwerk/domain/locale';
import { AppError } from '../http/app-error.ts';
import { todayIn } from '../http/client-zone.ts';
import type { Reply } from '../http/route.ts';
import { type ExportColumn, exportRowLimit } from './export-column.ts';
import { type ExportContext, fileInTurns } from './file-in-turns.ts';
import { partOf } from './table-part.ts';
import type { NextPart, TableFormat } from './table-types.ts';
import { writePartApart } from './write-apart.ts';
import { tableContentTypes, tableFile } from './write-table.ts';

/** Rows fetched at once: enough to be quick, few enough that what people do at the screen has its turn in between. */
const batchSize = 250;

interface ExportRequest<Row> {
  readonly format: TableFormat;
  readonly columns: readonly ExportColumn<Row>[];
  /** Ids of all rows in their order. */
  readonly readIds: () => Promise<readonly string[]>;
  /** Rows by id; those that vanished since are left out. */
  readonly fetch: (ids: readonly string[]) => Promise<readonly Row[]>;
  /** German noun for file and sheet, e.g. "Verträge". */
  readonly name: string;
  readonly now: Date;
}

/**
 * A list as a file. The ids fix what is exported and in which order; rows follow in batches while the file is
 * sent, so no transaction stays open for a slow reader. The first batch is written before anything is sent: what fails at
 * once is told as an error, not as half a file.
 * @throws 429 when the caller or his house has enough files under way, 503 when the file cannot be written
 */
export async function exportRows<Row>(
  context: ExportContext,
  request: ExportRequest<Row>,
): Promise<Reply<never>> {
  const { zone } = context;
  const { format, columns, name } = request;
  const timeZone = zone.name ?? locale.timeZone;
  return fileInTurns(context, async (inTurn) => {
    const ids = await request.readIds();
    let start = 0;
    const writeNext: NextPart = (after) => {
      if (start >= ids.length) return Promise.resolve(null);
      const batch = ids.slice(start, start + batchSize);
      start += batchSize;
      return inTurn(async () => {
        const rows = await request.fetch(batch);
        return writePartApart(partOf({ format, columns, timeZone }, rows, after));
      });
    };
    return {
      fileName: `${name}_${todayIn(zone, request.now).replaceAll('-', '')}.${format}`,
      contentType: tableContentTypes[format],
      bytes: tableFile({ format, columns }, name, writeNext),
    };
  });
}

/** Refuses what exceeds the limit instead of cutting it off: a file that silently ends early would mislead. */
export function refuseTooManyRows(count: number): void {
  if (count > exportRowLimit)
    throw new AppError('common.exportTooLarge', { params: { limit: exportRowLimit } });
}
