import { checkName, checkShape, checkText, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

/** A person as the form holds it. */
export interface UserDraft {
  /** Mail address; also what the person signs in with. */
  readonly userName: string;
  readonly fullName: string;
  readonly company: string;
  /** As typed when it could not be read as a number. */
  readonly phoneNumber: string | null;
  readonly roleId: string;
  readonly isInactive: boolean;
}

/** A mail address a letter can go to: one @, a host with a dot, no blanks. The mail server has the last word. */
export const mailAddressShape =
  /^[^\s@,;:<>"()[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;

/** What a person may say of herself. */
export type PersonDraft = Pick<UserDraft, 'fullName' | 'company' | 'phoneNumber'>;

/** What is wrong with what a person says of herself. */
export function checkPerson(draft: PersonDraft): FieldIssue[] {
  return issuesOf(
    checkName('fullName', draft.fullName, 200),
    checkText('company', draft.company, 200),
    checkText('phoneNumber', draft.phoneNumber, 50),
  );
}

/** What is wrong with a person. */
export function checkUser(draft: UserDraft): FieldIssue[] {
  return issuesOf(
    checkName('userName', draft.userName, 100) ??
      checkShape('userName', draft.userName, mailAddressShape, 'mailAddress'),
    ...checkPerson(draft),
    draft.roleId === '' ? { path: 'roleId', code: 'required' } : null,
  );
}
