/** What became of the rows of a file; imported + changed + unchanged + rejected = rows. */
export interface ImportCounts {
  readonly rows: number;
  readonly imported: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Taken, but with a remark (counted among the others). */
  readonly flagged: number;
}

export interface RejectionSummary {
  readonly code: string;
  readonly reason: string;
  readonly count: number;
  /** The reason is that of the first place only; others name another line or value. */
  readonly isExample: boolean;
  readonly firstLine: number;
  readonly firstColumn: string;
  readonly firstValue: string;
}

/** One row (of prices: one cell) that is not taken. */
export interface RejectedRow {
  readonly line: number;
  /** Heading of the column at fault, empty when the whole row is. */
  readonly column: string;
  readonly isin: string;
  readonly value: string;
  readonly reason: string;
}

export interface ImportResult {
  readonly importId: string | null;
  readonly counts: ImportCounts;
  /** By reason, most frequent first. */
  readonly rejections: readonly RejectionSummary[];
  /** The first refused rows by line; the report has all of them. */
  readonly rejectedRows: readonly RejectedRow[];
  /** The first rows taken with a remark by line, which is their reason. */
  readonly flaggedRows: readonly RejectedRow[];
  readonly notes: readonly string[];
}

export interface ImportOptions {
  /** Do everything, report it, and undo it. */
  readonly isDryRun?: boolean;
  /** The decimal mark of the file, where it cannot be seen from it. */
  readonly decimal?: 'point' | 'comma';
  /** Where to write the account of every row as CSV. */
  readonly reportPath?: string;
  /** Told while the work goes on (German). */
  readonly onProgress?: (message: string) => void;
}
