import type { FieldIssue } from '../master-data/field-issue.ts';
import { checkField } from '../master-data/field-table.ts';
import { showsNothing } from '../shown-text.ts';
import { type CustomerDraft, customerFields } from './customer-fields.ts';

/** What is wrong with a customer; `today` as `YYYY-MM-DD`. */
export function checkCustomer(draft: CustomerDraft, today: string): FieldIssue[] {
  const isNameless = isBlank(draft.lastName) && isBlank(draft.companyName);
  return customerFields.flatMap((field): FieldIssue[] => {
    if (field.key === 'lastName' && isNameless) return [{ path: 'lastName', code: 'nameMissing' }];
    const issue =
      checkField(field, draft[field.key], today) ??
      (field.key === 'postalCode' ? germanPostalCode(draft) : null);
    return issue === null ? [] : [issue];
  });
}

/** Of a customer in Germany; a leading zero is easily lost on the way. */
function germanPostalCode({ postalCode, country }: CustomerDraft): FieldIssue | null {
  const isOther = isBlank(postalCode) || country.trim() !== 'DE';
  return isOther || /^\d{5}$/.test(postalCode?.trim() ?? '')
    ? null
    : { path: 'postalCode', code: 'germanPostalCode' };
}

function isBlank(text: string | null): boolean {
  return text === null || showsNothing(text);
}
