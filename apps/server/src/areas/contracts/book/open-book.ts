import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type BroughtFile, readFileApart } from '../../../platform/file-threads/file-threads.ts';
import { isStatement, positionFileReader } from '../../../platform/position-files/position-file.ts';
import { foreignFormatOf } from '../../../platform/table-files/foreign-format.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import { openSource } from '../../../platform/table-files/open-source.ts';
import { readTableApart } from '../../../platform/table-files/read-table-apart.ts';
import type { SourceRecord, SourceTable } from '../../../platform/table-files/source-table.ts';
import { isBookHeader } from './book-file.ts';
import { bookTableReader } from './book-table-reader.ts';
import { isGdv } from './gdv/gdv-records.ts';
import { gdvReader } from './gdv/gdv-table.ts';
import { statementRecords } from './statement-table.ts';

/** A statement or a file of the GDV is read as a whole. */
const largestWhole = 50 * 1024 * 1024;
/** So far into a file its kind is looked for. */
const startLength = 4096;

type Whole = BroughtFile & { readonly bytes: Buffer };

/**
 * Opens an uploaded book as a table: a table, a custody statement (MT535, semt.002) or a file of the GDV, read in a thread of
 * its own.
 * @throws ImportRefused, 503 when too many files wait
 */
export async function openUploadedBook(bytes: Buffer, fileName: string): Promise<SourceTable> {
  return (
    (await readWhole(bytes.subarray(0, startLength), () => Promise.resolve({ bytes, fileName }))) ??
    readTableApart({ bytes, fileName }, bookTableReader)
  );
}

/** The same from disk. @throws ImportRefused */
export async function openBook(path: string): Promise<SourceTable> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) return openSource(path, isBookHeader);
  const whole = await readWhole(await readStart(path), async () => {
    if (info.size > largestWhole)
      throw new ImportRefused('Ein Depotauszug oder eine GDV-Datei darf höchstens 50 MB groß sein.');
    return { bytes: await readFile(path), fileName: basename(path) };
  });
  return whole ?? openSource(path, isBookHeader);
}

/** What is no table by its beginning, laid out as one; null for a table. */
async function readWhole(start: Buffer, bring: () => Promise<Whole>): Promise<SourceTable | null> {
  // Pages begin like statements in XML; the table says what they are.
  if (foreignFormatOf(start) !== null) return null;
  if (isStatement(start)) {
    const file = await bring();
    const statement = await readFileApart(positionFileReader, file);
    return tableOf(file, () => statementRecords(statement));
  }
  if (isGdv(start)) {
    const file = await bring();
    const records = await readFileApart(gdvReader, file);
    return tableOf(file, () => records);
  }
  return null;
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startLength), 0, startLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const tableOf = ({ bytes, fileName }: Whole, records: () => Iterable<SourceRecord>): SourceTable => ({
  fileName,
  fileHash: createHash('sha256').update(bytes).digest(),
  format: 'statement',
  notes: [],
  async *records() {
    yield* records();
  },
});
