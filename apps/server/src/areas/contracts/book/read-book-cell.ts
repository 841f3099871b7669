import {
  type BookFieldName,
  bookFields,
  bookMovementKinds,
  readInterval,
  readMovementKind,
} from '@depotwerk/domain/book/book-fields';
import { movementKindNames } from '@depotwerk/domain/contracts/fund-movements';
import { controlCharacter } from '@depotwerk/domain/control-characters';
import { bookCustomerFields, postalCodeShape } from '@depotwerk/domain/customers/customer-fields';
import { readCountry } from '@depotwerk/domain/customers/read-country';
import { isIban, normalizeIban } from '@depotwerk/domain/iban';
import { findIsinFault, normalizeIsin } from '@depotwerk/domain/isin';
import { isinAdvice } from '@depotwerk/domain/isin-advice';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { phoneNumberShape } from '@depotwerk/domain/phone-number';
import { percentOfNominal } from '../../../platform/position-files/percent-price.ts';
import {
  type DecimalMark,
  decimalHint,
  openMarkText,
  readDecimal,
  unitsOf,
  withoutUnit,
} from '../../../platform/table-files/decimal-mark.ts';
import {
  type DayKind,
  isLikeDay,
  isShortDay,
  readDay,
  shortYearFault,
} from '../../../platform/table-files/import-day.ts';
import { cellText, quoteCell, type SourceCell } from '../../../platform/table-files/source-table.ts';

/** Longest texts of the columns they go to. */
const lengths: { readonly [Name in BookFieldName]?: number } = {
  ...Object.fromEntries(bookCustomerFields.map(({ book, limit }) => [book, limit])),
  contractNumber: 50,
  oldContractNumber: 50,
  consumerKey: 50,
  tags: 1000,
  customerTags: 1000,
};
/** Days that are not of something that happened. */
const dayKinds: { readonly [Name in BookFieldName]?: DayKind } = {
  dateOfBirth: 'birth',
  startDate: 'begin',
  planValidFrom: 'begin',
  endDate: 'end',
};
const lengthOf = (name: BookFieldName) => lengths[name] ?? 200;

/** A cell in the notation of the database; null when it says no such thing, which `cellFault` puts into words. */
export function readCell(name: BookFieldName, cell: SourceCell, mark: DecimalMark | null): string | null {
  const text = cellText(cell);
  switch (bookFields[name].kind) {
    case 'text': {
      // An address may be written in two lines of one cell.
      const line = inOneLine(text);
      return controlCharacter.test(line) || line.length > lengthOf(name) ? null : line;
    }
    case 'postalCode': {
      const line = inOneLine(text);
      const isShort = typeof cell === 'number' && line.length < 5;
      return isShort || !postalCodeShape.test(line) || line.length > lengthOf(name) ? null : line;
    }
    case 'country':
      return readCountry(text);
    case 'mail':
      return mailAddressShape.test(text) && !controlCharacter.test(text) && text.length <= 200 ? text : null;
    case 'phone':
      return phoneNumberShape.test(text) && !controlCharacter.test(text) && text.length <= lengthOf(name)
        ? text
        : null;
    case 'day': {
      const day = readDay(text, dayKinds[name]);
      // Old systems write this day for "unknown".
      return day === '1900-01-01' ? null : day;
    }
    case 'number':
      return inRange(readNumber(bareFigure(name, cell), mark), -999_999_999, 999_999_999);
    case 'percent': {
      const share = inRange(readNumber(bareFigure(name, cell), mark), 0, 100);
      return share === null ? null : (Number(share) / 100).toFixed(6);
    }
    case 'interval':
      return readInterval(text)?.toString() ?? null;
    case 'movement':
      return readMovementKind(text);
    case 'isin': {
      const isin = withoutBlanks(text);
      return findIsinFault(isin) === null ? isin : null;
    }
    case 'iban':
      return isIban(normalizeIban(text)) ? normalizeIban(text) : null;
  }
}

/** Protected and narrow blanks are blanks: a name copied from a page is the same name. */
const inOneLine = (text: string) =>
  text
    .replaceAll(/[\u00A0\u2007\u202F]/g, ' ')
    .split(/[\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
const withoutBlanks = (text: string) => normalizeIsin(text.replaceAll(/\s/g, ''));

/** The number of a cell without the unit its column is in, as lists print it. Another unit stays, and is refused. */
export function bareFigure(name: BookFieldName, cell: SourceCell): SourceCell {
  if (typeof cell !== 'string') return cell;
  if (bookFields[name].kind === 'percent') return withoutUnit(cell, unitsOf.percent);
  return withoutUnit(
    cell,
    name === 'quantity' || name === 'movementQuantity' ? unitsOf.quantity : unitsOf.money,
  );
}

/** Without a mark of the file a number has to show its own. */
function readNumber(cell: SourceCell, mark: DecimalMark | null): string | null {
  if (mark !== null || typeof cell === 'number') return readDecimal(cell, mark ?? 'comma');
  const hint = decimalHint(cell);
  return hint === 'open' ? null : readDecimal(cell, hint === 'point' ? 'point' : 'comma');
}

function inRange(text: string | null, low: number, high: number): string | null {
  return text !== null && Number(text) >= low && Number(text) <= high ? text : null;
}

/** Why a cell cannot be read as its column, as a German sentence with what is expected instead. */
export function cellFault(name: BookFieldName, cell: SourceCell, mark: DecimalMark | null): string {
  const { label, kind } = bookFields[name];
  const said = `${label}: ${quoteCell(cell)}`;
  switch (kind) {
    case 'text':
      return cellText(cell).length > lengthOf(name)
        ? `${said} ist länger als ${lengthOf(name)} Zeichen.`
        : `${said} enthält Steuerzeichen.`;
    case 'postalCode':
      return typeof cell === 'number'
        ? `${said} ist eine Zahl, der eine führende Null fehlen kann. Bitte formatieren Sie die Spalte in Excel als Text.`
        : `${said} ist keine Postleitzahl.`;
    case 'country':
      return `${said} ist kein Land. Bitte nennen Sie es mit zwei Buchstaben (DE, AT, CH) oder auf Deutsch.`;
    case 'mail':
      return `${said} ist keine E-Mail-Adresse.`;
    case 'phone':
      return `${said} ist keine Telefonnummer.`;
    case 'day':
      if (typeof cell === 'number' || /^\d{5}$/.test(cellText(cell)))
        return `${said} ist eine Zahl, kein Tag. Bitte formatieren Sie die Spalte in Excel als Datum.`;
      if (isShortDay(cellText(cell))) return `${said}: ${shortYearFault}`;
      return isLikeDay(cellText(cell))
        ? `${said} ist kein gültiger Tag.`
        : `${said} ist kein Tag in der Form TT.MM.JJJJ oder JJJJ-MM-TT.`;
    case 'number':
    case 'percent': {
      const bare = bareFigure(name, cell);
      if (mark === null && typeof bare === 'string' && decimalHint(bare) === 'open')
        return `${said}: ${openMarkText}`;
      if (name === 'price' && percentOfNominal(cellText(cell)) !== null)
        return `${said} ist ein Kurs in Prozent des Nennwerts. Bitte nennen Sie den Kurs in Euro je Stück; wo als Stückzahl der Nennwert in Euro steht, ist das ein Hundertstel der Prozentzahl (0,98 bei 98).`;
      const range = kind === 'percent' ? ' von 0 bis 100' : '';
      if (readNumber(bare, mark) !== null)
        return `${said} ist keine Zahl${range}, die gespeichert werden kann.`;
      if (mark === 'comma' && readNumber(bare, 'point') !== null)
        return `${said} ist mit Dezimalpunkt geschrieben, gelesen wird die Datei mit Komma. Bitte schreiben Sie alle Zahlen gleich, oder wählen Sie das andere Dezimalzeichen.`;
      if (mark === 'point' && readNumber(bare, 'comma') !== null)
        return `${said} ist mit Dezimalkomma geschrieben, gelesen wird die Datei mit Punkt. Bitte schreiben Sie alle Zahlen gleich, oder wählen Sie das andere Dezimalzeichen.`;
      // The notation of the file, whatever the reader's is.
      return mark === 'point'
        ? `${said} ist keine Zahl der Form 1,234.56.`
        : `${said} ist keine Zahl der Form 1.234,56.`;
    }
    case 'interval':
      return `${said} ist keine Zahlweise (monatlich, vierteljährlich, halbjährlich oder jährlich).`;
    case 'movement':
      return `${said} ist keine Umsatzart (${bookMovementKinds.map((each) => movementKindNames[each]).join(', ')}).`;
    case 'isin':
      return `${said} ist keine gültige ISIN. ${isinAdvice(withoutBlanks(cellText(cell)))}`;
    case 'iban':
      return `${said} ist keine gültige IBAN.`;
  }
}
