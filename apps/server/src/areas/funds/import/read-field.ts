import { controlCharacter } from '@depotwerk/domain/control-characters';
import { isCurrency } from '@depotwerk/domain/currency-codes';
import { type FundFieldKind } from '@depotwerk/domain/fund-fields';
import { highestPlausibleRate } from '@depotwerk/domain/fund-units';
import { normalizeIsin } from '@depotwerk/domain/isin';
import { isWkn } from '@depotwerk/domain/wkn';
import { bareCell, type DecimalMark, readDecimal } from '../../../platform/table-files/decimal-mark.ts';
import { dayFault, readDay } from '../../../platform/table-files/import-day.ts';
import { cellText, type SourceCell } from '../../../platform/table-files/source-table.ts';
import { describeIsinFault } from './isin-fault.ts';

/** A value in the database's notation, nothing (`null`), or why it cannot be one. */
export type ReadField =
  | { readonly value: string | null; readonly hint?: string }
  | { readonly code: string; readonly reason: string };

const yes = new Set(['y', 'yes', 'ja', 'j', 'true', '1']);
const no = new Set(['n', 'no', 'nein', 'false', '0']);
const fault = (code: string, reason: string): ReadField => ({ code, reason });

/** Reads one non-empty cell as what its column says it is. */
export function readField(kind: FundFieldKind, cell: SourceCell, mark: DecimalMark): ReadField {
  const text = cellText(cell);
  switch (kind.kind) {
    case 'isin': {
      const isin = normalizeIsin(text);
      return describeIsinFault(isin) ?? { value: isin };
    }
    case 'wkn':
      return isWkn(text.toUpperCase())
        ? { value: text.toUpperCase() }
        : fault('wkn', 'Eine WKN hat sechs Buchstaben oder Ziffern (ohne I und O).');
    case 'currency':
      return isCurrency(text.toUpperCase())
        ? { value: text.toUpperCase() }
        : fault(
            'currency',
            'Diese Währung gibt es nicht: Erwartet wird ein Kürzel nach ISO 4217, zum Beispiel EUR oder GBP (nicht GBX).',
          );
    case 'country':
      return /^[A-Z]{2}$/.test(text.toUpperCase())
        ? { value: text.toUpperCase() }
        : fault('country', 'Das Land muss ein Kürzel aus zwei Buchstaben sein, zum Beispiel LU.');
    case 'text':
      return readText(text, kind.maxLength);
    case 'link':
      return readLink(text);
    case 'day': {
      const day = readDay(text);
      return day ? { value: day } : fault('date', dayFault(text));
    }
    case 'boolean': {
      const folded = text.toLowerCase();
      if (yes.has(folded)) return { value: 'true' };
      return no.has(folded) ? { value: 'false' } : fault('boolean', 'Erlaubt sind Y und N (ja und nein).');
    }
    case 'choice': {
      const choice = kind.choices[text.toLowerCase()];
      if (choice === undefined || !Object.hasOwn(kind.choices, text.toLowerCase())) {
        return fault('choice', `Erlaubt sind ${Object.keys(kind.choices).join(', ')}.`);
      }
      return { value: choice === '' ? null : choice };
    }
    case 'integer': {
      const value = Number(/^\d{1,9}(\.0+)?$/.test(text) ? text : Number.NaN);
      return value >= kind.minimum && value <= kind.maximum
        ? { value: String(value) }
        : fault('integer', `Erlaubt sind ganze Zahlen von ${kind.minimum} bis ${kind.maximum}.`);
    }
    default:
      return readNumber(kind, cell, mark);
  }
}

function readNumber(
  kind: Extract<FundFieldKind, { kind: 'rate' | 'share' | 'amount' | 'growth' | 'years' }>,
  cell: SourceCell,
  mark: DecimalMark,
): ReadField {
  const text = cellText(cell);
  // EMT 05080 may also be a letter for a range of years or "hold to maturity": no number to store.
  if (kind.kind === 'years' && /^[VSMLH]$/i.test(text)) return { value: null };
  const decimal = readDecimal(bareCell(cell), mark);
  if (decimal === null) return fault('number', 'Das ist keine Zahl.');
  const value = Number(decimal);
  switch (kind.kind) {
    case 'rate':
      if (value < kind.minimum) return fault('negative', 'Diese Kosten dürfen nicht negativ sein.');
      if (Math.abs(value) >= 1) return fault('unit', 'Kosten ab 100\u00a0% gibt es nicht.');
      return kind.isRecurring && value > highestPlausibleRate
        ? fault('unit', 'Laufende Kosten über 15\u00a0% im Jahr sind nicht glaubhaft (1,15\u00a0% = 0,0115).')
        : { value: decimal };
    case 'share':
      return value >= 0 && value <= 1
        ? { value: decimal }
        : fault('share', 'Erlaubt sind Anteile von 0 bis 1.');
    case 'growth':
      return value >= -1 && value <= 10
        ? { value: decimal }
        : fault(
            'growth',
            'Eine Rendite im Jahr liegt zwischen −100\u00a0% und 1.000\u00a0% (3\u00a0% = 0,03).',
          );
    case 'years':
      return value >= 0 && value < 1000
        ? { value: decimal }
        : fault('years', 'Erlaubt sind 0 bis 999 Jahre.');
    case 'amount':
      return value >= 0 && value <= kind.maximum
        ? { value: decimal }
        : fault('amount', 'Der Betrag ist negativ oder zu groß.');
  }
}

function readText(text: string, maxLength: number): ReadField {
  if (controlCharacter.test(text) || !text.isWellFormed())
    return fault('characters', 'Der Text enthält Steuerzeichen.');
  if (text.length > maxLength) return fault('tooLong', `Der Text ist länger als ${maxLength} Zeichen.`);
  return { value: text };
}

/** Only https addresses are kept; others are left out with a hint, the row still counts. */
function readLink(text: string): ReadField {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' && text.length <= 2000 && !/\s/.test(text)) return { value: url.href };
  return {
    value: null,
    hint: 'Die Adresse des Dokuments ist keine https-Adresse und wurde nicht übernommen.',
  };
}
