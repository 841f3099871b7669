import type { FieldIssue } from '../master-data/field-issue.ts';
import { checkField, storedValue } from '../master-data/field-table.ts';
import { showsNothing } from '../shown-text.ts';
import { type CustomerDraft, customerFields } from './customer-fields.ts';

type Field = (typeof customerFields)[number];

/**
 * What is wrong with a customer; `today` as `YYYY-MM-DD`. A rule may be younger than what is stored, and who changes one field
 * knows nothing of another: what stood so before is no fault.
 *
 * @param before the stored customer who is changed, or the two who become one; nobody where he is new
 */
export function checkCustomer(
  draft: CustomerDraft,
  today: string,
  before: readonly CustomerDraft[] = [],
): FieldIssue[] {
  const isNameless = isBlank(draft.lastName) && isBlank(draft.companyName);
  const issues = customerFields.flatMap((field): FieldIssue[] => {
    if (field.key === 'lastName' && isNameless) return [{ path: 'lastName', code: 'nameMissing' }];
    const issue =
      checkField(field, draft[field.key], today) ??
      (field.key === 'postalCode' ? germanPostalCode(draft) : null);
    return issue === null ? [] : [issue];
  });
  return issues.filter((issue) => !before.some((stored) => fieldsOf(issue).every(isSameIn(draft, stored))));
}

/** A German postcode; a leading zero is easily lost on the way. */
export const germanPostalCodeShape = /^\d{5}$/;

function germanPostalCode({ postalCode, country }: CustomerDraft): FieldIssue | null {
  const isOther = isBlank(postalCode) || country.trim() !== 'DE';
  return isOther || germanPostalCodeShape.test(postalCode?.trim() ?? '')
    ? null
    : { path: 'postalCode', code: 'germanPostalCode' };
}

/** The fields an issue is about: it is an old one only where all of them are as they were. */
function fieldsOf({ path, code }: FieldIssue): readonly Field[] {
  const others = { nameMissing: 'companyName', germanPostalCode: 'country' } as const;
  const other = code === 'nameMissing' || code === 'germanPostalCode' ? others[code] : path;
  return customerFields.filter(({ key }) => key === path || key === other);
}

/** Whether a field is stored of a draft as it was, whatever blanks stand around it. */
const isSameIn = (draft: CustomerDraft, stored: CustomerDraft) => (field: Field) =>
  storedValue(field, draft[field.key]) === storedValue(field, stored[field.key]);

function isBlank(text: string | null): boolean {
  return text === null || showsNothing(text);
}
