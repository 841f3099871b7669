import { checkName, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

/** A role as the form holds it. */
export interface RoleDraft {
  readonly roleName: string;
  readonly isInactive: boolean;
}

/** What is wrong with a role. */
export const checkRole = (draft: RoleDraft): FieldIssue[] =>
  issuesOf(checkName('roleName', draft.roleName, 100));
