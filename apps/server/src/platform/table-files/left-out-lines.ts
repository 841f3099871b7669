import { isIsin, normalizeIsin } from '@depotwerk/domain/isin';
import { anyUnit, decimalHint, withoutUnit } from './decimal-mark.ts';
import { cellText, type SourceCell } from './source-table.ts';

/** So many lines are named. */
const namedLines = 5;

/** What lists call a sum, of any file. */
export const totalWords =
  '(?:zwischen|gesamt|end|teil)?summen?|insgesamt|gesamt(?:wert)?|(?:sub|grand )?total';
const totalLabel = new RegExp(`^(?:${totalWords})(?![\\p{L}-])`, 'iu');
/** Words that names begin with, too ("Total Return Fonds", "Minimum Volatility"): beside a figure, a currency or what is summed they are none. */
const nameLike = /^(?:(?:sub|grand )?total|minimum|maximum|average|mean|median)(?=\s+\p{L})/iu;
const goesOnAsFigure = /^\s+(?:in|per|am|zum|of|all|aller|über|over|eur|usd|chf|gbp|euro)(?![\p{L}-])/iu;
const meanLabel =
  /^(?:mittelwert|mittel|durchschnitt|median|standardabweichung|minimum|maximum|average|mean)(?![\p{L}-])/iu;
/** What stands below a table by a sign or by its name. */
const footnoteLabel =
  /^(?:[*†‡¹²³©]|\(?\d{1,2}\)\s*\p{L}|(?:daten)?quellen?\s*:|hinweise?\s*:|anmerkung(?:en)?\s*:|fu(?:ß|ss)noten?\s*:|stand\s*:|sources?\s*:|notes?\s*:|alle angaben\s|(?:alle )?angaben ohne gewähr)/iu;
/** A day may stand in such a line, and what spreadsheets draw where nothing is. */
const digits = /^[-+\d.,\s]+$/u;
const isFigure = (text: string): boolean =>
  digits.test(text) || decimalHint(withoutUnit(text, anyUnit)) !== 'none';

/** "12 Fonds": of how many things a sum is. */
const countOfThings = /^\d{1,7}\s\p{L}{2,20}$/u;

/** What a line is that says nothing of anybody. */
type LeftOut = 'sum' | 'mean' | 'footnote';

/**
 * Banks write sums below their tables, providers of prices means and where they have them from: a word for it, and numbers or nothing.
 * Null for a line of somebody.
 */
export function leftOutAs(cells: readonly SourceCell[]): LeftOut | null {
  const first = cells.findIndex((cell) => cellText(cell) !== '');
  if (first < 0) return null;
  const label = cellText(cells[first]);
  // Hardly a line begins with such a word: the others are not read for it.
  const kind = totalLabel.test(label)
    ? 'sum'
    : meanLabel.test(label)
      ? 'mean'
      : footnoteLabel.test(label)
        ? 'footnote'
        : null;
  if (kind === null) return null;
  const word = nameLike.exec(label)?.[0];
  if (word !== undefined && !goesOnAsFigure.test(label.slice(word.length))) return null;
  const others = cells
    .slice(first + 1)
    .map(cellText)
    .filter((text) => text !== '');
  // A sentence may have been torn apart at its commas; a fund with a sign before its name has its ISIN in a cell of its own.
  if (kind === 'footnote') {
    return others.some((text) => isFigure(text) || isIsin(normalizeIsin(text))) ? null : kind;
  }
  return others.length > 0 && others.every((text) => isFigure(text) || countOfThings.test(text))
    ? kind
    : null;
}

/** Whole sentences: each is found again to be said in English. */
const said: Readonly<
  Record<
    LeftOut,
    {
      readonly one: (line: string) => string;
      readonly all: (lines: string) => string;
      readonly first: (lines: string, more: number) => string;
    }
  >
> = {
  sum: {
    one: (line) => `Zeile ${line} ist eine Summe und wird nicht übernommen.`,
    all: (lines) => `Diese Zeilen sind Summen und werden nicht übernommen: ${lines}.`,
    first: (lines, more) =>
      `Diese Zeilen sind Summen und werden nicht übernommen: ${lines} und ${more} weitere.`,
  },
  mean: {
    one: (line) => `Zeile ${line} ist eine Kennzahl der Spalten und wird nicht übernommen.`,
    all: (lines) => `Diese Zeilen sind Kennzahlen der Spalten und werden nicht übernommen: ${lines}.`,
    first: (lines, more) =>
      `Diese Zeilen sind Kennzahlen der Spalten und werden nicht übernommen: ${lines} und ${more} weitere.`,
  },
  footnote: {
    one: (line) => `Zeile ${line} ist eine Anmerkung und wird nicht übernommen.`,
    all: (lines) => `Diese Zeilen sind Anmerkungen und werden nicht übernommen: ${lines}.`,
    first: (lines, more) =>
      `Diese Zeilen sind Anmerkungen und werden nicht übernommen: ${lines} und ${more} weitere.`,
  },
};

/** Collects the lines that were taken for none of somebody, to be said once: whose contract is called so looks for it in vain otherwise. */
export class LeftOutLines {
  readonly #seen = new Map<LeftOut, { first: number[]; count: number }>();

  see(line: number, kind: LeftOut): void {
    const seen = this.#seen.get(kind) ?? { first: [], count: 0 };
    seen.count += 1;
    if (seen.first.length < namedLines) seen.first.push(line);
    this.#seen.set(kind, seen);
  }

  get notes(): readonly string[] {
    return [...this.#seen].map(([kind, { first, count }]) => {
      const lines = first.join(', ');
      const more = count - first.length;
      if (count === 1) return said[kind].one(lines);
      return more === 0 ? said[kind].all(lines) : said[kind].first(lines, more);
    });
  }
}
