import { anyUnit, decimalHint, withoutUnit } from './decimal-mark.ts';
import { cellText, type SourceCell } from './source-table.ts';

/** So many lines are named. */
const namedLines = 5;

/** What lists call a sum, of any file. */
export const totalWords =
  '(?:zwischen|gesamt|end|teil)?summen?|insgesamt|gesamt(?:wert)?|(?:sub|grand )?total';
const totalLabel = new RegExp(`^(?:${totalWords})(?![\\p{L}-])`, 'iu');
/** A day may stand in such a line, and what spreadsheets draw where nothing is. */
const digits = /^[-+\d.,\s]+$/u;
const isFigure = (text: string): boolean =>
  digits.test(text) || decimalHint(withoutUnit(text, anyUnit)) !== 'none';

/** Banks write sums below their tables: a word for it, and numbers. A firm called "Total" has more words in its line. */
export function isTotal(cells: readonly SourceCell[]): boolean {
  const first = cells.findIndex((cell) => cellText(cell) !== '');
  // Hardly a line begins with such a word: the others are not read for it.
  if (first < 0 || !totalLabel.test(cellText(cells[first]))) return false;
  const others = cells
    .slice(first + 1)
    .map(cellText)
    .filter((text) => text !== '');
  return others.length > 0 && others.every(isFigure);
}

/** Collects the lines that were taken for sums, to be said once: whose contract is called so looks for it in vain otherwise. */
export class LeftOutLines {
  readonly #first: number[] = [];
  #count = 0;

  see(line: number): void {
    this.#count += 1;
    if (this.#first.length < namedLines) this.#first.push(line);
  }

  get notes(): readonly string[] {
    if (this.#count === 0) return [];
    const lines = this.#first.join(', ');
    if (this.#count === 1) return [`Zeile ${lines} ist eine Summe und wird nicht übernommen.`];
    const more = this.#count - this.#first.length;
    return [
      more === 0
        ? `Diese Zeilen sind Summen und werden nicht übernommen: ${lines}.`
        : `Diese Zeilen sind Summen und werden nicht übernommen: ${lines} und ${more} weitere.`,
    ];
  }
}
