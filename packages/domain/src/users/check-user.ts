import { type FieldIssue, issuesOf } from '../master-data/field-issue.ts';
import { checkFields, type DraftOf } from '../master-data/field-table.ts';
import { profileFields, type UserDraft, userFields } from './user-fields.ts';

/** What a person says of herself, as the form holds it. */
export type PersonDraft = DraftOf<typeof profileFields>;

/** What is wrong with what a person says of herself. */
export const checkPerson = (draft: PersonDraft): FieldIssue[] => checkFields(profileFields, draft, '');

/**
 * What is wrong with what a customer says of herself: she is called as the house knows her, so that nothing she writes seems to
 * come from somebody else. Blanks at an end, which no form keeps, are no other name.
 */
export const checkCustomersPerson = (draft: PersonDraft, stored: PersonDraft): FieldIssue[] =>
  issuesOf(
    draft.fullName.trim() === stored.fullName.trim() ? null : { path: 'fullName', code: 'kept' },
    draft.company.trim() === stored.company.trim() ? null : { path: 'company', code: 'kept' },
  );

/** What is wrong with a person. What is stored and was not touched is no fault of whoever changes something else. */
export const checkUser = (draft: UserDraft, stored: UserDraft | null = null): FieldIssue[] =>
  checkFields(userFields, draft, '').filter(
    ({ path }) =>
      stored === null || userFields.every(({ key }) => key !== path || draft[key] !== stored[key]),
  );
