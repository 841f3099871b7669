import { isEuroOrUnstated } from '@depotwerk/domain/currency';
import { isStatementSum } from '@depotwerk/domain/depot-analysis/statement-sum';
import { readPdfText } from '../../../platform/pdf-text/read-pdf-text.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import { marksOf, saysOtherCurrency } from './figures.ts';
import { type MarkedLine, markLines } from './marked-lines.ts';
import { rowsOf, type StatementRow } from './statement-rows.ts';
import { linesOf, type TextLine } from './text-lines.ts';

/** A statement as far as its arithmetic proves it. */
export interface PdfStatement {
  readonly rows: readonly StatementRow[];
  /** The sum the document names, in euros; null = none. */
  readonly total: number | null;
  /** Every row is proved and all of them are the total. */
  readonly isProved: boolean;
  /** Newest day of the rows, `yyyy-MM-dd`. */
  readonly day: string | null;
}

/** Reads a statement of a bank by the places of its texts. @throws ImportRefused */
export async function readStatementPdf(bytes: Buffer): Promise<PdfStatement> {
  const statement = statementOf(linesOf(await readPdfText(bytes)));
  if (statement.rows.length === 0)
    throw new ImportRefused(
      'In der PDF-Datei wurde kein Bestand gefunden: An einer ISIN mit Stückzahl, Kurs und Wert werden Wertpapiere erkannt.',
    );
  return statement;
}

/** The statement the lines of a document are. */
export function statementOf(lines: readonly TextLine[]): PdfStatement {
  const marked = markLines(lines, marksOf(lines));
  const isForeign = marked.some(
    ({ line, currency: own, figures }) =>
      !isEuroOrUnstated(own) ||
      figures.some(({ currency }) => !isEuroOrUnstated(currency)) ||
      saysOtherCurrency(line.text),
  );
  const namesEuro = lines.some(({ text }) => /\bEUR\b|€|\bEuro\b/.test(text));
  // Where only euros are named, a number without currency is one in euros.
  const rows = rowsOf(marked).map((row) => withCurrency(row, !isForeign && namesEuro));
  const total = totalOf(marked);
  const values = rows.map(({ doubt, proof }) =>
    doubt === null && proof?.currency === 'EUR' ? proof.value : null,
  );
  const known = values.filter((value) => value !== null);
  const sum = known.reduce((all, value) => all + value, 0);
  const isProved =
    known.length === rows.length &&
    total !== null &&
    isStatementSum(total, sum) &&
    carriedAgree(marked, rows);
  return {
    rows: isProved ? rows : withRepeated(rows),
    total,
    isProved,
    day:
      rows
        .flatMap(({ day }) => day ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}

/** A proof without currency is one in euros where nothing else is named; what is neither units nor euros is asked. */
function withCurrency(row: StatementRow, isEuroOnly: boolean): StatementRow {
  const { proof, doubt } = row;
  if (proof === null) return row;
  if (proof.currency === null)
    return isEuroOnly
      ? { ...row, proof: { ...proof, currency: 'EUR' } }
      : { ...row, doubt: doubt ?? 'unsureColumns' };
  return proof.quantity === null && proof.currency !== 'EUR' ? { ...row, doubt: doubt ?? 'noEuro' } : row;
}

/**
 * A document may hold several statements: of a security that stands there more than once only the sum of all says whether these are
 * lots of one day, to be added, or the same holding on two.
 */
function withRepeated(rows: readonly StatementRow[]): StatementRow[] {
  const byIsin = Map.groupBy(
    rows.filter(({ isin }) => isin !== null),
    ({ isin }) => isin,
  );
  return rows.map((row) =>
    row.doubt === null && (byIsin.get(row.isin)?.length ?? 0) > 1 ? { ...row, doubt: 'repeated' } : row,
  );
}

/** The largest sum a document names: it holds all others. */
function totalOf(lines: readonly MarkedLine[]): number | null {
  const sums = lines.filter(({ kind }) => kind === 'total').flatMap(amountsOf);
  return sums.length === 0 ? null : Math.max(...sums);
}

/** Amounts of a line in euros: those in a column for values, else the last one. */
function amountsOf({ figures }: MarkedLine): number[] {
  const amounts = figures.filter(({ isPercent, currency }) => !isPercent && isEuroOrUnstated(currency));
  const inColumn = amounts.filter(({ role, isSure }) => role === 'value' && isSure);
  return (inColumn.length > 0 ? inColumn : amounts.slice(-1)).flatMap(({ readings }) =>
    readings.map(({ value }) => value),
  );
}

/** Sums carried from page to page are those of the rows above them. */
function carriedAgree(lines: readonly MarkedLine[], rows: readonly StatementRow[]): boolean {
  return lines.every((line, index) => {
    if (line.kind !== 'carried') return true;
    const above = rows.filter(({ at }) => at < index);
    const sum = above.reduce((all, { proof }) => all + (proof?.value ?? 0), 0);
    const amounts = amountsOf(line);
    return amounts.length === 0 || amounts.some((amount) => isStatementSum(amount, sum));
  });
}
