import { foldText } from '../fold-text.ts';

/** What a file of people may say, one column each, with the headings that are recognised; the first names the column. */
export const personFields = {
  fullName: ['Name', 'Vollständiger Name', 'fullName'],
  userName: ['E-Mail', 'E-Mail-Adresse', 'Mail', 'Benutzername', 'userName'],
  phoneNumber: ['Telefon', 'Telefonnummer', 'phone', 'phoneNumber'],
  company: ['Firma', 'Unternehmen', 'company'],
  roleName: ['Rolle', 'role', 'roleName'],
  groupNames: ['Gruppen', 'Gruppe', 'groups'],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type PersonField = keyof typeof personFields;

/** The fields in the order of the columns of a template. */
export const personFieldNames = [
  'fullName',
  'userName',
  'phoneNumber',
  'company',
  'roleName',
  'groupNames',
] as const satisfies readonly PersonField[];

const byHeading = new Map<string, PersonField>(
  personFieldNames.flatMap((name) => personFields[name].map((heading) => [foldText(heading), name] as const)),
);

/** What a heading means; null for a column that is not taken. Case and accents do not count. */
export const personFieldOf = (heading: string): PersonField | null =>
  byHeading.get(foldText(heading.trim())) ?? null;

/** The names in a cell of groups: separated by a bar, since names may hold commas. */
export const groupNamesOf = (cell: string): string[] => [
  ...new Set(
    cell
      .split('|')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** The same the other way round. */
export const joinGroupNames = (names: readonly string[]): string => names.join(' | ');

/** Whether two ways of writing say the same telephone number, apart from blanks, hyphens, brackets and slashes. */
export function isSamePhone(one: string | null, other: string | null): boolean {
  const bare = (text: string | null) => (text ?? '').replaceAll(/[\s()/-]/g, '');
  return bare(one) === bare(other);
}
