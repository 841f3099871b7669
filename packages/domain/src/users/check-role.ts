import { checkName, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

/** A role as the form holds it. */
export interface RoleDraft {
  readonly roleName: string;
  readonly isInactive: boolean;
}

/** The columns of a role the log names when they change. */
export const loggedRoleFields = [
  { key: 'roleName', column: 'role_name', label: 'Name' },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv' },
] as const;

/** What is wrong with a role. */
export const checkRole = (draft: RoleDraft): FieldIssue[] =>
  issuesOf(checkName('roleName', draft.roleName, 100));
