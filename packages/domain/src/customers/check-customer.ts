import { isIban, normalizeIban } from '../iban.ts';
import {
  checkShape,
  checkText,
  type FieldIssue,
  isCalendarDay,
  issuesOf,
} from '../master-data/field-issue.ts';
import {
  isTaxIdentificationMask,
  isTaxIdentificationNumber,
  normalizeTaxIdentificationNumber,
} from './tax-identification-number.ts';

/** A customer as the form holds him; null = not given. */
export interface CustomerDraft {
  /** null = without group. */
  readonly groupId: string | null;
  /** The house's own customer number. */
  readonly externalKey: string | null;
  readonly salutation: string | null;
  readonly title: string | null;
  readonly firstName: string | null;
  /** Of a person; a firm has `companyName` alone. */
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly dateOfBirth: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** Two letters, ISO 3166. */
  readonly country: string;
  readonly iban: string | null;
  readonly bic: string | null;
  /** Eleven digits, or the mask of the one stored; undefined = as it is stored. */
  readonly taxIdentificationNumber?: string | null | undefined;
  readonly isInactive: boolean;
}

/** The house's own customer number. */
export const customerKeyShape = /^[A-Za-z0-9_.-]{1,50}$/;
const mail = /^[^\s@]+@[^\s@]+$/;
const bic = /^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/;

/** What is wrong with a customer (limits of completions G-70); `today` as `YYYY-MM-DD`. */
export function checkCustomer(draft: CustomerDraft, today: string): FieldIssue[] {
  return issuesOf(
    checkShape('externalKey', draft.externalKey, customerKeyShape, 'keyFormat'),
    checkText('salutation', draft.salutation, 20),
    checkText('title', draft.title, 50),
    checkText('firstName', draft.firstName, 200),
    isBlank(draft.lastName) && isBlank(draft.companyName)
      ? { path: 'lastName', code: 'nameMissing' }
      : checkText('lastName', draft.lastName, 200),
    checkText('companyName', draft.companyName, 200),
    checkBirthDay(draft.dateOfBirth, today),
    checkText('email', draft.email, 200) ?? checkShape('email', draft.email, mail, 'email'),
    checkText('phoneNumber', draft.phoneNumber, 50),
    checkText('street', draft.street, 200),
    checkText('postalCode', draft.postalCode, 20),
    checkText('city', draft.city, 200),
    /^[A-Z]{2}$/.test(draft.country) ? null : { path: 'country', code: 'country' },
    isBlank(draft.iban) || isIban(normalizeIban(draft.iban ?? '')) ? null : { path: 'iban', code: 'iban' },
    checkShape('bic', draft.bic, bic, 'bic'),
    checkTaxNumber(draft.taxIdentificationNumber ?? ''),
  );
}

function checkBirthDay(day: string | null, today: string): FieldIssue | null {
  if (day === null) return null;
  if (!isCalendarDay(day)) return { path: 'dateOfBirth', code: 'noSuchDay' };
  return day > today ? { path: 'dateOfBirth', code: 'birthDay' } : null;
}

function checkTaxNumber(text: string): FieldIssue | null {
  const isFine =
    isBlank(text) ||
    isTaxIdentificationMask(text) ||
    isTaxIdentificationNumber(normalizeTaxIdentificationNumber(text));
  return isFine ? null : { path: 'taxIdentificationNumber', code: 'taxIdentificationNumber' };
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
