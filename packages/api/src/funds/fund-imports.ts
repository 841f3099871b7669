import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { base64File, maximumBodyLength } from '../documents/documents.ts';
import { id, instant, text } from '../fields.ts';

/** Fund data and prices from files, as the command `import` takes them (docs/fund-data.md). */

export const fundImportType = z.enum(['funds', 'prices']);

const counts = {
  imported: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** Taken, but with a remark (counted among the others). */
  flagged: z.int(),
};

const accountedRow = z.strictObject({
  line: z.int(),
  /** Heading of the column at fault; empty when the whole row is. */
  column: z.string(),
  isin: z.string(),
  value: z.string(),
  reason: z.string(),
});

export const fundImportOutcome = z.strictObject({
  /** null for a dry run. */
  importId: z.nullable(id),
  counts: z.strictObject({ rows: z.int(), ...counts }),
  /** What was found out about the file (German). */
  notes: z.array(z.string()),
  /** Kinds of refusal, most frequent first. */
  rejections: z.array(
    z.strictObject({
      reason: z.string(),
      count: z.int(),
      firstLine: z.int(),
      /** The reason is that of the first line; others name another line or value. Absent from the release before. */
      isExample: z.optional(z.boolean()),
    }),
  ),
  /** The first refused rows by line. */
  rejectedRows: z.array(accountedRow),
  /** The first rows taken with a remark, by line; the reason is the remark. */
  flaggedRows: z.array(accountedRow),
});
export type FundImportOutcome = z.infer<typeof fundImportOutcome>;

const file = { fileName: text(255, 1), contentBase64: base64File };

export const importFundFile = defineCall({
  id: 'importFundFile',
  area: 'funds',
  method: 'POST',
  path: '/admin/fund-imports',
  summary:
    'Takes fund data or prices from a CSV or XLSX file (at most 10 MB); a dry run tells what would become of it. The same file again changes nothing.',
  access: 'funds.import',
  takesFile: true,
  bodyLimit: maximumBodyLength,
  body: z.strictObject({
    importType: fundImportType,
    ...file,
    isDryRun: z.boolean(),
    /** Decimal mark of the file where it cannot be seen from it. */
    decimal: z.nullable(z.enum(['point', 'comma'])),
    /** Prices: which fund each column heading means, a table with the columns symbol and isin. */
    symbolMap: z.nullable(z.strictObject(file)),
    /** Prices: take those that jump by about 100. */
    acceptsUnitJumps: z.boolean(),
  }),
  answer: fundImportOutcome,
  errors: ['common.payloadTooLarge', 'common.quotaExceeded', 'import.wrongFormat', 'import.wrongUnit'],
});

export const fundImport = z.strictObject({
  id,
  importType: fundImportType,
  fileName: z.string(),
  state: z.enum(['committed', 'refused']),
  ...counts,
  refusalReason: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  createdAt: instant,
});
export type FundImport = z.infer<typeof fundImport>;

export const listFundImports = defineCall({
  id: 'listFundImports',
  area: 'funds',
  method: 'GET',
  path: '/admin/fund-imports',
  summary: 'The newest imports of fund data and prices, from the screen and the command.',
  access: 'funds.import',
  answer: z.array(fundImport),
});
