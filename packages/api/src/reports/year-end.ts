import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { bulkSelection } from '../contracts/contract-bulk.ts';
import { id, paging, pathId, text } from '../fields.ts';
import { job } from '../jobs/jobs.ts';
import { reportYear } from './reports.ts';

const defineCall = callsOf('reports');

/** What a letter holds behind its cover: the costs of the year, the periodic review, or both. */
export const yearEndContent = z.enum(['both', 'costs', 'review']);

/** Most contracts of one run. */
export const mostYearEndContracts = 10_000;
/** Letters in one print file. */
export const lettersInFile = 200;

export const createYearEndReports = defineCall({
  id: 'createYearEndReports',
  method: 'POST',
  path: '/contracts/year-end-reports',
  summary:
    'Makes a letter with the costs of a year, the periodic review or both for many contracts in a job (GET jobs/{id} tells its progress); each is archived with its contract.',
  access: 'reports.create',
  body: z.strictObject({
    selection: bulkSelection,
    year: reportYear,
    content: yearEndContent,
    /** Words of the house on the cover letter; '' = none. */
    coverText: text(2000),
    /** Also where the same report of the year is in the archive. */
    isRepeated: z.boolean(),
  }),
  answer: job,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.validationFailed', 'common.quotaExceeded'],
});

export const yearEndRow = z.strictObject({
  contractId: id,
  externalKey: z.string(),
  customerName: z.string(),
  result: z.enum(['created', 'skipped']),
  /** Why there is none; null otherwise. */
  message: z.nullable(z.string()),
  documentId: z.nullable(id),
});

export const listYearEndRows = defineCall({
  id: 'listYearEndRows',
  method: 'GET',
  path: '/jobs/:id/year-end-reports',
  summary:
    'What making the reports of a year came to, contract by contract, in the order of the print files.',
  access: 'reports.create',
  params: pathId,
  query: z.strictObject({
    ...paging,
    result: z.optional(yearEndRow.shape.result),
  }),
  answer: z.array(yearEndRow),
  errors: ['common.notFound'],
});

export const printYearEndReports = defineCall({
  id: 'printYearEndReports',
  method: 'POST',
  path: '/jobs/:id/year-end-file',
  summary:
    'Letters of a run as one PDF to print, in the order of the customers, up to 200 a file; those of documents the caller does not see are left out.',
  access: 'documents.view',
  params: pathId,
  body: z.strictObject({
    /** 1 = the first 200. */
    part: z.int().check(z.minimum(1), z.maximum(mostYearEndContracts / lettersInFile)),
    /** A blank page after a letter of an odd number of pages, so that each begins on a sheet of its own. */
    isTwoSided: z.boolean(),
  }),
  answerKind: 'file',
  errors: ['common.notFound'],
});
