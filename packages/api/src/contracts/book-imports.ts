import { bookFieldNames } from '@depotwerk/domain/book/book-fields';
import { likelyPolicies, lineFates } from '@depotwerk/domain/imports/line-fates';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { base64File, maximumBodyLength } from '../documents/documents.ts';
import { fraction, id, instant, paging, pathId, text } from '../fields.ts';

const defineCall = callsOf('contracts');
/** The rights to create customers and contracts, in every group, are asked for as well. */
const access = 'contracts.bulk';
const alsoNeeds = ['contracts.create', 'customers.create'] as const;

const mapping = z.array(z.nullable(z.enum(bookFieldNames))).check(z.maxLength(2000));
export const bookFate = z.enum(lineFates);
export const likelyPolicy = z.enum(likelyPolicies);

const rules = {
  /** Tariff of new contracts whose line names none. */
  tariffId: z.nullable(id),
  /** Group of new customers whose line names none. */
  groupId: z.nullable(id),
  likely: likelyPolicy,
};

/** How numbers are written; null where the file does not show it and nobody said it. */
const decimal = z.nullable(z.enum(['comma', 'point']));

export const bookImport = z.strictObject({
  id,
  fileName: z.string(),
  state: z.enum(['mapping', 'checking', 'checked', 'writing', 'done', 'undoing', 'undone', 'failed']),
  createdAt: instant,
  actorName: z.string(),
  /** Line of the column names. */
  headerLine: z.int(),
  /** What was found out about the file: encoding and delimiter, sheet, hidden rows (German). */
  notes: z.array(z.string()),
  columns: z.array(
    z.strictObject({
      header: z.string(),
      fillRate: fraction,
      samples: z.array(z.string()),
      isRecognised: z.boolean(),
      /** The file keeps numbers here, not texts: nothing can be read in two ways. A server of the release before says it not. */
      isNumeric: z.optional(z.boolean()),
    }),
  ),
  mapping,
  ...rules,
  decimal,
  rowCount: z.int(),
  newCount: z.int(),
  changedCount: z.int(),
  unchangedCount: z.int(),
  refusedCount: z.int(),
  /** New customers in no group; a server of the release before does not say. */
  withoutGroupCount: z.optional(z.int()),
  /** Why it failed, or what keeps it from being taken back. */
  fault: z.nullable(z.string()),
  /** What keeps it from being taken back, one by one; without an id what nobody can open. A server of the release before does not say. */
  builtOn: z.optional(
    z.array(
      z.strictObject({
        kind: z.enum(['contract', 'customer']),
        id: z.nullable(id),
        label: z.string(),
        /** What was done with it, in German; empty where several are counted together. */
        causes: z.string(),
      }),
    ),
  ),
  /** Funds the house does not have, at most 100. */
  unknownIsins: z.array(z.string()),
  /** The job that writes it, while that can be cancelled (`cancelJob`); null or absent otherwise. */
  writingJobId: z.optional(z.nullable(id)),
  /** Its writing ended before all was written; absent from a server of the release before. */
  isPartial: z.optional(z.boolean()),
  rowVersion: z.int(),
});

export const listBookImports = defineCall({
  id: 'listBookImports',
  method: 'GET',
  path: '/book-imports',
  summary: 'The newest imports of the book of business.',
  access,
  alsoNeeds,
  answer: z.array(bookImport),
  errors: ['bookImports.needsEveryGroup'],
});

export const getBookImport = defineCall({
  id: 'getBookImport',
  method: 'GET',
  path: '/book-imports/:id',
  summary: 'One import with its columns, rules and counts.',
  access,
  alsoNeeds,
  params: pathId,
  answer: bookImport,
  errors: ['bookImports.needsEveryGroup', 'common.notFound'],
});

export const uploadBook = defineCall({
  id: 'uploadBook',
  method: 'POST',
  path: '/book-imports',
  summary:
    'Takes a table (CSV, XLSX), a custody statement (MT535, semt.002) or a GDV file (at most 10 MB), finds its columns and proposes what they mean.',
  access,
  alsoNeeds,
  takesFile: true,
  body: z.strictObject({ fileName: text(255, 1), contentBase64: base64File }),
  answer: bookImport,
  bodyLimit: maximumBodyLength,
  needsIdempotencyKey: true,
  errors: [
    'bookImports.needsEveryGroup',
    'common.payloadTooLarge',
    'common.quotaExceeded',
    'import.wrongFormat',
  ],
});

export const checkBookImport = defineCall({
  id: 'checkBookImport',
  method: 'POST',
  path: '/book-imports/:id/check',
  summary:
    'Judges every line under a mapping and rules; nothing is written. The mapping is kept for the next such file.',
  access,
  alsoNeeds,
  params: pathId,
  body: z.strictObject({ mapping, ...rules, decimal: z.optional(decimal) }),
  answer: bookImport,
  needsIdempotencyKey: true,
  errors: [
    'bookImports.needsEveryGroup',
    'common.notFound',
    'common.validationFailed',
    'bookImports.wrongState',
  ],
});

export const listBookRows = defineCall({
  id: 'listBookRows',
  method: 'GET',
  path: '/book-imports/:id/rows',
  summary: 'Lines with their fate and, where refused, the reason.',
  access,
  alsoNeeds,
  params: pathId,
  query: z.strictObject({ ...paging, fate: z.optional(bookFate) }),
  answer: z.array(
    z.strictObject({
      line: z.int(),
      externalKey: z.nullable(z.string()),
      customerName: z.nullable(z.string()),
      fate: bookFate,
      reason: z.nullable(z.string()),
      /** German names of what a changed line changes. */
      changes: z.array(z.string()),
    }),
  ),
  errors: ['bookImports.needsEveryGroup', 'common.notFound'],
});

export const commitBookImport = defineCall({
  id: 'commitBookImport',
  method: 'POST',
  path: '/book-imports/:id/commit',
  summary: 'Writes what was judged, as a job that survives a crash. Only the check that was read is written.',
  access,
  alsoNeeds,
  params: pathId,
  body: z.strictObject({ rowVersion: z.int() }),
  answer: bookImport,
  needsIdempotencyKey: true,
  errors: [
    'bookImports.needsEveryGroup',
    'common.notFound',
    'common.versionConflict',
    'bookImports.wrongState',
  ],
});

export const undoBookImport = defineCall({
  id: 'undoBookImport',
  method: 'POST',
  path: '/book-imports/:id/undo',
  summary: 'Takes an import back as a whole, as long as nothing was built on it.',
  access,
  alsoNeeds,
  params: pathId,
  answer: bookImport,
  needsIdempotencyKey: true,
  errors: ['bookImports.needsEveryGroup', 'common.notFound', 'bookImports.wrongState'],
});

/** Kinds of files a book comes in. */
export const bookExampleKind = z.enum(['csv', 'xlsx', 'mt535', 'semt002', 'gdv']);

export const getBookExample = defineCall({
  id: 'getBookExample',
  method: 'GET',
  path: '/book-imports/examples/:kind',
  summary:
    "A small file of one kind made from the house's own contracts: one unchanged, one changed, one refused and, in a table, one new. What it shows of a contract stands in the log.",
  access,
  alsoNeeds,
  params: z.strictObject({ kind: bookExampleKind }),
  answerKind: 'file',
  errors: ['bookImports.needsEveryGroup'],
});
