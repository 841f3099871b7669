import { checkColour } from '../master-data/check-peergroup.ts';
import { checkName, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

/** A tag as the form holds it: a word of the house on its customers and contracts. */
export interface TagDraft {
  readonly tagName: string;
  /** `#rrggbb` of the mark before its name. */
  readonly colour: string;
  /** No longer given; where it is, it stays. */
  readonly isInactive: boolean;
}

/** Longest name of a tag. */
export const tagNameLimit = 50;

/** Stands between two tags in files, so none has it in its name. */
const tagSeparator = '|';

/** What is wrong with a tag. */
export function checkTag(draft: TagDraft): FieldIssue[] {
  return issuesOf(
    draft.tagName.includes(tagSeparator)
      ? { path: 'tagName', code: 'invalidCharacters' }
      : checkName('tagName', draft.tagName, tagNameLimit),
    checkColour('colour', draft.colour),
  );
}

/** Tags as a cell of a file has them. */
export const joinTags = (names: readonly string[]): string => names.join(` ${tagSeparator} `);
