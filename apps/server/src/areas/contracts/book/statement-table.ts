import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { bookFields } from '@depotwerk/domain/book/book-fields';
import { type BroughtFile, readFileApart } from '../../../platform/file-threads/file-threads.ts';
import { isStatement, positionFileReader } from '../../../platform/position-files/position-file.ts';
import type { StatementFile } from '../../../platform/position-files/statement.ts';
import { unitPrice } from '../../../platform/position-files/unit-price.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import { openSource } from '../../../platform/table-files/open-source.ts';
import { readTableApart } from '../../../platform/table-files/read-table-apart.ts';
import type { SourceRecord, SourceTable } from '../../../platform/table-files/source-table.ts';
import { isBookHeader } from './book-file.ts';
import { bookTableReader } from './book-table-reader.ts';

const largestStatement = 50 * 1024 * 1024;
/** So far into a file its kind is looked for. */
const startLength = 4096;

const header = [
  bookFields.contractNumber.label,
  bookFields.isin.label,
  bookFields.quantity.label,
  bookFields.price.label,
  bookFields.priceDate.label,
  bookFields.costValue.label,
  bookFields.valuationDate.label,
];

/**
 * Opens an uploaded book, a table or a custody statement (MT535, semt.002) as one, read in a thread of its own.
 * @throws ImportRefused, 503 when too many files wait
 */
export async function openUploadedBook(bytes: Buffer, fileName: string): Promise<SourceTable> {
  return isStatement(bytes.subarray(0, startLength))
    ? readStatement({ bytes, fileName })
    : readTableApart({ bytes, fileName }, bookTableReader);
}

/** The same from disk. @throws ImportRefused */
export async function openBook(path: string): Promise<SourceTable> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile() || !isStatement(await readStart(path))) return openSource(path, isBookHeader);
  if (info.size > largestStatement)
    throw new ImportRefused('Ein Depotauszug darf höchstens 50 MB groß sein.');
  return readStatement({ bytes: await readFile(path), fileName: basename(path) });
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

/** Reads a statement in a thread of its own, within its limits, and lays it out as a table of holdings. */
async function readStatement(file: BroughtFile & { readonly bytes: Buffer }): Promise<SourceTable> {
  const fileHash = createHash('sha256').update(file.bytes).digest();
  const statement = await readFileApart(positionFileReader, file);
  return {
    fileName: file.fileName,
    fileHash,
    format: 'statement',
    notes: [],
    async *records() {
      yield* statementRecords(statement);
    },
  };
}

/**
 * The holdings of a statement below the names of their columns: line 2 is its first holding. What could not be read
 * follows as lines that say why, so that no holding is lost without a word.
 */
export function* statementRecords({ statements, problems }: StatementFile): Generator<SourceRecord> {
  let line = 1;
  yield { line, cells: header };
  for (const { account, date, positions } of statements) {
    for (const position of positions) {
      line += 1;
      const { price } = unitPrice(position);
      const cells = [
        account,
        position.isin,
        position.quantity,
        price ?? '',
        position.priceDate ?? '',
        position.costValue ?? '',
        date,
      ];
      yield { line, cells };
    }
  }
  for (const { account, message } of problems) {
    line += 1;
    yield { line, cells: [account ?? ''], fault: message };
  }
}
