import { withSignBefore } from '@depotwerk/domain/minus-sign';
import { ImportRefused } from './import-refused.ts';
import type { SourceCell } from './source-table.ts';

export type DecimalMark = 'point' | 'comma';
/** What one text says about its column; `plain` fits both marks, `open` could be a fraction or a thousand. */
export type DecimalHint = DecimalMark | 'plain' | 'open' | 'none';

/** What to do where a number could be a fraction or a thousand; on the console with how (`run-import.ts`). */
export const openMarkText =
  'Ob Punkt und Komma dort Dezimalzeichen oder Tausendertrennzeichen sind, ist nicht erkennbar. Bitte wählen Sie das Dezimalzeichen.';

const grouped = (group: string, mark: string) =>
  new RegExp(`^[+-]?(?:\\d{1,3}(?:\\${group}\\d{3})+|\\d*)\\${mark}\\d+$`);
const withPoint = grouped(',', '.');
const withComma = grouped('.', ',');
const oneGroup = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const groupsOfPoints = /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const groupsOfCommas = /^[+-]?[1-9]\d{0,2}(?:,\d{3}){2,}$/;

const groupsOfBlanks = /^[+-]?\d{1,3}(?:[ \u00A0\u2009\u202F'’]\d{3})+(?:[.,]\d+)?$/;

/** Units as lists print them beside their figures; one that begins like another stands before it. */
export const unitsOf = {
  quantity: ['Stück', 'Stk.', 'St.'],
  money: ['€', 'Euro', 'EUR'],
  percent: ['%'],
} as const;
/** What a price in one of these is written with; a sign or code of another one is no part of it. */
const unitsOfPrices: Readonly<Record<string, readonly string[]>> = {
  EUR: unitsOf.money,
  USD: ['US$', '$', 'USD'],
  GBP: ['£', 'GBP'],
  CHF: ['CHF', 'Fr.'],
};
const anyUnitOfPrices = Object.values(unitsOfPrices).flat();
/** Those of every kind of figure. */
export const anyUnit = Object.values(unitsOf).flat();

/**
 * A number without the unit before or behind it and the blanks or Swiss apostrophes between its thousands: "1 234,56 €" is
 * "1234,56". A sign may stand before all of it, as our English pages write it: "−€1,234.56", or behind its figure: "12,50- EUR".
 * Another unit stays, as does what is no thousand: "12 EUR 50" is no number. No pattern finds the unit: looking for blanks before
 * the end of a long cell takes the square of its length.
 */
export function withoutUnit(text: string, units: readonly string[]): string {
  const signed = withSignBefore(text.trim());
  const sign = /^[+-]/.exec(signed)?.[0] ?? '';
  const trimmed = signed.slice(sign.length).trimStart();
  const lower = trimmed.toLowerCase();
  const behind = units.find((each) => lower.endsWith(each.toLowerCase()));
  const before = units.find((each) => behind === undefined && lower.startsWith(each.toLowerCase()));
  const bare =
    behind !== undefined
      ? trimmed.slice(0, -behind.length).trimEnd()
      : trimmed.slice(before?.length ?? 0).trimStart();
  const figure = withSignBefore(`${sign}${bare}`);
  return groupsOfBlanks.test(figure) ? figure.replaceAll(/[ \u00A0\u2009\u202F'’]/g, '') : figure;
}

/** The same of a cell in a file whose figures have no unit of their own, as of funds. */
export const bareCell = (cell: SourceCell): SourceCell =>
  typeof cell === 'number' ? cell : withoutUnit(cell, []);

/**
 * The same of a price, which spreadsheets show with its currency: "49,16 €" of a fund in EUR is "49,16", of one in USD it stays.
 * Without `currency` any of them is taken off, as before it is known whose price it is.
 */
export const priceCell = (cell: SourceCell, currency?: string): SourceCell =>
  typeof cell === 'number'
    ? cell
    : withoutUnit(cell, currency === undefined ? anyUnitOfPrices : (unitsOfPrices[currency] ?? [currency]));

/** What a text tells about the decimal mark; "1.234" and "1,234" alone leave it open. */
export function decimalHint(cell: string): DecimalHint {
  const text = withSignBefore(cell);
  // Spreadsheets write 100000 as 1E+05, whatever mark they use.
  if (/^[+-]?\d+(?:e[+-]?\d{1,2})?$/i.test(text)) return 'plain';
  if (oneGroup.test(text)) return 'open';
  if (groupsOfPoints.test(text)) return 'comma';
  if (groupsOfCommas.test(text)) return 'point';
  if (withPoint.test(text) || /^[+-]?\d+\.\d+e[+-]?\d{1,2}$/i.test(text)) return 'point';
  if (withComma.test(text)) return 'comma';
  return 'none';
}

/** The number in canonical notation (`-1234.5`), null when the text is none under this mark. */
export function readDecimal(cell: SourceCell, mark: DecimalMark): string | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? plainNotation(cell) : null;
  const text = withSignBefore(cell.trim());
  const hint = decimalHint(text);
  if (hint === 'none' || (hint !== 'plain' && hint !== 'open' && hint !== mark)) return null;
  if (/e/i.test(text)) return plainNotation(Number(text));
  const bare = text.replace(/^\+/, '');
  const canonical = mark === 'point' ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.');
  return canonical.replace(/^(-?)\./, '$10.');
}

function plainNotation(value: number): string {
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 });
}

interface Witness {
  readonly column: string;
  pointLine: number | null;
  commaLine: number | null;
  openLine: number | null;
}

/**
 * Finds the decimal mark of each column from all its values. A column that shows both marks is refused; one
 * that leaves it open follows the rest of the file; a file that leaves it open everywhere needs to be told.
 */
export class DecimalMarks {
  readonly #columns = new Map<number, Witness>();

  see(index: number, column: string, line: number, cell: SourceCell): void {
    if (typeof cell === 'number') return;
    const hint = decimalHint(withoutUnit(cell, []));
    if (hint === 'none' || hint === 'plain') return;
    let witness = this.#columns.get(index);
    if (!witness) {
      witness = { column, pointLine: null, commaLine: null, openLine: null };
      this.#columns.set(index, witness);
    }
    if (hint === 'point') witness.pointLine ??= line;
    else if (hint === 'comma') witness.commaLine ??= line;
    else witness.openLine ??= line;
  }

  /** The mark of every column by its index; `stated` is what the person who imports said, if anything. */
  decide(stated: DecimalMark | undefined): { markOf: (index: number) => DecimalMark; note: string | null } {
    const witnesses = [...this.#columns.values()];
    for (const { column, pointLine, commaLine } of witnesses) {
      if (pointLine !== null && commaLine !== null) {
        throw new ImportRefused(
          `Spalte „${column}“ mischt Dezimalpunkt (Zeile ${pointLine}) und Dezimalkomma (Zeile ${commaLine}). Bitte vereinheitlichen Sie die Spalte in der Datei.`,
        );
      }
      const contradiction = stated === 'point' ? commaLine : stated === 'comma' ? pointLine : null;
      if (contradiction !== null) {
        throw new ImportRefused(
          `Spalte „${column}“, Zeile ${contradiction}: Das Dezimalzeichen widerspricht der Angabe. Bitte ändern Sie die Angabe, oder lassen Sie es aus der Datei erkennen.`,
        );
      }
    }
    const points = witnesses.filter((witness) => witness.pointLine !== null).length;
    const commas = witnesses.filter((witness) => witness.commaLine !== null).length;
    const rest =
      stated ?? (points > 0 && commas === 0 ? 'point' : commas > 0 && points === 0 ? 'comma' : null);
    const open = witnesses.find((each) => each.pointLine === null && each.commaLine === null);
    if (open && rest === null) {
      throw new ImportRefused(`Spalte „${open.column}“, Zeile ${open.openLine}: ${openMarkText}`);
    }
    return {
      markOf: (index) => {
        const witness = this.#columns.get(index);
        if (witness?.commaLine != null) return 'comma';
        return witness?.pointLine != null ? 'point' : (rest ?? 'point');
      },
      note: describe(points, commas),
    };
  }
}

function describe(points: number, commas: number): string | null {
  if (points === 0 && commas === 0) return null;
  if (points > 0 && commas > 0) return `Dezimalpunkt in ${points}, Dezimalkomma in ${commas} Spalten.`;
  return points > 0 ? 'Dezimalzeichen Punkt.' : 'Dezimalzeichen Komma.';
}
