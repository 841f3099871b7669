/** One holding as a position file names it. */
export interface StatementPosition {
  /** ISIN, or what the file has instead: it is then listed as no valid one. */
  readonly isin: string;
  readonly quantity: number;
  /** EUR; null when the file has none or another currency. */
  readonly price: number | null;
  readonly priceDate: string | null;
  readonly value: number | null;
  readonly costValue: number | null;
  /** What the holding is worth stands in the file in another currency alone. */
  readonly isInOtherCurrency: boolean;
}

/** The holdings of one account on one day. */
export interface Statement {
  readonly account: string;
  readonly ownerName: string;
  readonly date: string;
  readonly positions: readonly StatementPosition[];
}

/** A row or file that could not be read as it stands. */
export interface StatementProblem {
  readonly account: string | null;
  /** German sentence. */
  readonly message: string;
}

/** What a file holds: every holding in it is a position or a problem. */
export interface StatementFile {
  readonly statements: readonly Statement[];
  readonly problems: readonly StatementProblem[];
  /** Holdings the file has. */
  readonly rowCount: number;
}

/** `20261120` → `2026-11-20`; null for anything that is no day. */
export function toDay(digits: string): string | null {
  const day = /^(\d{4})(\d{2})(\d{2})/.exec(digits);
  const text = day ? `${day[1]}-${day[2]}-${day[3]}` : '';
  return text !== '' && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
    ? text
    : null;
}
