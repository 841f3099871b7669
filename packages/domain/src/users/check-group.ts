import { checkName, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';
import { showsNothing } from '../shown-text.ts';

/** A group as the form holds it. */
export interface GroupDraft {
  readonly groupName: string;
  /** May have several lines. */
  readonly groupDescription: string;
  readonly isInactive: boolean;
  /** null = at the top of the tree. */
  readonly parentGroupId: string | null;
}

/** The columns of a group the log names when they change. */
export const loggedGroupFields = [
  { key: 'groupName', column: 'group_name', label: 'Name' },
  { key: 'groupDescription', column: 'group_description', label: 'Beschreibung' },
  { key: 'parentGroupId', column: 'parent_group_id', label: 'Übergeordnete Gruppe' },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv' },
] as const;

const longestDescription = 2000;

/** What is wrong with a group; name and description are both required. */
export function checkGroup(draft: GroupDraft): FieldIssue[] {
  const description = draft.groupDescription.trim();
  return issuesOf(
    checkName('groupName', draft.groupName, 100),
    showsNothing(description)
      ? { path: 'groupDescription', code: 'required' }
      : description.length > longestDescription
        ? { path: 'groupDescription', code: 'tooLong', params: { limit: longestDescription } }
        : null,
  );
}
