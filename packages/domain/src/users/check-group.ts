import { checkName, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

/** A group as the form holds it. */
export interface GroupDraft {
  readonly groupName: string;
  /** May have several lines. */
  readonly groupDescription: string;
  readonly isInactive: boolean;
  /** null = at the top of the tree. */
  readonly parentGroupId: string | null;
}

const longestDescription = 2000;

/** What is wrong with a group; name and description are both required. */
export function checkGroup(draft: GroupDraft): FieldIssue[] {
  const description = draft.groupDescription.trim();
  return issuesOf(
    checkName('groupName', draft.groupName, 100),
    description === ''
      ? { path: 'groupDescription', code: 'required' }
      : description.length > longestDescription
        ? { path: 'groupDescription', code: 'tooLong', params: { limit: longestDescription } }
        : null,
  );
}
