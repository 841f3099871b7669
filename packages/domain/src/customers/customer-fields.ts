import { isBic, normalizeBic } from '../bic.ts';
import type { BookFieldName } from '../book/book-fields.ts';
import { isIban, normalizeIban } from '../iban.ts';
import { mailAddressShape } from '../mail-address.ts';
import { type DraftOf, type FieldRow, shaped } from '../master-data/field-table.ts';
import { phoneNumberShape } from '../phone-number.ts';
import {
  isTaxIdentificationMask,
  isTaxIdentificationNumber,
  normalizeTaxIdentificationNumber,
} from './tax-identification-number.ts';

/** A field of a customer, and what else becomes of it. */
interface CustomerField extends FieldRow {
  /** Shown on the customer's page. */
  readonly isFact?: boolean;
  /** In files of the list, beside what the list shows. */
  readonly isExported?: boolean;
  /** The column of a book of business it is taken over from. */
  readonly book?: BookFieldName;
  /** No law wants it kept: it goes as soon as somebody asks to be erased. */
  readonly isErasedAtOnce?: boolean;
  /** Its name in the archive, where that is not its key. */
  readonly archiveKey?: string;
}

/** The house's own customer number. */
export const customerKeyShape = /^[A-Za-z0-9_.-]{1,50}$/;
/** The shortest ones (Iceland) have three characters. */
export const postalCodeShape = /^[\p{L}\p{N}][\p{L}\p{N} -]{2,}$/u;

const isTaxText = (text: string) =>
  isTaxIdentificationMask(text) || isTaxIdentificationNumber(normalizeTaxIdentificationNumber(text));

/** In a column that is never null. */
const blank = { kind: 'text', isBlankStored: true } as const;
const half = { isHalf: true } as const;
const reachable = { kind: 'text', isErasedAtOnce: true } as const;

/**
 * What people edit about a customer, in the order of the form; texts have at most 200 characters unless it says so.
 * Draft, shapes of the calls, statements, form, comparison, merge, files, archive and erasure are made of these lines.
 */
export const customerFields = [
  {
    key: 'salutation',
    column: 'salutation',
    label: 'Anrede',
    ...blank,
    limit: 20,
    ...half,
    book: 'salutation',
  },
  { key: 'title', column: 'title', label: 'Titel', ...blank, limit: 50, ...half, book: 'title' },
  { key: 'firstName', column: 'first_name', label: 'Vorname', ...blank, ...half, book: 'firstName' },
  // Of a person; a firm has its name alone.
  { key: 'lastName', column: 'last_name', label: 'Nachname', ...blank, ...half, book: 'lastName' },
  { key: 'companyName', column: 'company_name', label: 'Firma', ...blank, book: 'companyName' },
  {
    key: 'dateOfBirth',
    column: 'date_of_birth',
    label: 'Geburtsdatum',
    kind: 'day',
    rule: (day, today) => (day > today ? 'birthDay' : null),
    isBirthDay: true,
    ...half,
    book: 'dateOfBirth',
  },
  {
    key: 'externalKey',
    column: 'external_key',
    label: 'Kundennummer',
    kind: 'text',
    limit: 50,
    rule: shaped(customerKeyShape, 'keyFormat'),
    ...half,
    book: 'customerKey',
    archiveKey: 'customerNumber',
  },
  { key: 'groupId', column: 'group_id', label: 'Gruppe', kind: 'group' },
  {
    key: 'email',
    column: 'email',
    label: 'E-Mail-Adresse',
    ...reachable,
    rule: shaped(mailAddressShape, 'mailAddress'),
    ...half,
    isFact: true,
    book: 'email',
  },
  {
    key: 'phoneNumber',
    column: 'phone_number',
    label: 'Telefonnummer',
    ...reachable,
    limit: 50,
    rule: shaped(phoneNumberShape, 'phoneNumber'),
    ...half,
    isFact: true,
    book: 'phoneNumber',
  },
  { key: 'street', column: 'street', label: 'Straße und Hausnummer', ...blank, isFact: true, book: 'street' },
  {
    key: 'postalCode',
    column: 'postal_code',
    label: 'Postleitzahl',
    ...blank,
    limit: 20,
    rule: shaped(postalCodeShape, 'postalCode'),
    ...half,
    book: 'postalCode',
  },
  { key: 'city', column: 'city', label: 'Ort', ...blank, ...half, book: 'city' },
  {
    // Two letters, ISO 3166.
    key: 'country',
    column: 'country',
    label: 'Land',
    kind: 'name',
    limit: 2,
    rule: shaped(/^[A-Z]{2}$/, 'country'),
    first: 'DE',
    isUpperCase: true,
    book: 'country',
  },
  {
    key: 'iban',
    column: 'iban',
    label: 'IBAN',
    ...reachable,
    limit: 50,
    rule: (text) => (isIban(normalizeIban(text)) ? null : 'iban'),
    stored: normalizeIban,
    ...half,
    isFact: true,
    book: 'iban',
  },
  {
    key: 'bic',
    column: 'bic',
    label: 'BIC',
    ...reachable,
    limit: 50,
    rule: (text) => (isBic(text) ? null : 'bic'),
    stored: normalizeBic,
    ...half,
  },
  {
    // Eleven digits, or the mask of the number stored.
    key: 'taxIdentificationNumber',
    column: 'tax_identification_number',
    label: 'Steuer-Identifikationsnummer',
    hint: '11 Ziffern. Eine gespeicherte Nummer ist verdeckt; zum Ändern alle 11 Ziffern eingeben.',
    kind: 'masked',
    limit: 20,
    rule: (text) => (isTaxText(text) ? null : 'taxIdentificationNumber'),
    isErasedAtOnce: true,
    isFact: true,
    isExported: true,
  },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
] as const satisfies readonly CustomerField[];

/** The same lines, each with all it could say. */
export const customerFieldRows: readonly CustomerField[] = customerFields;

/** The lines a book of business fills. */
export const bookCustomerFields = customerFieldRows.flatMap(({ book, ...field }) =>
  book === undefined ? [] : [{ ...field, book }],
);

/** A customer as the form holds him; null = not given, a number that is missing or masked = as it is stored. */
export type CustomerDraft = DraftOf<typeof customerFields>;
