import { lineFates } from '@depotwerk/domain/imports/line-fates';
import { personFieldNames } from '@depotwerk/domain/users/person-fields';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { base64File, maximumBodyLength } from '../documents/documents.ts';
import { text } from '../fields.ts';

/** People from a CSV or XLSX file (docs/first-day.md), under the rules of the form. */

const defineCall = callsOf('users');
const access = 'userManagement.editUsers';
const file = { fileName: text(255, 1), contentBase64: base64File };

export const personFate = z.enum(lineFates);

const personLine = {
  /** Line of the file, 1 = first. */
  line: z.int(),
  /** Mail address as the file has it, cut. */
  userName: z.string(),
  fate: personFate,
  /** Why a line is refused (German); else null. */
  reason: z.nullable(z.string()),
  /** What becomes of somebody known, field by field; of groups only those that are added. A server of the release before says it not. */
  changes: z.optional(
    z.array(z.strictObject({ field: z.enum(personFieldNames), before: z.string(), after: z.string() })),
  ),
};

/** Headings of columns that are not taken, cut. */
const ignoredColumns = z.array(z.string());
/** What was found out about the file: encoding and delimiter, sheet, hidden rows (German). */
const notes = z.array(z.string());

export const userImportPreview = z.strictObject({
  lines: z.array(z.strictObject(personLine)),
  ignoredColumns,
  notes,
});

export const userImport = z.strictObject({
  lines: z.array(
    z.strictObject({
      ...personLine,
      /** The link of the invitation where no mail can go out: shown this once. null = none, or it went by mail. */
      link: z.nullable(z.string()),
    }),
  ),
  ignoredColumns,
  notes,
});
export type PersonChange = NonNullable<z.infer<typeof userImport>['lines'][number]['changes']>[number];
export type UserImport = z.infer<typeof userImport>;

const errors = ['common.inProgress', 'common.payloadTooLarge', 'import.wrongFormat'] as const;

export const previewUserImport = defineCall({
  id: 'previewUserImport',
  method: 'POST',
  path: '/users/import/preview',
  summary: 'What would become of each line of a file of people (at most 500); nothing is stored.',
  access,
  takesFile: true,
  bodyLimit: maximumBodyLength,
  body: z.strictObject(file),
  answer: userImportPreview,
  errors,
});

export const importUsers = defineCall({
  id: 'importUsers',
  method: 'POST',
  path: '/users/import',
  summary:
    'Adds and changes the people of a file in one transaction, by the rules of the form; new ones can be invited at once.',
  access,
  needsFreshFactor: true,
  needsIdempotencyKey: true,
  takesFile: true,
  bodyLimit: maximumBodyLength,
  body: z.strictObject({ ...file, isInviting: z.boolean() }),
  answer: userImport,
  errors,
});
