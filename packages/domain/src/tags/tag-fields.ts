import type { FieldIssue } from '../master-data/field-issue.ts';
import { checkFields, type DraftOf, type FieldRow } from '../master-data/field-table.ts';
import { firstColour } from '../master-data/fund-category-fields.ts';

/** Stands between two tags in files, so none has it in its name. */
export const tagSeparator = '|';

/** Longest name of a tag, in characters. */
export const tagNameLimit = 50;

/**
 * What people edit about a tag, a word of the house on its customers and contracts. Draft, shapes of the calls, statements, form,
 * comparison, columns of the list and files are made of these lines.
 */
export const tagFields = [
  {
    key: 'tagName',
    column: 'tag_name',
    label: 'Name',
    heading: 'Schlagwort',
    hint: `Höchstens ${tagNameLimit} Zeichen, ohne senkrechten Strich`,
    kind: 'name',
    limit: tagNameLimit,
    rule: (name: string) => (name.includes(tagSeparator) ? 'invalidCharacters' : null),
    list: { minWidth: 200, grow: 1.4, priority: 0 },
  },
  // Of the mark before its name.
  { key: 'colour', column: 'colour', label: 'Farbe', kind: 'colour', first: firstColour },
  // No longer given; where it is, it stays.
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
] as const satisfies readonly FieldRow[];

/** A tag as the form holds it. */
export type TagDraft = DraftOf<typeof tagFields>;

/** What is wrong with a tag. */
export const checkTag = (draft: TagDraft): FieldIssue[] => checkFields(tagFields, draft, '');

/** Tags as a cell of a file has them. */
export const joinTags = (names: readonly string[]): string => names.join(` ${tagSeparator} `);

/** The tags of such a cell. */
export const splitTags = (cell: string): string[] =>
  cell
    .split(tagSeparator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
