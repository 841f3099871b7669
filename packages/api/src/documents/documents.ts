import { signatureWays } from '@depotwerk/domain/signatures/signature';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, listQuery, paging, pathId, text } from '../fields.ts';

const defineCall = callsOf('documents');

export const documentState = z.enum(['draft', 'released', 'signed', 'archived']);

/** A document of the archive; its content never changes once it is stored. */
export const archivedDocument = z.strictObject({
  id,
  /** A type of report, or what was chosen at upload. */
  documentType: z.string(),
  title: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  byteSize: z.int(),
  /** SHA-256 of the file, hexadecimal. */
  contentHash: z.string(),
  /** The report it was made as; its id is good for report addresses. */
  reportId: z.nullable(id),
  /** The hash printed in the report's footer, hexadecimal: over the data, not the file. */
  dataHash: z.nullable(z.string()),
  contractId: z.nullable(id),
  /** External key of its contract. */
  contractKey: z.nullable(z.string()),
  customerId: z.nullable(id),
  customerName: z.nullable(z.string()),
  consultationId: z.nullable(id),
  state: documentState,
  releasedAt: z.nullable(instant),
  releasedByName: z.nullable(z.string()),
  /** When the customer opened it first; null = not yet. */
  readAt: z.nullable(instant),
  /** When the customer was asked to sign it; null = never. */
  signatureRequestedAt: z.nullable(instant),
  /** When and how she signed it; null = not yet. */
  signedAt: z.nullable(instant),
  signatureWay: z.nullable(z.enum(signatureWays)),
  /** When she said that she will not sign; null = she has not, or has signed since. An older server does not say. */
  declinedAt: z.optional(z.nullable(instant)),
  /** Where several holders of its contract sign: everybody, the customer first; null = she alone. An older server does not say. */
  signers: z.optional(
    z.nullable(
      z.array(
        z.strictObject({
          customerId: id,
          name: z.string(),
          readAt: z.nullable(instant),
          signedAt: z.nullable(instant),
          way: z.nullable(z.enum(signatureWays)),
          declinedAt: z.optional(z.nullable(instant)),
        }),
      ),
    ),
  ),
  createdAt: instant,
  createdByName: z.string(),
  rowVersion: z.int(),
});
export type ArchivedDocument = z.infer<typeof archivedDocument>;

const owner = { contractId: z.optional(id), customerId: z.optional(id) };

export const listDocuments = defineCall({
  id: 'listDocuments',
  mayLag: true,
  method: 'GET',
  path: '/documents',
  summary:
    'Documents of a contract, a customer or all the caller sees, newest first; a customer sees what was released to him.',
  access: 'documents.view',
  query: z.strictObject({
    ...owner,
    consultationId: z.optional(id),
    documentType: z.optional(text(60, 1)),
    state: z.optional(documentState),
    /** Part of title, customer's name or contract number. */
    search: listQuery.search,
    ...paging,
  }),
  answer: z.array(archivedDocument),
  errors: ['common.notFound', 'common.validationFailed'],
});

/** What a person may upload; reports come from the server alone. */
export const uploadedDocumentTypes = [
  'signedContract',
  'identification',
  'kiid',
  'correspondence',
  'other',
] as const;

/** Above the 10 MB allowed in base64, so that a little too much is answered as too large and not as malformed. */
export const maximumBodyLength = 14 * 1024 * 1024;

/** A file inside a JSON body. */
export const base64File = z.string().check(z.maxLength(maximumBodyLength), z.regex(/^[A-Za-z0-9+/]+={0,2}$/));

export const uploadDocument = defineCall({
  id: 'uploadDocument',
  method: 'POST',
  path: '/documents',
  summary: 'Stores a document (PDF, PNG or JPEG, at most 10 MB) with a contract or customer.',
  access: 'documents.upload',
  query: z.strictObject(owner),
  body: z.strictObject({
    documentType: z.enum(uploadedDocumentTypes),
    title: text(200, 1),
    fileName: text(255, 1),
    contentBase64: base64File,
  }),
  answer: archivedDocument,
  bodyLimit: maximumBodyLength,
  takesFile: true,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.payloadTooLarge', 'common.quotaExceeded', 'documents.wrongFormat'],
});

export const readDocumentContent = defineCall({
  id: 'readDocumentContent',
  method: 'GET',
  path: '/documents/:id/content',
  summary: 'The file of a document, byte for byte as it was archived.',
  access: 'documents.view',
  params: pathId,
  answerKind: 'file',
  errors: ['common.notFound'],
});

export const releaseDocument = defineCall({
  id: 'releaseDocument',
  method: 'POST',
  path: '/documents/:id/release',
  summary: 'Releases a document to its customer; releasing it again changes nothing.',
  access: 'documents.release',
  params: pathId,
  answer: archivedDocument,
  needsIdempotencyKey: true,
  errors: ['common.notFound'],
});
