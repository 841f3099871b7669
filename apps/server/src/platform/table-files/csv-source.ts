import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { foreignFormatOf } from './foreign-format.ts';
import { ImportRefused } from './import-refused.ts';
import type { SourceRecord, SourceTable } from './source-table.ts';
import { requireWidth } from './table-limits.ts';
import { wrongLetters } from './wrong-letters.ts';

type Encoding = 'utf-8' | 'windows-1252';

const encodingNames = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' } satisfies Record<Encoding, string>;

/** The bytes of the file from its beginning, as often as asked. */
type Content = () => Iterable<Buffer> | AsyncIterable<Buffer>;

type IsHeader = (cells: readonly string[]) => boolean;

interface CsvForm {
  readonly encoding: Encoding;
  readonly delimiter: string;
}

const delimiters = [';', ',', '\t'] as const;
const delimiterNames: Record<string, string> = { ';': 'Semikolon', ',': 'Komma', '\t': 'Tabulator' };
const sampleSize = 512 * 1024;
/** A record longer than this is a lost quotation mark or made to keep the reader busy, not a row: 10,000 columns of 100 letters fit. */
const longestRecord = 1024 * 1024;
const tooLong = 'Die Zeile ist zu lang; vermutlich fehlt ein Anführungszeichen.';

/**
 * Opens a text table: finds out encoding (UTF-16 by its mark, as "Unicode-Text" of Excel, or by the zeros in its first letters; UTF-8 with or without mark, else
 * Windows-1252) and delimiter, and
 * refuses bytes that are no text, and umlauts of another encoding at its beginning. Reading streams, so memory does not grow with the file.
 */
export async function openCsv(
  written: Content,
  fileName: string,
  fileHash: Buffer,
  isHeader: IsHeader,
): Promise<SourceTable> {
  const wide = await wideEncodingOf(written);
  const content = wide === null ? written : () => inUtf8(written(), wide);
  if (wide !== null) await refuseMarkup(content, fileName);
  const form = await findForm(content, isHeader);
  return {
    fileName,
    fileHash,
    format: 'csv',
    delimiter: form.delimiter,
    notes: [
      `Zeichensatz ${wide === null ? encodingNames[form.encoding] : 'UTF-16'}, Trennzeichen ${delimiterNames[form.delimiter]}.`,
    ],
    records: () => readRecords(content, form),
  };
}

type WideEncoding = 'utf-16le' | 'utf-16be';

/** Which UTF-16 the mark at the beginning of a file tells of, or without one the zeros between its first letters; null for none. */
async function wideEncodingOf(content: Content): Promise<WideEncoding | null> {
  for await (const bytes of content()) {
    const mark = bytes.subarray(0, 2).toString('hex');
    if (mark === 'fffe') return 'utf-16le';
    if (mark === 'feff') return 'utf-16be';
    // Programs of databases write no mark. No other text has zeros.
    const zeros = [...bytes.subarray(0, 64)].flatMap((byte, place) => (byte === 0 ? [place % 2] : []));
    const odd = zeros.filter((side) => side === 1).length;
    const even = zeros.length - odd;
    // A symbol among the letters may have one on the other side.
    if (Math.max(even, odd) < 4 || Math.min(even, odd) * 4 > Math.max(even, odd)) return null;
    return odd > even ? 'utf-16le' : 'utf-16be';
  }
  return null;
}

/** The same text in UTF-8, piece by piece. @throws ImportRefused where it is cut within a letter */
async function* inUtf8(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  encoding: WideEncoding,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const bytes of content) yield Buffer.from(decoder.decode(bytes, { stream: true }));
    yield Buffer.from(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportRefused('Die Datei ist kein Text oder beschädigt. Bitte speichern Sie sie als UTF-8.');
  }
}

/** Pages and statements in XML were told from a table by their first bytes, which in UTF-16 are others. @throws ImportRefused */
async function refuseMarkup(content: Content, fileName: string): Promise<void> {
  for await (const bytes of content()) {
    const foreign = foreignFormatOf(bytes);
    if (foreign !== null) throw new ImportRefused(`Die Datei „${fileName}“ ist ${foreign}.`);
    if (/^\s*<[?!a-z]/i.test(bytes.subarray(0, 500).toString('utf8')))
      throw new ImportRefused('Die Datei ist in UTF-16 gespeichert. Bitte speichern Sie sie als UTF-8.');
    return;
  }
}

async function findForm(content: Content, isHeader: IsHeader): Promise<CsvForm> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const sample: Buffer[] = [];
  let sampled = 0;
  const lines = new LineEnds();
  let isUtf8 = true;
  for await (const bytes of content()) {
    const zero = bytes.indexOf(0);
    if (zero >= 0) {
      lines.pass(bytes.subarray(0, zero));
      throw new ImportRefused(
        `Zeile ${lines.line} enthält ein Nullzeichen: Die Datei ist kein Text oder beschädigt.`,
      );
    }
    lines.pass(bytes);
    if (sampled < sampleSize) {
      sample.push(bytes.subarray(0, sampleSize - sampled));
      sampled += bytes.length;
    }
    if (isUtf8) {
      try {
        strict.decode(bytes, { stream: true });
      } catch {
        isUtf8 = false;
      }
    }
  }
  if (isUtf8) {
    try {
      strict.decode();
    } catch {
      isUtf8 = false;
    }
  }
  const encoding = isUtf8 ? 'utf-8' : 'windows-1252';
  const text = new TextDecoder(encoding).decode(Buffer.concat(sample));
  if (text.trim() === '') throw new ImportRefused('Die Datei ist leer oder hat ein falsches Format.');
  const letters = wrongLetters(text, encoding);
  if (letters !== null) throw new ImportRefused(letters);
  return { encoding, delimiter: findDelimiter(text, sampled > sampleSize, isHeader) };
}

/** Counts lines, and refuses one too long to be a row before anything takes it apart: a million columns need seconds. */
class LineEnds {
  line = 1;
  #length = 0;

  /** @throws ImportRefused */
  pass(bytes: Buffer): void {
    for (const byte of bytes) {
      this.#length += 1;
      if (byte === 10) this.line += 1;
      if (byte === 10 || byte === 13) this.#length = 0;
      if (this.#length > longestRecord) throw new ImportRefused(`Zeile ${this.line}: ${tooLong}`);
    }
  }
}

/**
 * The delimiter under which one of the first rows is the header, and of several, or where none is, the one under which most rows
 * are as wide as the widest common row: with what is empty at their ends or without, because programs write as many
 * delimiters there as they please.
 */
function findDelimiter(sample: string, isCut: boolean, isHeader: IsHeader): string {
  const text = isCut ? sample.slice(0, sample.lastIndexOf('\n') + 1) : sample;
  const forms = delimiters.map((delimiter) => {
    const rows = firstRows(text, delimiter);
    return { delimiter, rows, hasHeader: rows.some((row) => row.length > 1 && isHeader(row)) };
  });
  const headed = forms.filter(({ hasHeader }) => hasHeader);
  let best: { delimiter: string; agreement: number; width: number } | null = null;
  for (const { delimiter, rows } of headed.length > 0 ? headed : forms) {
    for (const widths of [rows.map((row) => row.length), rows.map(usedWidth)]) {
      const width = mostFrequent(widths.filter((each) => each > 1));
      if (width === null) continue;
      const agreement = widths.filter((each) => each === width).length / widths.length;
      if (!best || agreement > best.agreement || (agreement === best.agreement && width > best.width)) {
        best = { delimiter, agreement, width };
      }
    }
  }
  return best?.delimiter ?? ';';
}

const usedWidth = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1;

/** All of them in one file: rows one program appended to another's file would else be cells of the row above. */
const lineEnds = ['\r\n', '\n', '\r'];

/** Where a quotation mark is lost, the marks are letters: under the right delimiter most rows are still as wide as each other. */
function firstRows(text: string, delimiter: string): string[][] {
  const read = (quote: '"' | false): string[][] => {
    const rows: string[][] = parseNow(text, {
      delimiter,
      quote,
      record_delimiter: lineEnds,
      relax_column_count: true,
      relax_quotes: true,
      bom: true,
      to: 50,
    });
    return rows.filter((row) => row.some((cell) => cell !== ''));
  };
  try {
    return read('"');
  } catch {
    return read(false);
  }
}

function mostFrequent(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: number | null = null;
  for (const [value, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = value;
  }
  return best;
}

async function* decode(content: Content, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of content()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* readRecords(content: Content, form: CsvForm): AsyncGenerator<SourceRecord> {
  const whole = new LinesOfRecords();
  const read = new LinesOfRecords();
  const parser = parse({
    delimiter: form.delimiter,
    bom: true,
    // Of the records alone: those that wait to be read are lost with the error that names the line after them.
    on_record: (item: string[]) => {
      const { record, info } = itemOf(item);
      whole.beginOf(record, info);
      return item;
    },
    record_delimiter: lineEnds,
    relax_column_count: true,
    // A quotation mark inside of an unquoted cell is text; a lost one still ends in an error or a wrong width.
    relax_quotes: true,
    // Left out below anyway; a record made of each of millions keeps the reader busy for minutes.
    skip_empty_lines: true,
    info: true,
    max_record_size: longestRecord,
  });
  const end = { isOpen: false };
  const source = Readable.from(watchEnd(decode(content, form.encoding), end));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  // One record behind, because only the last one can have been cut off.
  let last: SourceRecord | null = null;
  let width = 0;
  try {
    for await (const item of parser) {
      const { record, info } = itemOf(item);
      const line = read.beginOf(record, info);
      // An empty row of a sheet is written as its delimiters alone.
      if (record.every((cell) => cell.trim() === '')) continue;
      requireWidth(record.length, line);
      if (last !== null) {
        width = last.cells.length;
        yield last;
      }
      last = { line, cells: record };
    }
    if (last !== null) yield end.isOpen && last.cells.length < width ? { ...last, fault: brokenOff } : last;
  } catch (error) {
    if (error instanceof CsvError) throw toRefusal(error, whole);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const brokenOff =
  'Die Datei bricht in dieser Zeile ab: Es fehlen Spalten und das Zeilenende. Bitte liefern Sie sie vollständig.';

/** Notes whether a text ends within a line. */
async function* watchEnd(pieces: AsyncIterable<string>, end: { isOpen: boolean }): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (piece !== '') end.isOpen = !/[\r\n]$/.test(piece);
    yield piece;
  }
}

type ParserInfo = Pick<Info, 'lines' | 'empty_lines'>;

/** With `info` each item carries the row and the line it ended on, which the parser's own types do not say. */
const itemOf = (item: unknown) => item as { readonly record: string[]; readonly info: ParserInfo };

const lineEnd = /\r\n|\n|\r/g;

/** Which lines of the file records stand in. The parser takes the two characters of a line end inside of quotation marks for two. */
class LinesOfRecords {
  #countedTwice = 0;
  #last = 0;
  #emptyLines = 0;

  /** The line the next record begins in, by what the parser says where it ends. */
  beginOf(record: readonly string[], { lines, empty_lines: emptyLines }: ParserInfo): number {
    let within = 0;
    for (const cell of record) {
      if (!cell.includes('\n') && !cell.includes('\r')) continue;
      const ends = cell.match(lineEnd) ?? [];
      within += ends.length;
      this.#countedTwice += ends.filter((end) => end === '\r\n').length;
    }
    this.#last = lines - this.#countedTwice;
    this.#emptyLines = emptyLines;
    return this.#last - within;
  }

  /** The line of what the parser counts so many lines up to. */
  lineOf(lines: number): number {
    return lines - this.#countedTwice;
  }

  /** The line what comes after the last record begins in, with so many empty lines in all. */
  next(emptyLines: number): number {
    return this.#last + 1 + emptyLines - this.#emptyLines;
  }
}

const notClosed =
  'Ein Anführungszeichen ist nicht geschlossen oder steht an falscher Stelle; die Datei ist unvollständig oder beschädigt.';

const numberIn = (error: CsvError, name: string): number | null => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'number' ? value : null;
};

/** @param whole the records that were read to their end */
function toRefusal(error: CsvError, whole: LinesOfRecords): ImportRefused {
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const lines = numberIn(error, 'lines');
    const line = lines === null ? '' : `Zeile ${whole.lineOf(lines)}: `;
    return new ImportRefused(line + tooLong, undefined, { cause: error });
  }
  const began = whole.next(numberIn(error, 'empty_lines') ?? 0);
  return new ImportRefused(`Zeile ${began}: ${notClosed}`, undefined, { cause: error });
}
