import { type BookFieldName, type BookParts, bookFields } from '@depotwerk/domain/book/book-fields';
import { largestMoney } from '@depotwerk/domain/contracts/check-contract';
import { isEuroOrUnstated } from '@depotwerk/domain/currency';
import { customerKeyShape } from '@depotwerk/domain/customers/customer-fields';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { quoteCell } from '../../../platform/table-files/source-table.ts';

/** What a line says, in the notation of the database; what it does not say is absent. */
export type BookValues = { [Name in BookFieldName]?: string };

interface Gap {
  readonly refusal: string;
  /** The line is part of what the contract of the line above consists of. */
  readonly belongsAbove: boolean;
}

/**
 * The day what a line says was paid in is about: its own, that of the contract's value, or that of the holding; null where it
 * names none. `holdingDay` is that of a holding without a day of its own.
 */
export function paidDayOf(values: BookValues, holdingDay: string | null): string | null {
  const { paidDay, valueDate, valuationDate, quantity, priceDate } = values;
  const own = paidDay ?? valueDate ?? valuationDate;
  return own ?? (quantity === undefined ? null : (priceDate ?? holdingDay));
}

/**
 * What a line leaves out without which a part of it would be lost in silence: the number of a contract, the fund of a quantity
 * or the quantity of a fund, the day of a value; null when it is whole.
 */
export function findGap(values: BookValues, parts: BookParts, holdingDay: string | null): Gap | null {
  const hasFunds = parts.hasHoldings || parts.hasPlans || parts.hasMovements;
  const { contractNumber, isin, quantity, share, totalValue, valueDate } = values;
  const { movementDay, movementQuantity } = values;
  if (contractNumber === undefined) {
    return hasFunds && isin !== undefined
      ? {
          refusal:
            'Die Vertragsnummer fehlt. Sie muss in jeder Zeile stehen, auch wenn sie in der Datei nur einmal je Vertrag oder in einer verbundenen Zelle steht.',
          belongsAbove: true,
        }
      : null;
  }
  const gap = (refusal: string): Gap => ({ refusal, belongsAbove: false });
  const saysNoUnits = quantity === undefined && share === undefined && movementQuantity === undefined;
  if (hasFunds && isin !== undefined && saysNoUnits) {
    const wanted = [
      ...(parts.hasHoldings ? [bookFields.quantity.label] : []),
      ...(parts.hasPlans ? [bookFields.share.label] : []),
      ...(parts.hasMovements ? [bookFields.movementQuantity.label] : []),
    ];
    return gap(`Zur ISIN ${isin} fehlt die Angabe „${wanted.join('“ oder „')}“.`);
  }
  const hasUnits = Number(quantity ?? 0) !== 0 || share !== undefined || movementQuantity !== undefined;
  if (hasFunds && isin === undefined && hasUnits) {
    return gap(`Zu den Anteilen dieser Zeile fehlt die ${bookFields.isin.label}.`);
  }
  if (parts.hasValues && totalValue !== undefined && valueDate === undefined)
    return gap('Zum Vertragswert fehlt das Wertdatum.');
  if (parts.hasValues && valueDate !== undefined && totalValue === undefined)
    return gap('Zum Wertdatum fehlt der Vertragswert.');
  if (parts.hasMovements && (movementDay === undefined) !== (movementQuantity === undefined))
    return gap(
      `Zum Umsatz fehlt die Angabe „${(movementDay === undefined ? bookFields.movementDay : bookFields.movementQuantity).label}“.`,
    );
  if (parts.hasPayments && values.paidIn !== undefined && paidDayOf(values, holdingDay) === null)
    return gap(
      `Zu „${bookFields.paidIn.label}“ fehlt der Tag: „${bookFields.paidDay.label}“, „${bookFields.valueDate.label}“ oder „${bookFields.valuationDate.label}“.`,
    );
  return null;
}

const notNegative = ['quantity', 'contribution', 'costValue', 'totalValue', 'movementAmount'] as const;
/** What a currency beside it is about. */
const inMoney = ['price', 'costValue', 'contribution', 'totalValue', 'movementAmount', 'paidIn'] as const;
const pastDays = [
  'dateOfBirth',
  'valuationDate',
  'priceDate',
  'valueDate',
  'movementDay',
  'paidDay',
] as const;
const notBefore1900 = ['dateOfBirth', 'movementDay'] as const;

/** The limits of the database that a readable line is beyond. `price` in euros, `today` as `YYYY-MM-DD`. */
export function findLimits(values: BookValues, price: string | null, today: string): readonly string[] {
  const named = (
    names: readonly BookFieldName[],
    isBeyond: (value: string) => boolean,
    sentence: (label: string, value: string) => string,
  ) =>
    names.flatMap((name) => {
      const value = values[name];
      return value !== undefined && isBeyond(value) ? [sentence(bookFields[name].label, value)] : [];
    });
  return [
    ...named(
      ['customerKey'],
      (key) => !customerKeyShape.test(key),
      (label, key) =>
        `${label}: ${quoteCell(key)} ist keine Nummer aus höchstens 50 Buchstaben, Ziffern, Punkten, Unterstrichen und Bindestrichen.`,
    ),
    ...named(
      inMoney.some((name) => values[name] !== undefined) ? ['currency'] : [],
      (currency) => !isEuroOrUnstated(currency),
      (label, currency) =>
        `${label}: ${quoteCell(currency)} ist nicht Euro, und umgerechnet wird nicht. Bitte liefern Sie Kurse und Beträge in Euro; ist mit der Spalte etwas anderes gemeint, ordnen Sie ihr nichts zu.`,
    ),
    ...named(
      notBefore1900,
      (day) => day < '1900-01-01',
      (label) => `${label}: Der Tag liegt vor 1900.`,
    ),
    ...named(
      ['movementQuantity'],
      (quantity) => Number(quantity) < 0.000001,
      (label) =>
        `${label}: Der Wert muss über 0 liegen; ein Verkauf steht unter „${bookFields.movementKind.label}“.`,
    ),
    ...named(
      notNegative,
      (value) => Number(value) < 0,
      (label) => `${label}: Der Wert darf nicht unter 0 liegen.`,
    ),
    ...named(
      pastDays,
      (day) => day > today,
      (label) => `${label}: ${fieldIssueText({ path: '', code: 'dayInFuture' })}`,
    ),
    ...(price !== null && Number(values.quantity) * Number(price) > largestMoney
      ? ['Anteile mal Kurs ergeben mehr, als gespeichert werden kann.']
      : []),
  ];
}
