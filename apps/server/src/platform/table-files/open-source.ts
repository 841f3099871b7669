import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { openCsv } from './csv-source.ts';
import { foreignFormatOf, isOldContainer } from './foreign-format.ts';
import { ImportRefused } from './import-refused.ts';
import type { SourceCell, SourceTable } from './source-table.ts';
import { openXlsx, refuseLargeWorkbook } from './xlsx-source.ts';

const archive = '504b0304';

/**
 * Opens a CSV or XLSX file for import. Name and content must agree; nothing is guessed from the content alone.
 * `isHeader` chooses among the sheets of a workbook and the delimiters of a text. Throws `ImportRefused` with a German sentence.
 */
export async function openSource(
  path: string,
  isHeader: (cells: readonly SourceCell[]) => boolean,
): Promise<SourceTable> {
  const fileName = basename(path);
  const info = await stat(path).catch((error: unknown) => {
    throw new ImportRefused(
      `Die Datei „${fileName}“ wurde nicht gefunden oder ist nicht lesbar.`,
      undefined,
      {
        cause: error,
      },
    );
  });
  if (!info.isFile()) throw new ImportRefused(`„${fileName}“ ist keine Datei.`);
  if (info.size === 0) throw new ImportRefused('Die Datei ist leer oder hat ein falsches Format.');
  const beginning = await readStart(path, 500);
  const start = beginning.subarray(0, 4).toString('hex');
  const extension = extname(path).toLowerCase();
  const isSmall = info.size <= largestFileBytes;
  const foreign = foreignFormatOf(isOldContainer(beginning) && isSmall ? await readFile(path) : beginning);
  if (foreign !== null) throw new ImportRefused(`Die Datei „${fileName}“ ist ${foreign}.`);
  if (extension === '.xlsx') {
    if (start !== archive) {
      throw new ImportRefused(`Die Datei „${fileName}“ heißt .xlsx, ist aber keine Excel-Arbeitsmappe.`);
    }
    refuseLargeWorkbook(info.size);
    return openXlsx(await readFile(path), fileName, isHeader);
  }
  if (extension === '.csv' || extension === '.txt' || extension === '.tsv') {
    if (start === archive) {
      throw new ImportRefused(`Die Datei „${fileName}“ heißt ${extension}, enthält aber keinen Text.`);
    }
    return openCsv(() => readChunks(path), fileName, await hashFile(path), isHeader);
  }
  throw new ImportRefused(`Nur Dateien mit der Endung .csv oder .xlsx werden gelesen, nicht „${fileName}“.`);
}

/**
 * Opens bytes somebody uploaded; the content decides, not the name. Throws `ImportRefused`.
 */
export async function openUploadedTable(
  bytes: Buffer,
  fileName: string,
  isHeader: (cells: readonly SourceCell[]) => boolean,
): Promise<SourceTable> {
  if (bytes.byteLength === 0) throw new ImportRefused('Die Datei ist leer oder hat ein falsches Format.');
  const foreign = foreignFormatOf(bytes);
  if (foreign !== null) throw new ImportRefused(`Die Datei „${fileName}“ ist ${foreign}.`);
  if (bytes.subarray(0, 4).toString('hex') === archive) return openXlsx(bytes, fileName, isHeader);
  return openCsv(() => [bytes], fileName, createHash('sha256').update(bytes).digest(), isHeader);
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  // Without encoding a stream emits buffers only.
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk as Buffer;
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}
