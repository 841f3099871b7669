import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, pathIntegerId, text } from '../fields.ts';
import { base64File, maximumBodyLength } from './documents.ts';

const defineCall = callsOf('documents');

/** Documents a fund's company issues and somebody files. */
export const fundDocumentTypes = ['kiid', 'factsheet'] as const;
export type FundDocumentType = (typeof fundDocumentTypes)[number];

/** A document on file with a fund; its content never changes, a newer one takes its place. */
export const fundDocument = z.strictObject({
  id,
  documentType: z.enum(fundDocumentTypes),
  title: z.string(),
  fileName: z.string(),
  byteSize: z.int(),
  /** SHA-256 of the file, hexadecimal. */
  contentHash: z.string(),
  createdAt: instant,
});
export type FundDocument = z.infer<typeof fundDocument>;

export const listFundDocuments = defineCall({
  id: 'listFundDocuments',
  method: 'GET',
  path: '/funds/:id/documents',
  summary: 'The newest document of each type on file with the fund; `report/{type}` delivers it.',
  access: 'funds.view',
  params: pathIntegerId,
  answer: z.array(fundDocument),
  errors: ['common.notFound'],
});

export const uploadFundDocument = defineCall({
  id: 'uploadFundDocument',
  method: 'POST',
  path: '/funds/:id/documents',
  summary:
    'Files key information or a fact sheet of the fund (PDF, at most 10 MB); it is delivered from then on.',
  access: 'funds.edit',
  params: pathIntegerId,
  body: z.strictObject({
    documentType: z.enum(fundDocumentTypes),
    title: text(200, 1),
    fileName: text(255, 1),
    contentBase64: base64File,
  }),
  answer: fundDocument,
  bodyLimit: maximumBodyLength,
  takesFile: true,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.payloadTooLarge', 'common.quotaExceeded', 'documents.notPdf'],
});
