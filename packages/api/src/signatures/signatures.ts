import {
  drawingSize,
  longestDeclineReason,
  longestSignerName,
  mostPoints,
  mostStrokes,
  signatureWays,
} from '@depotwerk/domain/signatures/signature';
import * as z from 'zod/mini';
import { usedPasskey } from '../auth/passkey-fields.ts';
import { callsOf } from '../call.ts';
import { archivedDocument } from '../documents/documents.ts';
import { instant, pathId, text } from '../fields.ts';

const defineCall = callsOf('signatures');

const coordinate = z.int().check(z.minimum(0), z.maximum(drawingSize.width));
/** Across and down. A tuple of the library would be half a kilobyte of every first load. */
const point = z.pipe(
  z.array(coordinate).check(
    z.minLength(2),
    z.maxLength(2),
    z.refine(([, down = 0]) => down <= drawingSize.height),
  ),
  z.transform(([across = 0, down = 0]): [number, number] => [across, down]),
);
/** Strokes of points in a field of fixed size. */
const drawing = z
  .array(z.array(point).check(z.minLength(1), z.maxLength(mostPoints)))
  .check(z.maxLength(mostStrokes));

const signatureWay = z.enum(signatureWays);
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const requestSignature = defineCall({
  id: 'requestSignature',
  method: 'POST',
  path: '/documents/:id/signature-request',
  summary:
    'Asks the customer, and everybody who holds the contract with her, to sign a document that was released; asking again changes nothing.',
  access: 'documents.release',
  params: pathId,
  answer: z.strictObject({
    ...archivedDocument.shape,
    /** Names of those who are still waited for and have no sign-in of their own: they see nothing and sign on paper. An older server does not say. */
    withoutAccess: z.optional(z.array(z.string())),
  }),
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'signatures.notReleased', 'signatures.underage'],
});

export const withdrawSignatureRequest = defineCall({
  id: 'withdrawSignatureRequest',
  method: 'POST',
  path: '/documents/:id/signature-request/withdraw',
  summary: 'Takes back the wish for a signature from all who have not signed, until everybody has.',
  access: 'documents.release',
  params: pathId,
  answer: archivedDocument,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'signatures.signedAlready'],
});

export const startPasskeySignature = defineCall({
  id: 'startPasskeySignature',
  method: 'POST',
  path: '/my/documents/:id/signature/passkey',
  summary: 'Options to sign one document with a passkey of the customer.',
  access: 'ownSide',
  params: pathId,
  answer: z.record(z.string(), z.unknown()),
  errors: ['common.notFound', 'auth.passkeyUnavailable'],
});

export const signDocument = defineCall({
  id: 'signDocument',
  method: 'POST',
  path: '/my/documents/:id/signature',
  summary: 'The customer signs a document she was asked to sign, alone or beside others, and has opened.',
  access: 'ownSide',
  needsFreshFactor: true,
  params: pathId,
  body: z.strictObject({
    /** SHA-256 of the file she was shown: another file is never signed. */
    contentHash: hash,
    signature: z.discriminatedUnion('way', [
      z.strictObject({ way: z.literal('drawing'), drawing }),
      z.strictObject({ way: z.literal('typed'), name: text(longestSignerName, 1) }),
      z.strictObject({ way: z.literal('passkey'), response: usedPasskey }),
    ]),
  }),
  answer: archivedDocument,
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'signatures.notRequested',
    'signatures.notRead',
    'signatures.signedAlready',
    'signatures.contentDiffers',
    'signatures.drawingTooShort',
    'signatures.nameDiffers',
    'signatures.underage',
    'auth.passkeyInvalid',
    'auth.passkeyUnavailable',
  ],
});

export const declineSignature = defineCall({
  id: 'declineSignature',
  method: 'POST',
  path: '/my/documents/:id/signature/decline',
  summary:
    'The customer does not sign a document she was asked to sign, and says why: that reaches her advisers as a message of hers.',
  access: 'ownSide',
  params: pathId,
  body: z.strictObject({ reason: text(longestDeclineReason, 1) }),
  answer: archivedDocument,
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.tooManyRequests',
    'signatures.notRequested',
    'signatures.signedAlready',
    'signatures.declinedAlready',
    'signatures.underage',
  ],
});

const signatureFields = {
  signerName: z.string(),
  way: signatureWay,
  statement: z.string(),
  drawing: z.nullable(drawing),
  contentHash: z.string(),
  seal: z.string(),
  signedAt: instant,
  /** The seal fits everything stored, and the file is the one that was signed. */
  isIntact: z.boolean(),
};

/** What was signed, as it is kept; where several sign, the first of them, and those after her. */
export const documentSignature = z.strictObject({
  ...signatureFields,
  others: z.optional(z.array(z.strictObject(signatureFields))),
});

export const getSignature = defineCall({
  id: 'getSignature',
  method: 'GET',
  path: '/documents/:id/signature',
  summary: 'The signatures below a document, checked anew at every look.',
  access: 'documents.view',
  params: pathId,
  answer: documentSignature,
  errors: ['common.notFound'],
});

export const readSignatureSheet = defineCall({
  id: 'readSignatureSheet',
  method: 'GET',
  path: '/documents/:id/signature/sheet',
  summary: 'The signature sheet of a document as PDF: who signed what, when and how, and what that is worth.',
  access: 'documents.view',
  params: pathId,
  answerKind: 'file',
  errors: ['common.notFound', 'common.tooManyRequests', 'reports.failed', 'reports.busy'],
});
