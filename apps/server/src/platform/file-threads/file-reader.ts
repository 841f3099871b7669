/**
 * Reads one kind of file somebody brought: a pure function of its bytes that throws `ImportRefused` for everything it
 * does not take. It runs in a thread of its own (`readFileApart`), so its result must be plain data.
 *
 * How to take a new kind of file: define its reader beside its area, name it in `file-worker.ts`, and call
 * `readFileApart(reader, { bytes, fileName })`. Tables open with `openUploadedTable` (CSV and XLSX, rows as a stream).
 */
export interface FileReader<Result> {
  /** Unique among all readers. */
  readonly name: string;
  read(bytes: Buffer, fileName: string): Result | Promise<Result>;
}

/** What goes to the thread. */
export interface FileTask {
  readonly id: number;
  readonly reader: string;
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/** What comes back; classes of errors do not cross threads. */
export type FileAnswer =
  | { readonly id: number; readonly kind: 'read'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'refused'; readonly message: string; readonly code: string }
  /** A fault of the reader; only its name, for the log: its words may quote the file. */
  | { readonly id: number; readonly kind: 'failed'; readonly error: string };
